import { and, asc, count, eq, isNull, ne } from 'drizzle-orm'
import { type BranchCapShape, maxCapsOfProject } from '#contract/money/branch-cap.ts'
import type { UserId } from '#domain/account/user-id.ts'
import { failure, success } from '#domain/result.ts'
import { type AsyncResult, type Refusal, refusableTransaction } from '#server/db/refusal.ts'
import type { Querier, Transaction, UserDatabase } from '../../db/database.ts'
import { branchCaps } from '../../db/schema/branch-caps.ts'
import { generations } from '../../db/schema/generations.ts'
import { lockOpenProject } from '../projects/lock-project.ts'
import { isOpenProject } from '../projects/project-rows.ts'
import { branchesWithHidden, spentOfBranches } from './branch-spent.ts'

type CappedBranch = { readonly userId: UserId; readonly generationId: string }

/** The project of a card of the user's that is on the board; null where there is none. */
async function projectOf(
  db: Pick<UserDatabase, 'select'>,
  { userId, generationId }: CappedBranch,
): Promise<string | null> {
  const [card] = await db
    .select({ projectId: generations.projectId })
    .from(generations)
    .where(and(eq(generations.id, generationId), eq(generations.userId, userId), isNull(generations.deletedAt)))
  return card?.projectId ?? null
}

/** The capped branches of a project of the user's, whose first cards are on the board. */
export async function listBranchCaps(
  db: Querier,
  { userId, projectId }: { readonly userId: UserId; readonly projectId: string },
): AsyncResult<{ items: BranchCapShape[]; nextCursor: null }> {
  if (!(await isOpenProject(db, userId, projectId))) return failure({ code: 'not-found' })
  const caps = await db
    .select({ generationId: branchCaps.generationId, most: branchCaps.most })
    .from(branchCaps)
    .innerJoin(generations, eq(generations.id, branchCaps.generationId))
    .where(and(eq(branchCaps.projectId, projectId), eq(branchCaps.userId, userId), isNull(generations.deletedAt)))
    .orderBy(asc(generations.createdAt), asc(generations.id))
  const spent = await spentToShow(
    db,
    { userId, projectId },
    caps.map(({ generationId }) => generationId),
  )
  return success({ items: caps.map((cap) => ({ ...cap, spent: spent(cap.generationId) })), nextCursor: null })
}

/** The cost of each capped branch; null where that would reveal a model that a race hides. */
async function spentToShow(
  db: Querier,
  whose: { readonly userId: UserId; readonly projectId: string },
  capped: readonly string[],
): Promise<(generationId: string) => number | null> {
  const spent = await spentOfBranches(db, capped)
  const hidden = await branchesWithHidden(db, whose, capped)
  return (generationId) => (hidden.has(generationId) ? null : (spent.get(generationId) ?? 0))
}

/** Why no other branch of this project can have a cap; null where one can. The caller has locked the project. */
async function capCountRefusal(
  tx: Transaction,
  { projectId, generationId }: { readonly projectId: string; readonly generationId: string },
): Promise<Refusal | null> {
  const [others] = await tx
    .select({ count: count() })
    .from(branchCaps)
    .where(and(eq(branchCaps.projectId, projectId), ne(branchCaps.generationId, generationId)))
  if ((others?.count ?? 0) < maxCapsOfProject) return null
  return {
    code: 'too-large',
    message: `This project has ${maxCapsOfProject} capped branches, which is the most there can be. Remove a cap first.`,
  }
}

/** Sets the most that a branch may cost, also less than it has cost already: then nothing more can be generated in it. */
export function setBranchCap(
  db: UserDatabase,
  { userId, generationId, most }: CappedBranch & { readonly most: number },
): AsyncResult<BranchCapShape> {
  return refusableTransaction<BranchCapShape>(db, async (tx) => {
    const projectId = await projectOf(tx, { userId, generationId })
    if (projectId === null || !(await lockOpenProject(tx, userId, projectId))) return failure({ code: 'not-found' })
    const full = await capCountRefusal(tx, { projectId, generationId })
    if (full) return failure(full)
    await tx
      .insert(branchCaps)
      .values({ generationId, projectId, userId, most })
      .onConflictDoUpdate({ target: branchCaps.generationId, set: { most } })
    const spent = await spentToShow(tx, { userId, projectId }, [generationId])
    return success({ generationId, most, spent: spent(generationId) })
  })
}

/** Removes the cap of a branch; without one nothing happens. */
export function removeBranchCap(
  db: UserDatabase,
  { userId, generationId }: CappedBranch,
): AsyncResult<{ removed: number }> {
  return refusableTransaction<{ removed: number }>(db, async (tx) => {
    const projectId = await projectOf(tx, { userId, generationId })
    if (projectId === null || !(await lockOpenProject(tx, userId, projectId))) return failure({ code: 'not-found' })
    const removed = await tx.delete(branchCaps).where(eq(branchCaps.generationId, generationId)).returning()
    return success({ removed: removed.length })
  })
}
