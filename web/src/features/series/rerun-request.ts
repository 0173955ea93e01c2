import type { GenerationShape } from '#contract/generation.ts'
import type { ModelShape } from '#contract/model.ts'
import type { RequestSeriesInput } from '#contract/series.ts'
import type { NoteFields } from '#domain/board/board-item.ts'
import { thisMachineName } from '#domain/edit/edit-record.ts'
import { imagesPerGeneration } from '#domain/generation/status.ts'
import { controlsForModel } from '#domain/models/controls.ts'
import { type RerunCard, rerunPlan } from '#domain/series/rerun-plan.ts'
import type { CardLayout } from '#web/data/board/card-layout.ts'
import { type BrowserStorage, tabStorage } from '#web/data/browser-storage.ts'
import { type AskedModel, namedInRequest } from '#web/data/models/models.ts'
import { repeatCard } from './series-commands.ts'

type Step = RequestSeriesInput['steps'][number]

/** The part of the board that a re-run reads. */
export type RerunBoard = {
  readonly cards: ReadonlyMap<string, CardLayout>
  readonly items: { get(): { readonly notes: ReadonlyMap<string, NoteFields> } }
  getGeneration(id: string): GenerationShape | undefined
}

/** A step with what its model can be asked for: another model, or one whose engine has changed, has other controls. */
function fitting<Asked extends Pick<Step, 'controls'>>(
  { controls: wanted, ...step }: Asked,
  model: Pick<AskedModel, 'controls'> | undefined,
) {
  const controls = wanted ? controlsForModel(wanted, model?.controls) : undefined
  return { ...step, ...(controls && { controls }) }
}

/** The most cards of one re-run. */
export const mostRerunCards = 100

const placeOfImage = (parent: GenerationShape | undefined, imageId: string | null): number | null =>
  parent?.images.find(({ id }) => id === imageId)?.orderNum ?? null

/** The cards in the form of the plan. */
const rerunCards = ({ cards, getGeneration }: RerunBoard): RerunCard[] =>
  Array.from(cards.values(), ({ id, parentId, x, y, isCollapsed }) => {
    const parent = parentId === null ? undefined : getGeneration(parentId)
    const imageId = getGeneration(id)?.parentImageId ?? null
    return { id, parentId, x, y, isCollapsed, parentImagePlace: placeOfImage(parent, imageId) }
  })

/** What changes: only the first card; everything below keeps its settings. */
export type RerunChange = { readonly prompt: string; readonly model: AskedModel }

/** Models that the branch needs and that are missing now. */
export const missingModels = (request: RequestSeriesInput, models: readonly ModelShape[]): string[] => {
  const available = new Set(models.filter(({ isAvailable }) => isAvailable).map(({ name }) => name))
  return [
    ...new Set(
      request.steps.flatMap(({ model }) =>
        model === undefined || model === thisMachineName || available.has(model) ? [] : [model],
      ),
    ),
  ]
}

/**
 * The request that generates a card and everything below it again, with its price by today's models; seeds stay. A card
 * whose model a race hides is priced at the most expensive one of the race.
 */
export function rerunRequest(
  board: RerunBoard & { readonly projectId: string },
  ancestorId: string,
  { change, models }: { readonly change: RerunChange; readonly models: readonly ModelShape[] },
): RequestSeriesInput {
  const steps = rerunPlan(ancestorId, {
    cards: rerunCards(board),
    notes: board.items.get().notes.values(),
  }).flatMap<Step>(({ cardId, dependsOn, parentImagePlace, place }) => {
    const card = board.getGeneration(cardId)
    if (!card) return []
    const again = { ...repeatCard(card, { seed: card.settings.seed }), repeats: cardId }
    const placed = { canvasX: place.x, canvasY: place.y }
    if (dependsOn === null) {
      const { model: _model, modelOf: _card, ...settings } = again
      const named = { ...namedInRequest(change.model), prompt: change.prompt.trim() }
      return [{ ...fitting(settings, change.model), ...placed, ...named }]
    }
    const model = models.find(({ name }) => name === again.model)
    return [
      {
        ...fitting(again, model),
        ...placed,
        dependsOn,
        parentImagePlace,
        parentGenerationId: null,
        parentImageId: null,
      },
    ]
  })
  const priceOf = ({ model, modelOf, edit, resolution = '1K', count = imagesPerGeneration }: Step) => {
    const named = models.find(({ name }) => name === model)
    const offer = edit && named?.edits.find(({ operation }) => operation === edit.operation)
    if (offer) return offer.price * count
    const asked = board.getGeneration(modelOf ?? '')?.hiddenModel ?? named
    return (asked?.prices[resolution] ?? 0) * count
  }
  return {
    kind: 'rerun',
    projectId: board.projectId,
    price: steps.reduce((sum, step) => sum + priceOf(step), 0),
    steps,
  }
}

/** The changes of a card whose branch is to be run again. */
export type RerunDraft = {
  readonly prompt: string
  /** The display name of the model that was chosen; null: the card's own. */
  readonly modelName: string | null
}

const keyOf = (cardId: string) => `espalier.rerun-draft.${cardId}`

/** The unsent changes of a card, in this tab; null where there are none. */
export function readRerunDraft(cardId: string, storage: BrowserStorage = tabStorage): RerunDraft | null {
  const { prompt, modelName } = Object(storage.readJson(keyOf(cardId))) as { prompt?: unknown; modelName?: unknown }
  if (typeof prompt !== 'string') return null
  return { prompt, modelName: typeof modelName === 'string' ? modelName : null }
}

export const keepRerunDraft = (cardId: string, draft: RerunDraft, storage: BrowserStorage = tabStorage): void =>
  void storage.writeJson(keyOf(cardId), draft)

/** Drops a draft that was sent; a newer one stays. */
export function forgetRerunDraft(cardId: string, sent: RerunDraft, storage: BrowserStorage = tabStorage): void {
  const now = readRerunDraft(cardId, storage)
  if (now?.prompt === sent.prompt && now.modelName === sent.modelName) storage.remove(keyOf(cardId))
}
