import type { RequestGenerationInput } from '#contract/generation.ts'
import type { ModelShape } from '#contract/model.ts'
import { settingsForModel } from '#domain/models/settings-for-model.ts'
import { sentAttachments } from '#domain/prompt/attachment.ts'
import type { Draft } from './draft.ts'

/** What the server is asked for: the draft as far as the model can. */
export function generationRequest(
  { prompt, attachments, ...wish }: Draft,
  model: ModelShape,
): RequestGenerationInput & { prompt: string } {
  const { style, imagePrompts, styleReferences } = sentAttachments(attachments, model)
  return {
    prompt: prompt.trim(),
    model: model.name,
    ...settingsForModel(wish, model),
    ...(style !== null && { style }),
    ...(imagePrompts.length > 0 && { imagePrompts: [...imagePrompts] }),
    ...(styleReferences.length > 0 && { styleReferences: [...styleReferences] }),
  }
}
