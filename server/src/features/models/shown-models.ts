import { and, eq } from 'drizzle-orm'
import type { UserId } from '#domain/account/user-id.ts'
import { failure, success } from '#domain/result.ts'
import type { Querier, UserDatabase } from '../../db/database.ts'
import { hiddenModels } from '../../db/schema/model-connections.ts'
import type { ModelRegistry } from '../../providers/registry.ts'
import type { Refusable } from '../refusal.ts'

/** The values of the models that a person has switched off for themselves. */
export async function hiddenBy(db: Querier, userId: UserId): Promise<ReadonlySet<string>> {
  const rows = await db.select({ model: hiddenModels.model }).from(hiddenModels).where(eq(hiddenModels.userId, userId))
  return new Set(rows.map(({ model }) => model))
}

/** Says whether a model is in the person's own picker. Nothing else changes: cards and calls may still name it. */
export async function showModel(
  { db, registry }: { db: UserDatabase; registry: ModelRegistry },
  { userId, model: named, isShown }: { userId: UserId; model: string; isShown: boolean },
): Refusable<{ model: string; isShown: boolean }> {
  const model = registry.findFor(userId, named)?.value
  if (model === undefined) return failure({ code: 'not-found' })
  if (isShown) await db.delete(hiddenModels).where(and(eq(hiddenModels.userId, userId), eq(hiddenModels.model, model)))
  else await db.insert(hiddenModels).values({ userId, model }).onConflictDoNothing()
  return success({ model, isShown })
}
