import type { ModelShape } from '#contract/model.ts'
import type { Point } from '#domain/geometry/rect.ts'
import type { PictureSettings } from '#domain/models/settings-for-model.ts'
import { settingsForModel } from '#domain/models/settings-for-model.ts'
import { generationRefusal } from '#web/data/generation-refusal.ts'
import { requestGeneration } from '#web/data/generations.ts'
import { rememberSentPrompt } from '#web/data/prompt-history/sent-prompts.ts'
import { showToast } from '#web/ui/toast.ts'
import type { BoardView } from '../board-view.ts'
import type { ComposeDraft } from './compose-drafts.ts'
import { composeRequest } from './compose-request.ts'
import type { Composing } from './composing.ts'
import { branchingTexts } from './texts.ts'

/** A card that was asked for and of which the server has not spoken yet. */
export type AwaitedCard = {
  readonly key: string
  readonly place: Point
  readonly prompt: string
  readonly modelName: string
  readonly settings: PictureSettings
}

/**
 * Go: closes the panel, shows the card at its place at once, and asks the server for it. When that fails, it says so and the
 * panel comes back with everything that was typed.
 */
export async function sendComposed(
  view: BoardView,
  composing: Composing,
  { draft, model, seePlans }: { draft: ComposeDraft; model: ModelShape; seePlans(): void },
): Promise<void> {
  const { board, drafts, awaited } = view
  const body = composeRequest(composing, draft, { model, projectId: board.projectId })
  const key = drafts.requestKey(composing, JSON.stringify(body))
  const settings = settingsForModel(draft, model)
  const card = { key, place: composing.place, prompt: body.prompt, modelName: model.name, settings }
  drafts.keep(composing, draft)
  view.composing.set(null)
  awaited.set([...awaited.get(), card])
  try {
    await requestGeneration(body, key)
    rememberSentPrompt(body.prompt)
    drafts.forget(composing)
  } catch (error) {
    const { failed: title, failedWithoutReason: fallback } = branchingTexts
    showToast(generationRefusal(error, { title, fallback, seePlans }))
    // Whoever writes something else meanwhile goes on with that; what was typed here is kept.
    if (view.composing.get() === null) view.composing.set(composing)
  } finally {
    awaited.set(awaited.get().filter((other) => other !== card))
  }
}
