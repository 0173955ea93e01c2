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

/** The request that makes a card and everything below it again, with its price by today's models; seeds stay. */
export function rerunRequest(
  board: RerunBoard & { readonly projectId: string },
  ancestorId: string,
  { change, models }: { readonly change: RerunChange; readonly models: readonly ModelShape[] },
): RequestSeriesInput {
  const steps = rerunPlan(ancestorId, rerunCards(board)).flatMap<Step>(
    ({ cardId, dependsOn, parentImagePlace, place }) => {
      const card = board.asMade(cardId)
      if (!card) return []
      const again = repeatCard(card, { seed: card.settings.seed })
      const placed = { canvasX: place.x, canvasY: place.y }
      if (dependsOn === null) return [{ ...again, ...placed, prompt: change.prompt.trim(), model: change.modelName }]
      return [{ ...again, ...placed, dependsOn, parentImagePlace, parentGenerationId: null, parentImageId: null }]
    },
  )
  const priceOf = ({ model, resolution = '1K' }: Step) =>
    (models.find(({ name }) => name === model)?.prices[resolution] ?? 0) * imagesPerGeneration
  return {
    kind: 'rerun',
    projectId: board.projectId,
    price: steps.reduce((sum, step) => sum + priceOf(step), 0),
    steps,
  }
}
