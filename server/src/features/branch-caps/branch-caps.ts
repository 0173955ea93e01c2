import { and, asc, eq, isNull } from 'drizzle-orm'
import type { BranchCapShape } from '#contract/branch-cap.ts'
import { failure, success } from '#domain/result.ts'
import type { Database } from '../../db/database.ts'
import { branchCaps } from '../../db/schema/branch-caps.ts'
import { generations } from '../../db/schema/generations.ts'
import { lockOpenProject } from '../projects/lock-project.ts'
import { isOpenProject } from '../projects/project-rows.ts'
import { type Refusable, refusableTransaction } from '../refusal.ts'
import { branchSpent } from './branch-spent.ts'

type CappedBranch = { readonly userId: string; readonly generationId: string }

/** The project of a card of the user's that is on the board; null where there is none. */
async function projectOf(db: Pick<Database, 'select'>, { userId, generationId }: CappedBranch): Promise<string | null> {
  const [card] = await db
    .select({ projectId: generations.projectId })
    .from(generations)
    .where(and(eq(generations.id, generationId), eq(generations.userId, userId), isNull(generations.deletedAt)))
  return card?.projectId ?? null
}

/** The capped branches of a project of the user's, whose first cards are on the board. */
export async function listBranchCaps(
  db: Database,
  { userId, projectId }: { readonly userId: string; readonly projectId: string },
): Refusable<{ items: BranchCapShape[]; nextCursor: null }> {
  if (!(await isOpenProject(db, userId, projectId))) return failure({ code: 'not-found' })
  const caps = await db
    .select({ generationId: branchCaps.generationId, most: branchCaps.most })
    .from(branchCaps)
    .innerJoin(generations, eq(generations.id, branchCaps.generationId))
    .where(and(eq(branchCaps.projectId, projectId), eq(branchCaps.userId, userId), isNull(generations.deletedAt)))
    .orderBy(asc(generations.createdAt), asc(generations.id))
  const items = await Promise.all(caps.map(async (cap) => ({ ...cap, spent: await branchSpent(db, cap.generationId) })))
  return success({ items, nextCursor: null })
}

/** Sets the most that a branch may cost, less than it has cost already too: then nothing more is made in it. */
export function setBranchCap(
  db: Database,
  { userId, generationId, most }: CappedBranch & { readonly most: number },
): Refusable<BranchCapShape> {
  return refusableTransaction<BranchCapShape>(db, async (tx) => {
    const projectId = await projectOf(tx, { userId, generationId })
    if (projectId === null || !(await lockOpenProject(tx, userId, projectId))) return failure({ code: 'not-found' })
    await tx
      .insert(branchCaps)
      .values({ generationId, projectId, userId, most })
      .onConflictDoUpdate({ target: branchCaps.generationId, set: { most } })
    return success({ generationId, most, spent: await branchSpent(tx, generationId) })
  })
}

/** Takes the cap off a branch; where there is none, nothing happens. */
export function removeBranchCap(db: Database, { userId, generationId }: CappedBranch): Refusable<{ removed: number }> {
  return refusableTransaction<{ removed: number }>(db, async (tx) => {
    const projectId = await projectOf(tx, { userId, generationId })
    if (projectId === null || !(await lockOpenProject(tx, userId, projectId))) return failure({ code: 'not-found' })
    const removed = await tx.delete(branchCaps).where(eq(branchCaps.generationId, generationId)).returning()
    return success({ removed: removed.length })
  })
}
