import type { ModelShape } from '#contract/models/model.ts'
import type { SavedPromptShape, SavedSettings } from '#contract/prompts/saved-prompt.ts'
import type { PictureSettings } from '#domain/models/settings-for-model.ts'
import type { Attachment } from '#domain/prompt/attachment.ts'

type Written = Omit<PictureSettings, 'controls'> & { readonly attachments: readonly Attachment[] }

/** The settings of a composer as a saved prompt keeps them. */
export function savedSettingsOf({ aspectRatio, resolution, rawMode, attachments }: Written): SavedSettings {
  const style = attachments.find(({ kind }) => kind === 'style')
  return { aspectRatio, resolution, rawMode, ...(style && { style: style.id }) }
}

/** The model of a saved prompt, where it is available. */
export const savedModel = ({ model }: SavedPromptShape, models: readonly ModelShape[]): ModelShape | null =>
  models.find(({ value, isAvailable }) => isAvailable && value === model) ?? null

/** The settings of a saved prompt but its style, which has to be read first. */
export function savedPicture({ settings }: SavedPromptShape): Partial<Omit<PictureSettings, 'controls'>> {
  const { style: _style, ...picture } = settings ?? {}
  return picture
}
