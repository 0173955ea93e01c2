import type { GenerationShape } from '#contract/generation.ts'
import type { ModelShape } from '#contract/model.ts'
import type { RequestSeriesInput } from '#contract/series.ts'
import { imagesPerGeneration } from '#domain/generation/status.ts'
import { type RerunCard, rerunPlan } from '#domain/series/rerun-plan.ts'
import type { CardLayout } from '#web/data/board/card-layout.ts'
import { repeatCard } from './repeat-card.ts'

type Step = RequestSeriesInput['steps'][number]

/** The board as far as a re-run reads it. */
export type RerunBoard = {
  readonly cards: ReadonlyMap<string, CardLayout>
  asMade(id: string): GenerationShape | undefined
  /** The models among which a card's own is, where a race hides it. */
  racingModels(id: string): readonly string[]
}

/** The most cards that are run again at once. */
export const mostRerunCards = 100

const placeOfImage = (parent: GenerationShape | undefined, imageId: string | null): number | null =>
  parent?.images.find(({ id }) => id === imageId)?.orderNum ?? null

/** The cards as the plan knows them. */
const rerunCards = ({ cards, asMade }: RerunBoard): RerunCard[] =>
  Array.from(cards.values(), ({ id, parentId, x, y, isCollapsed }) => {
    const parent = parentId === null ? undefined : asMade(parentId)
    const imageId = asMade(id)?.parentImageId ?? null
    return { id, parentId, x, y, isCollapsed, parentImagePlace: placeOfImage(parent, imageId) }
  })

/** What changes: of the first card alone, everything below is made as it was. */
export type RerunChange = { readonly prompt: string; readonly modelName: string }

/** Models that the branch needs and that are not there now. */
export const missingModels = (request: RequestSeriesInput, models: readonly ModelShape[]): string[] => {
  const available = new Set(models.filter(({ isAvailable }) => isAvailable).map(({ name }) => name))
  return [...new Set(request.steps.flatMap(({ model = '' }) => (available.has(model) ? [] : [model])))]
}

/**
 * The request that makes a card and everything below it again, with its price by today's models; seeds stay. A card whose
 * model a race hides is reckoned at the dearest of the race.
 */
export function rerunRequest(
  board: RerunBoard & { readonly projectId: string },
  ancestorId: string,
  { change, models }: { readonly change: RerunChange; readonly models: readonly ModelShape[] },
): RequestSeriesInput {
  const steps = rerunPlan(ancestorId, rerunCards(board)).flatMap<Step>(
    ({ cardId, dependsOn, parentImagePlace, place }) => {
      const card = board.asMade(cardId)
      if (!card) return []
      const again = { ...repeatCard(card, { seed: card.settings.seed }), repeats: cardId }
      const placed = { canvasX: place.x, canvasY: place.y }
      if (dependsOn === null) return [{ ...again, ...placed, prompt: change.prompt.trim(), model: change.modelName }]
      return [{ ...again, ...placed, dependsOn, parentImagePlace, parentGenerationId: null, parentImageId: null }]
    },
  )
  const priceOf = ({ model, repeats, resolution = '1K' }: Step) => {
    const hidden = model === board.asMade(repeats ?? '')?.model ? board.racingModels(repeats ?? '') : []
    const could = models.filter(({ name }) => name === model || hidden.includes(name))
    return Math.max(0, ...could.map(({ prices }) => prices[resolution])) * imagesPerGeneration
  }
  return {
    kind: 'rerun',
    projectId: board.projectId,
    price: steps.reduce((sum, step) => sum + priceOf(step), 0),
    steps,
  }
}
