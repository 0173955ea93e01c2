import type { RequestGenerationInput } from '#contract/cards/generation.ts'
import type { RequestSeriesInput } from '#contract/cards/series.ts'
import type { Point } from '#domain/geometry/rect.ts'
import { hiddenName, raceAliases } from '#domain/series/hidden-models.ts'
import type { Spread } from '#domain/series/spread.ts'
import { type PlannedCard, type SpreadPlan, seriesRequest } from '#web/data/drafts/spread-plan.ts'
import { rememberSentPrompt } from '#web/data/drafts/use-prompt-history.ts'
import { prepareGeneration, sendGeneration } from '#web/data/generations.ts'
import { prepareSeries, sendSeries } from '#web/data/series.ts'
import type { AwaitedCard, BoardSession } from '#web/features/board/board-session.ts'
import { startGrowth } from '#web/features/board/cards/growth.ts'
import type { Composing } from '#web/features/board/overlays.ts'
import { type ComposeDraft, composeDraftsOf } from './compose-drafts.ts'

type Asked = { readonly draft: ComposeDraft; readonly plan: SpreadPlan }

/** The place of a card whose request names one. */
type Placed = { readonly canvasX?: number | null | undefined; readonly canvasY?: number | null | undefined }

/** A request without its places: they follow from the board, which may have changed when a lost request is repeated. */
function withoutPlace<Request extends Placed>({ canvasX: _x, canvasY: _y, ...request }: Request) {
  return request
}

const placeOf = ({ canvasX, canvasY }: Placed): Point => ({ x: canvasX ?? 0, y: canvasY ?? 0 })

/** Gives what a composer describes, one card or a series, its ids. */
function prepare({ board: { projectId } }: BoardSession, composing: Composing, { draft, plan }: Asked) {
  const [only] = plan.cards
  if (plan.cards.length === 1 && only) {
    const request = composeRequest(composing, only, projectId)
    const prepared = prepareGeneration(request, withoutPlace(request))
    const cards = [{ id: prepared.id, place: placeOf(prepared.request) }]
    return { cards, send: (): Promise<unknown> => sendGeneration(prepared) }
  }
  const request = composeSeries(composing, plan, { spread: draft.spread, projectId })
  const prepared = prepareSeries(request, { ...request, steps: request.steps.map(withoutPlace) })
  const cards = prepared.request.steps.map((step) => ({ id: step.id, place: placeOf(step) }))
  return { cards, send: (): Promise<unknown> => sendSeries(prepared) }
}

/** The name of each model on the new cards: a race that hides names does so from the start. */
function namesInRace({ cards }: SpreadPlan, { models, hidesNames }: Spread): ((model: string) => string) | null {
  if (models.length < 2 || !hidesNames) return null
  const aliases = raceAliases(cards.map(({ modelName }) => modelName))
  return (model) => hiddenName(aliases.get(model) ?? '')
}

type NewCard = Pick<AwaitedCard, 'id' | 'place'>

function awaitedCards(composing: Composing, { draft, plan }: Asked, newCards: readonly NewCard[]): AwaitedCard[] {
  const nameOf = namesInRace(plan, draft.spread)
  return plan.cards.flatMap(({ body, modelName: name }, index): AwaitedCard[] => {
    const card = newCards[index]
    if (!card) return []
    const { prompt, aspectRatio = '1:1', resolution = '1K', rawMode = false, count } = body
    const settings = { aspectRatio, resolution, rawMode }
    const modelName = nameOf?.(name) ?? name
    const parentId = composing.kind === 'new' ? null : composing.source.parentId
    return [{ ...card, parentId, prompt, modelName, settings, count }]
  })
}

type Sending = Asked & {
  /** Where the draft was written: one of a preview leaves the draft of its panel alone. */
  readonly writtenIn: 'bar' | 'panel' | 'preview'
}

/**
 * Go: closes the panel, shows a placeholder card at once, and requests it. When that fails, the panel or the bar is restored with its
 * draft, and it rejects with the reason.
 */
export async function sendComposed(session: BoardSession, composing: Composing, sending: Sending): Promise<void> {
  const { awaited, overlays } = session
  const drafts = composeDraftsOf(session.board.projectId)
  const { draft, writtenIn } = sending
  const prepared = prepare(session, composing, sending)
  const cards = awaitedCards(composing, sending, prepared.cards)
  const isHere = ({ id }: AwaitedCard) => cards.some((card) => card.id === id)
  const place = writtenIn === 'bar' ? 'bar' : composing
  const sent = writtenIn === 'preview' ? drafts.sendBeside(composing, draft) : drafts.send(place, draft)
  if (place !== 'bar') overlays.close('compose')
  if (composing.kind !== 'new') for (const { id } of cards) startGrowth(session, id, composing.source)
  awaited.set([...awaited.get().filter((card) => !isHere(card)), ...cards])
  try {
    await prepared.send()
    rememberSentPrompt(draft.prompt.trim())
    sent.accept()
  } catch (error) {
    sent.giveBack()
    // If the user has opened another draft meanwhile, that one stays; the failed one is kept.
    if (drafts.read(place) === draft) {
      if (place === 'bar') session.promptBar.set('open')
      else if (!overlays.find('compose')) overlays.open({ kind: 'compose', composing })
    }
    throw error
  } finally {
    awaited.set(awaited.get().filter((card) => !cards.includes(card)))
  }
}

/** The image that the cards branch from; null for a new generation. */
const parentOf = (composing: Composing) =>
  composing.kind === 'new'
    ? {}
    : {
        parentGenerationId: composing.source.parentId,
        parentImageId: composing.source.imageId,
        branchKind: composing.kind,
      }

/** The request of Go for one card. */
export const composeRequest = (
  composing: Composing,
  { body }: PlannedCard,
  projectId: string,
): RequestGenerationInput & { prompt: string } => ({
  projectId,
  ...body,
  ...parentOf(composing),
  canvasX: composing.place.x,
  canvasY: composing.place.y,
})

/** The request of Go for a prompt that is spread over several cards. */
export const composeSeries = (
  composing: Composing,
  plan: SpreadPlan,
  { spread, projectId }: { readonly spread: Spread; readonly projectId: string },
): RequestSeriesInput => seriesRequest(plan, { spread, projectId, from: composing.place, more: parentOf(composing) })
