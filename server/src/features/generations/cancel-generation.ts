import { and, inArray, sql } from 'drizzle-orm'
import type { GenerationShape } from '#contract/cards/generation.ts'
import type { UserId } from '#domain/account/user-id.ts'
import { failure, success } from '#domain/result.ts'
import { findGeneration } from '#server/cards/generation-rows.ts'
import type { HidingDeps } from '#server/cards/hide-models.ts'
import { type AsyncResult, refusableTransaction } from '#server/db/refusal.ts'
import type { Transaction, UserDatabase } from '../../db/database.ts'
import { jobs } from '../../db/schema/jobs.ts'
import { jobChannel } from '../../jobs/job.ts'
import { changeImages } from '../images/change-images.ts'

/**
 * Ends queued jobs and asks the workers of running ones to abort; a running image becomes 'cancelled' when its worker has
 * released it. @returns The images that were canceled at once.
 */
export async function cancelJobs(
  tx: Transaction,
  generationIds: readonly string[],
): Promise<{ generationId: string; imageId: string }[]> {
  // Locked in the order of ids, as the renewal of leases does, so that the two can't deadlock.
  const live = await tx
    .select({ id: jobs.id, state: jobs.state, providerRequestId: jobs.providerRequestId })
    .from(jobs)
    .where(and(inArray(jobs.generationId, [...generationIds]), inArray(jobs.state, ['queued', 'running'])))
    .orderBy(jobs.id)
    .for('update')
  const running = live.filter((job) => job.state === 'running')
  // Queued, but a provider works on them: a worker has to cancel its request.
  const accepted = live.filter((job) => job.state === 'queued' && job.providerRequestId !== null)
  const untouched = live.filter((job) => job.state === 'queued' && job.providerRequestId === null)
  const idsOf = (list: typeof live) =>
    inArray(
      jobs.id,
      list.map((job) => job.id),
    )
  await tx.update(jobs).set({ cancelRequested: true }).where(idsOf(running))
  await tx.update(jobs).set({ cancelRequested: true, runAt: sql`now()` }).where(idsOf(accepted))
  if (accepted.length > 0) await tx.execute(sql`select pg_notify(${jobChannel}, 'queued')`)
  const waiting = await tx
    .update(jobs)
    .set({ state: 'cancelled', finishedAt: sql`now()` })
    .where(idsOf(untouched))
    .returning({ generationId: jobs.generationId, imageId: jobs.imageId })
  for (const { id } of running) await tx.execute(sql`select pg_notify(${jobChannel}, ${`cancel:${id}`})`)
  return waiting
}

/** Cancels the unfinished images of a generation. Finished ones stay. */
export function cancelGeneration(
  deps: HidingDeps & { readonly db: UserDatabase },
  { userId, generationId }: { userId: UserId; generationId: string },
): AsyncResult<GenerationShape> {
  return refusableTransaction<GenerationShape>(deps.db, async (tx) => {
    const found = await findGeneration({ ...deps, db: tx }, userId, generationId)
    if (!found) return failure({ code: 'not-found' })
    const cancelled = await cancelJobs(tx, [generationId])
    const changes = cancelled.map(({ imageId }) => ({ imageId, set: { status: 'cancelled' as const } }))
    await changeImages(tx, { userId, generationId }, changes)
    return success((await findGeneration({ ...deps, db: tx }, userId, generationId)) ?? found)
  })
}
