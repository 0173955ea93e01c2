import { and, asc, eq, isNull } from 'drizzle-orm'
import type { UserId } from '#domain/account/user-id.ts'
import { failure, success } from '#domain/result.ts'
import { type AsyncResult, refusableTransaction } from '#server/db/refusal.ts'
import type { UserDatabase } from '../../db/database.ts'
import { apiTokens } from '../../db/schema/api-tokens.ts'
import { generations } from '../../db/schema/generations.ts'
import { changeBoard } from '../boards/change-board.ts'
import { lockProject } from '../projects/lock-project.ts'

/**
 * Moves every card that a token asked for to the trash, with everything that branches from it, and cancels what is under way; also of
 * an ended token. One transaction for each project: a page shows the whole of a project's change at once.
 */
export async function trashMadeBy(
  db: UserDatabase,
  { userId, tokenId }: { readonly userId: UserId; readonly tokenId: string },
): AsyncResult<{ deleted: number; ids: string[] }> {
  const [token] = await db
    .select({ id: apiTokens.id })
    .from(apiTokens)
    .where(and(eq(apiTokens.id, tokenId), eq(apiTokens.userId, userId)))
  if (!token) return failure({ code: 'not-found' })
  const isMade = and(eq(generations.madeBy, tokenId), eq(generations.userId, userId), isNull(generations.deletedAt))
  const projects = await db
    .selectDistinct({ id: generations.projectId })
    .from(generations)
    .where(isMade)
    .orderBy(asc(generations.projectId))
  const ids: string[] = []
  for (const { id: projectId } of projects) {
    const moved = await refusableTransaction<string[]>(db, async (tx) => {
      await lockProject(tx, projectId)
      const cards = await tx
        .select({ id: generations.id })
        .from(generations)
        .where(and(isMade, eq(generations.projectId, projectId)))
        .orderBy(asc(generations.createdAt), asc(generations.id))
      // The oldest first: a branch that goes with its first card is gone when its own turn comes.
      const changes = cards.map(({ id }) => ({ kind: 'delete' as const, generationId: id }))
      const { outcomes } = await changeBoard(tx, { userId, projectId, changes })
      return success(outcomes.flatMap((done) => ('ids' in done && done.ids ? [...done.ids] : [])))
    })
    if (!moved.ok) return moved
    ids.push(...moved.value)
  }
  return success({ deleted: ids.length, ids })
}
