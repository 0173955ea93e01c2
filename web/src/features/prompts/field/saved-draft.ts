import type { ModelShape } from '#contract/models/model.ts'
import type { SavedPromptShape } from '#contract/prompts/saved-prompt.ts'
import type { PictureSettings } from '#domain/models/settings-for-model.ts'
import type { Attachment } from '#domain/prompt/attachment.ts'
import { queryClient } from '#web/data/http/query-client.ts'
import { attachmentOfStyle, stylesQuery } from '#web/data/styles.ts'

/** The model of a saved prompt, where it is available. */
export const savedModel = ({ model }: SavedPromptShape, models: readonly ModelShape[]): ModelShape | null =>
  models.find(({ value, isAvailable }) => isAvailable && value === model) ?? null

type SavedDraft = {
  /** Null: the one that is chosen. */
  readonly model: ModelShape | null
  /** Null: the one that is attached. */
  readonly style: Attachment | null
  readonly settings: Partial<Omit<PictureSettings, 'controls'>>
}

/** The parts of a draft that a saved prompt sets; a model or a style that is gone is left out. */
export async function savedDraft(saved: SavedPromptShape, models: readonly ModelShape[]): Promise<SavedDraft> {
  const { style: styleId, ...settings } = saved.settings ?? {}
  const styles = styleId === undefined ? [] : await queryClient.ensureQueryData(stylesQuery).catch(() => [])
  const style = styles.find(({ id }) => id === styleId)
  return { model: savedModel(saved, models), style: style ? attachmentOfStyle(style) : null, settings }
}
