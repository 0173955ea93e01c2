import type { RequestGenerationInput } from '#contract/generation.ts'
import type { RequestSeriesInput } from '#contract/series.ts'
import type { Spread } from '#domain/series/spread.ts'
import { type PlannedCard, type SpreadPlan, seriesRequest } from '#web/data/spread/spread-plan.ts'
import type { Composing } from './composing.ts'

/** Which image the cards branch from; nothing for a new generation. */
const parentOf = (composing: Composing) =>
  composing.kind === 'new'
    ? {}
    : {
        parentGenerationId: composing.source.parentId,
        parentImageId: composing.source.imageId,
        branchKind: composing.kind,
      }

/** What Go asks the server for, where it makes one card. */
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

/** What Go asks the server for, where the prompt is spread over several cards. */
export const composeSeries = (
  composing: Composing,
  plan: SpreadPlan,
  { spread, projectId }: { readonly spread: Spread; readonly projectId: string },
): RequestSeriesInput => seriesRequest(plan, { spread, projectId, from: composing.place, more: parentOf(composing) })
