import { and, eq, isNull } from 'drizzle-orm'
import type { GenerationShape } from '#contract/cards/generation.ts'
import type { UserId } from '#domain/account/user-id.ts'
import { failure, success } from '#domain/result.ts'
import { findGeneration } from '#server/cards/generation-rows.ts'
import type { HidingDeps } from '#server/cards/hide-models.ts'
import { type AsyncResult, refusableTransaction } from '#server/db/refusal.ts'
import type { UserDatabase } from '../../db/database.ts'
import { generations } from '../../db/schema/generations.ts'
import { appendEvents } from '../../events/append-events.ts'

export type GenerationChange = {
  readonly userId: UserId
  readonly generationId: string
  readonly isCollapsed?: boolean | undefined
  readonly canvasX?: number | undefined
  readonly canvasY?: number | undefined
}

/** Moves or collapses a card: only the given fields, so that two devices can change different fields. */
export function changeGeneration(
  deps: HidingDeps & { readonly db: UserDatabase },
  { userId, generationId, ...change }: GenerationChange,
): AsyncResult<GenerationShape> {
  const set = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
  return refusableTransaction<GenerationShape>(deps.db, async (tx) => {
    await tx
      .update(generations)
      .set(set)
      .where(and(eq(generations.id, generationId), eq(generations.userId, userId), isNull(generations.deletedAt)))
    const generation = await findGeneration({ ...deps, db: tx }, userId, generationId)
    if (!generation) return failure({ code: 'not-found' })
    const { projectId } = generation
    await appendEvents(tx, userId, [{ name: 'generation-changed', projectId, generationId, ...set }])
    return success(generation)
  })
}
