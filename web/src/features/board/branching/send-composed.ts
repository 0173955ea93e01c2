import type { Point } from '#domain/geometry/rect.ts'
import type { PictureSettings } from '#domain/models/settings-for-model.ts'
import { hiddenName, raceLetters } from '#domain/series/hidden-models.ts'
import { seriesPlaces } from '#domain/series/series-places.ts'
import type { Spread } from '#domain/series/spread.ts'
import type { BoardStore } from '#web/data/board/board-store.ts'
import { requestGeneration } from '#web/data/generations.ts'
import { rememberSentPrompt } from '#web/data/prompt-history/use-prompt-history.ts'
import { requestSeries } from '#web/data/series.ts'
import type { SpreadPlan } from '#web/data/spread/spread-plan.ts'
import { showToast } from '#web/ui/toast.ts'
import type { BoardView } from '../board-view.ts'
import { refusalOf } from '../series/hidden-refusal.ts'
import type { ComposeDraft } from './compose-drafts.ts'
import { composeRequest, composeSeries } from './compose-request.ts'
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

type Asked = { readonly draft: ComposeDraft; readonly plan: SpreadPlan }

/** Sends what a panel asks for: one card, or a series. */
async function ask({ board }: BoardView, composing: Composing, { draft, plan }: Asked): Promise<void> {
  const { projectId } = board
  const [only] = plan.cards
  if (plan.cards.length === 1 && only) await requestGeneration(composeRequest(composing, only, projectId))
  else await requestSeries(composeSeries(composing, plan, { spread: draft.spread, projectId }))
}

/** What each model is called on the cards to come: a race that hides names does so from the start. */
function namesInRace({ cards }: SpreadPlan, { models, hidesNames }: Spread): ((model: string) => string) | null {
  if (models.length < 2 || !hidesNames) return null
  const letters = raceLetters(cards.map(({ body }) => body.model ?? ''))
  return (model) => hiddenName(letters.get(model) ?? '')
}

/** The same below a card: its own model is called as it is there, since a race may hide it. */
function namesBelow(board: BoardStore, parentId: string): (model: string) => string {
  const [made, shown] = [board.asMade(parentId)?.model, board.getGeneration(parentId)?.model]
  return (model) => (model === made ? (shown ?? model) : model)
}

function awaitedCards(board: BoardStore, composing: Composing, { draft, plan }: Asked) {
  const key = crypto.randomUUID()
  const { cards } = plan
  const { place: from } = composing
  const places = seriesPlaces(cards, from)
  const parentId = composing.kind === 'new' ? '' : composing.source.parentId
  const nameOf = namesInRace(plan, draft.spread) ?? namesBelow(board, parentId)
  return cards.map(({ body }, index): AwaitedCard => {
    const { prompt, model = '', aspectRatio = '1:1', resolution = '1K', rawMode = false } = body
    const settings = { aspectRatio, resolution, rawMode }
    return { key: `${key} ${index}`, place: places[index] ?? from, prompt, modelName: nameOf(model), settings }
  })
}

type Sending = Asked & {
  /** Where the draft was written: what was not written in its panel leaves a draft there alone. */
  readonly writtenIn: 'panel' | 'preview'
  seePlans(): void
}

/**
 * Go: closes the panel, shows the card at its place at once, and asks the server for it. When that fails, it says so and the
 * panel comes back with everything that was typed.
 */
export async function sendComposed(view: BoardView, composing: Composing, sending: Sending): Promise<void> {
  const { drafts, awaited } = view
  const { draft, writtenIn, seePlans } = sending
  const cards = awaitedCards(view.board, composing, sending)
  const sent = writtenIn === 'panel' ? drafts.send(composing, draft) : drafts.sendBeside(composing, draft)
  view.composing.set(null)
  awaited.set([...awaited.get(), ...cards])
  try {
    await ask(view, composing, sending)
    rememberSentPrompt(draft.prompt.trim())
    sent.accept()
  } catch (error) {
    const { failed: title, failedWithoutReason: fallback } = branchingTexts
    const parentId = composing.kind === 'new' ? '' : composing.source.parentId
    showToast(refusalOf(view.board, [parentId], { error, title, fallback, seePlans }))
    sent.giveBack()
    // A person who writes something else meanwhile goes on with that; what was typed here is kept.
    if (view.composing.get() === null && drafts.read(composing) === draft) view.composing.set(composing)
  } finally {
    awaited.set(awaited.get().filter((card) => !cards.includes(card)))
  }
}
