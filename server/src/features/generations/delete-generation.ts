import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { withDescendants } from '#domain/lineage/descendants.ts'
import { failure, success } from '#domain/result.ts'
import type { Database } from '../../db/database.ts'
import { generations } from '../../db/schema/generations.ts'
import { appendEvents } from '../../events/append-events.ts'
import { changeImages } from '../images/change-images.ts'
import { lockProject } from '../projects/lock-project.ts'
import { projectChanged } from '../projects/project-changed.ts'
import { type Refusable, refusableTransaction } from '../refusal.ts'
import { cancelJobs } from './cancel-generation.ts'

type GenerationInput = { readonly userId: string; readonly generationId: string }

/** Moves a generation and everything that branches from it to the trash, and stops what of it still runs. */
export function deleteGeneration(
  db: Database,
  { userId, generationId }: GenerationInput,
): Refusable<{ deleted: number; ids: string[] }> {
  return refusableTransaction<{ deleted: number; ids: string[] }>(db, async (tx) => {
    const [root] = await tx
      .select({ projectId: generations.projectId })
      .from(generations)
      .where(and(eq(generations.id, generationId), eq(generations.userId, userId), isNull(generations.deletedAt)))
    if (!root) return failure({ code: 'not-found' })
    const { projectId } = root
    await lockProject(tx, projectId)
    const nodes = await tx
      .select({ id: generations.id, parentId: generations.parentGenerationId })
      .from(generations)
      .where(and(eq(generations.projectId, projectId), isNull(generations.deletedAt)))
    const ids = withDescendants(generationId, nodes)
    const cancelled = Map.groupBy(await cancelJobs(tx, ids), (job) => job.generationId)
    // One moment for the whole branch: by it 'restore' knows what was deleted together.
    await tx.update(generations).set({ deletedAt: sql`now()` }).where(inArray(generations.id, ids))
    for (const [id, jobs] of cancelled)
      await changeImages(
        tx,
        { userId, generationId: id },
        jobs.map(({ imageId }) => ({ imageId, set: { status: 'cancelled' as const } })),
      )
    await appendEvents(tx, userId, [
      { name: 'generation-deleted', projectId, generationId, ids },
      await projectChanged(tx, userId, projectId),
    ])
    return success({ deleted: ids.length, ids })
  })
}

/** Puts a deleted generation back, with everything that was deleted together with it below it. */
export function restoreGeneration(
  db: Database,
  { userId, generationId }: GenerationInput,
): Refusable<{ restored: number; ids: string[] }> {
  return refusableTransaction<{ restored: number; ids: string[] }>(db, async (tx) => {
    const [root] = await tx
      .select({ projectId: generations.projectId, deletedAt: generations.deletedAt })
      .from(generations)
      .where(and(eq(generations.id, generationId), eq(generations.userId, userId)))
    if (!root) return failure({ code: 'not-found' })
    if (!root.deletedAt) return success({ restored: 0, ids: [] })
    const { projectId, deletedAt } = root
    await lockProject(tx, projectId)
    const nodes = await tx
      .select({ id: generations.id, parentId: generations.parentGenerationId })
      .from(generations)
      .where(and(eq(generations.projectId, projectId), eq(generations.deletedAt, deletedAt)))
    const ids = withDescendants(generationId, nodes)
    await tx.update(generations).set({ deletedAt: null }).where(inArray(generations.id, ids))
    await appendEvents(tx, userId, [
      { name: 'generation-restored', projectId, generationId, ids },
      await projectChanged(tx, userId, projectId),
    ])
    return success({ restored: ids.length, ids })
  })
}
