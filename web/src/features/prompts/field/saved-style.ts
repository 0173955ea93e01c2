import type { SavedPromptShape } from '#contract/prompts/saved-prompt.ts'
import type { Attachment } from '#domain/prompt/attachment.ts'
import { queryClient } from '#web/data/http/query-client.ts'
import { attachmentOfStyle, stylesQuery } from '#web/data/styles.ts'

/** Reads the style of a saved prompt as an attachment; null without one, and where it is gone or can't be read. */
export async function savedStyle({ settings }: SavedPromptShape): Promise<Attachment | null> {
  if (settings?.style === undefined) return null
  const styles = await queryClient.ensureQueryData(stylesQuery).catch(() => [])
  const style = styles.find(({ id }) => id === settings.style)
  return style ? attachmentOfStyle(style) : null
}
