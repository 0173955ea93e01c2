import type { RequestGenerationInput } from '#contract/generation.ts'
import type { ModelShape } from '#contract/model.ts'
import { settingsForModel } from '#domain/models/settings-for-model.ts'
import { sentAttachments } from '#domain/prompt/attachment.ts'
import type { ComposeDraft } from './compose-drafts.ts'
import type { Composing } from './composing.ts'

/** What Go asks the server for. */
export function composeRequest(
  composing: Composing,
  draft: ComposeDraft,
  { model, projectId }: { model: ModelShape; projectId: string },
): RequestGenerationInput {
  const { style, imagePrompts, styleReferences } = sentAttachments(draft.attachments, model)
  return {
    projectId,
    prompt: draft.prompt.trim(),
    model: model.name,
    ...settingsForModel(draft, model),
    ...(style !== null && { style }),
    ...(imagePrompts.length > 0 && { imagePrompts: [...imagePrompts] }),
    ...(styleReferences.length > 0 && { styleReferences: [...styleReferences] }),
    ...(composing.kind !== 'new' && {
      parentGenerationId: composing.source.parentId,
      parentImageId: composing.source.imageId,
      branchKind: composing.kind,
    }),
    canvasX: composing.place.x,
    canvasY: composing.place.y,
  }
}
