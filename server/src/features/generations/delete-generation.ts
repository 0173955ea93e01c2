import { and, eq } from 'drizzle-orm'
import type { UserId } from '#domain/account/user-id.ts'
import { failure, success } from '#domain/result.ts'
import { type AsyncResult, refusableTransaction } from '#server/db/refusal.ts'
import type { UserDatabase } from '../../db/database.ts'
import { generations } from '../../db/schema/generations.ts'
import { changeBoard } from '../boards/change-board.ts'
import { lockProject } from '../projects/lock-project.ts'

type GenerationInput = { readonly userId: UserId; readonly generationId: string }

function moveBranch(
  db: UserDatabase,
  kind: 'delete' | 'restore',
  { userId, generationId }: GenerationInput,
): AsyncResult<string[]> {
  return refusableTransaction<string[]>(db, async (tx) => {
    const [root] = await tx
      .select({ projectId: generations.projectId })
      .from(generations)
      .where(and(eq(generations.id, generationId), eq(generations.userId, userId)))
    if (!root) return failure({ code: 'not-found' })
    const { projectId } = root
    await lockProject(tx, projectId)
    const { outcomes } = await changeBoard(tx, { userId, projectId, changes: [{ kind, generationId }] })
    const [done] = outcomes
    return done?.outcome === 'applied' ? success([...(done.ids ?? [])]) : failure({ code: 'not-found' })
  })
}

/** Moves a generation and its descendants to the trash, and cancels their running images. */
export async function deleteGeneration(
  db: UserDatabase,
  input: GenerationInput,
): AsyncResult<{ deleted: number; ids: string[] }> {
  const moved = await moveBranch(db, 'delete', input)
  return moved.ok ? success({ deleted: moved.value.length, ids: moved.value }) : moved
}

/**
 * Restores a deleted generation at its old place, with the descendants that were deleted together with it. Its parent may still
 * be in the trash: the connector appears again once the parent is restored.
 */
export async function restoreGeneration(
  db: UserDatabase,
  input: GenerationInput,
): AsyncResult<{ restored: number; ids: string[] }> {
  const moved = await moveBranch(db, 'restore', input)
  return moved.ok ? success({ restored: moved.value.length, ids: moved.value }) : moved
}
