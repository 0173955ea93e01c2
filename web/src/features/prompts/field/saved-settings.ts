import type { SavedSettings } from '#contract/prompts/saved-prompt.ts'
import type { PictureSettings } from '#domain/models/settings-for-model.ts'
import type { Attachment } from '#domain/prompt/attachment.ts'

type Written = Omit<PictureSettings, 'controls'> & { readonly attachments: readonly Attachment[] }

/** The settings of a composer as a saved prompt keeps them. */
export function savedSettingsOf({ aspectRatio, resolution, rawMode, attachments }: Written): SavedSettings {
  const style = attachments.find(({ kind }) => kind === 'style')
  return { aspectRatio, resolution, rawMode, ...(style && { style: style.id }) }
}
