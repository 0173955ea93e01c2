import type { RequestGenerationInput } from '#contract/generation.ts'
import type { ModelShape } from '#contract/model.ts'
import { settingsForModel } from '#domain/models/settings-for-model.ts'
import { whyNotAttach } from './attachments.ts'
import type { ComposeDraft } from './compose-drafts.ts'
import type { Composing } from './composing.ts'
import { branchingTexts } from './texts.ts'

/** Why Go can't be pressed now; null when it can. */
export function whyNotGo(draft: ComposeDraft, model: ModelShape | null, models: 'loading' | 'loaded'): string | null {
  if (models === 'loading') return branchingTexts.loadingModels
  if (!model) return branchingTexts.noModel
  if (draft.prompt.trim() === '') return branchingTexts.blank
  return whyNotAttach(model, draft.attachments.length)
}

/** What Go asks the server for. */
export function composeRequest(
  composing: Composing,
  draft: ComposeDraft,
  { model, projectId }: { model: ModelShape; projectId: string },
): RequestGenerationInput {
  const { prompt, attachments } = draft
  return {
    projectId,
    prompt: prompt.trim(),
    model: model.name,
    ...settingsForModel(draft, model),
    ...(attachments.length > 0 && { imagePrompts: attachments.map(({ imageId }) => imageId) }),
    ...(composing.kind !== 'new' && {
      parentGenerationId: composing.source.parentId,
      parentImageId: composing.source.imageId,
      branchKind: composing.kind,
    }),
    canvasX: composing.place.x,
    canvasY: composing.place.y,
  }
}
