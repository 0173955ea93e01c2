import { and, eq, inArray, sql } from 'drizzle-orm'
import type { SeriesShape } from '#contract/cards/series.ts'
import type { UserId } from '#domain/account/user-id.ts'
import { failure, success } from '#domain/result.ts'
import { canRunAgain, stepStatuses } from '#domain/series/step.ts'
import { findImage } from '#server/cards/find-image.ts'
import type { HidingDeps } from '#server/cards/hide-models.ts'
import { type AsyncResult, refusableTransaction } from '#server/db/refusal.ts'
import type { Transaction, UserDatabase } from '../../db/database.ts'
import { series, seriesSteps } from '../../db/schema/series.ts'
import { appendEvents } from '../../events/append-events.ts'
import { cancelJobs } from '../generations/cancel-generation.ts'
import { changeImages } from '../images/change-images.ts'
import { setFeedback } from '../images/feedback.ts'
import { findSeries, seriesChanged } from './series-rows.ts'

type ChangeSeriesDeps = HidingDeps & { readonly db: UserDatabase }
type Named = { readonly userId: UserId; readonly seriesId: string }

/** Changes a series of the user, appends its event, and returns its state. */
const changeSeries = (
  deps: ChangeSeriesDeps,
  { userId, seriesId }: Named,
  change: (tx: Transaction) => Promise<void>,
): AsyncResult<SeriesShape> =>
  refusableTransaction<SeriesShape>(deps.db, async (tx) => {
    const inside = { ...deps, db: tx }
    const found = await findSeries(inside, userId, seriesId)
    if (!found) return failure({ code: 'not-found' })
    await change(tx)
    await appendEvents(tx, userId, await seriesChanged(inside, userId, seriesId))
    return success((await findSeries(inside, userId, seriesId)) ?? found)
  })

/** Cancels the waiting steps and the unfinished images of the others. Finished ones stay. */
export const cancelSeries = (deps: ChangeSeriesDeps, named: Named): AsyncResult<SeriesShape> =>
  changeSeries(deps, named, async (tx) => {
    await tx
      .update(seriesSteps)
      .set({ status: 'cancelled' })
      .where(and(eq(seriesSteps.seriesId, named.seriesId), eq(seriesSteps.status, 'waiting')))
    // Read after the waiting steps were locked: one of them may have begun meanwhile.
    const steps = await tx
      .select({ generationId: seriesSteps.generationId })
      .from(seriesSteps)
      .where(eq(seriesSteps.seriesId, named.seriesId))
    const cards = steps.flatMap(({ generationId }) => generationId ?? [])
    const cancelled = Map.groupBy(await cancelJobs(tx, cards), ({ generationId }) => generationId)
    for (const [generationId, images] of cancelled) {
      const changes = images.map(({ imageId }) => ({ imageId, set: { status: 'cancelled' as const } }))
      await changeImages(tx, { userId: named.userId, generationId }, changes)
    }
  })

/** Queues the steps again that were refused, skipped or canceled: the cards before them may have images now. */
export const goOnWithSeries = (deps: ChangeSeriesDeps, named: Named): AsyncResult<SeriesShape> =>
  changeSeries(deps, named, async (tx) => {
    const again = stepStatuses.filter(canRunAgain)
    await tx
      .update(seriesSteps)
      .set({ status: 'waiting', message: null, tryAt: sql`now()` })
      .where(and(eq(seriesSteps.seriesId, named.seriesId), inArray(seriesSteps.status, again)))
  })

/** Picks an image of one of the cards as the winner, which stars it; another one may be picked later. */
export const pickWinner = (
  deps: ChangeSeriesDeps,
  named: Named & { readonly imageId: string },
): AsyncResult<SeriesShape> =>
  refusableTransaction<SeriesShape>(deps.db, async (tx) => {
    const inside = { ...deps, db: tx }
    const { userId, seriesId, imageId } = named
    const found = await findSeries(inside, userId, seriesId)
    const image = found && (await findImage(tx, userId, imageId))?.image
    if (!found || !image) return failure({ code: 'not-found' })
    if (!found.steps.some(({ generationId }) => generationId === image.generationId))
      return failure({ code: 'impossible', message: 'This image is not one of the series.' })
    if (image.status !== 'completed') return failure({ code: 'impossible', message: 'This image is not there yet.' })
    await tx.update(series).set({ winnerImageId: imageId }).where(eq(series.id, seriesId))
    const starred = await setFeedback(tx, { userId, imageId, feedbackType: 'star', wanted: 'given' })
    if (!starred.ok) return starred
    await appendEvents(tx, userId, await seriesChanged(inside, userId, seriesId))
    // Read again: it names its models now.
    return success((await findSeries(inside, userId, seriesId)) ?? found)
  })
