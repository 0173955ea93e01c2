import type { RequestGenerationInput } from '#contract/generation.ts'
import type { ModelShape } from '#contract/model.ts'
import { type PictureSettings, settingsForModel } from '#domain/models/settings-for-model.ts'
import { type Attachment, sentAttachments } from '#domain/prompt/attachment.ts'

/** What was written in a composer. */
export type Written = PictureSettings & { readonly prompt: string; readonly attachments: readonly Attachment[] }

/** What the server is asked for: what was written, as far as the model can. */
export function generationBody(
  { prompt, attachments, aspectRatio, resolution, rawMode }: Written,
  model: ModelShape,
): RequestGenerationInput & { prompt: string } {
  const { style, imagePrompts, styleReferences } = sentAttachments(attachments, model)
  return {
    prompt: prompt.trim(),
    model: model.name,
    ...settingsForModel({ aspectRatio, resolution, rawMode }, model),
    ...(style !== null && { style }),
    ...(imagePrompts.length > 0 && { imagePrompts: [...imagePrompts] }),
    ...(styleReferences.length > 0 && { styleReferences: [...styleReferences] }),
  }
}
