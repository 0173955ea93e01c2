import { and, desc, eq } from 'drizzle-orm'
import type { UserId } from '#domain/account/user-id.ts'
import { failure, success } from '#domain/result.ts'
import type { UserDatabase } from '../db/database.ts'
import type { AsyncResult } from '../db/refusal.ts'
import { generations } from '../db/schema/generations.ts'
import { favoriteModels, hiddenModels } from '../db/schema/model-connections.ts'
import type { ModelRegistry } from '../providers/registry.ts'

/** Of how many of a person's last cards the models count as recently used. */
const lastCards = 200

/** The changes of a person's own picker to the catalogue; models are named by their values. */
export type OwnPicker = {
  /** Switched off. */
  readonly hidden: ReadonlySet<string>
  readonly favourites: ReadonlySet<string>
  /** When the last card with it was made. */
  readonly usedAt: ReadonlyMap<string, Date>
}

/** The picker of a person; of a visitor, null, nothing. */
export async function readOwnPicker(db: UserDatabase, userId: UserId | null): Promise<OwnPicker> {
  if (userId === null) return { hidden: new Set(), favourites: new Set(), usedAt: new Map() }
  const [hidden, favourites, cards] = [
    await db.select({ model: hiddenModels.model }).from(hiddenModels).where(eq(hiddenModels.userId, userId)),
    await db.select({ model: favoriteModels.model }).from(favoriteModels).where(eq(favoriteModels.userId, userId)),
    await db
      .select({ model: generations.model, createdAt: generations.createdAt })
      .from(generations)
      .where(eq(generations.userId, userId))
      .orderBy(desc(generations.createdAt))
      .limit(lastCards),
  ]
  return {
    hidden: new Set(hidden.map(({ model }) => model)),
    favourites: new Set(favourites.map(({ model }) => model)),
    // The newest comes last, and stays.
    usedAt: new Map(cards.toReversed().map(({ model, createdAt }) => [model, createdAt])),
  }
}

type Deps = { readonly db: UserDatabase; readonly registry: ModelRegistry }
type Named = { readonly userId: UserId; readonly model: string }

/** Says whether a model is in the person's own picker. Nothing else changes: cards and calls may still name it. */
export async function showModel(
  { db, registry }: Deps,
  { userId, model: named, isShown }: Named & { isShown: boolean },
): AsyncResult<{ model: string; isShown: boolean }> {
  const model = registry.findFor(userId, named)?.value
  if (model === undefined) return failure({ code: 'not-found' })
  if (isShown) await db.delete(hiddenModels).where(and(eq(hiddenModels.userId, userId), eq(hiddenModels.model, model)))
  else await db.insert(hiddenModels).values({ userId, model }).onConflictDoNothing()
  return success({ model, isShown })
}

/** Says whether a model is one of the person's favorites. */
export async function favourModel(
  { db, registry }: Deps,
  { userId, model: named, isFavourite }: Named & { isFavourite: boolean },
): AsyncResult<{ model: string; isFavourite: boolean }> {
  const model = registry.findFor(userId, named)?.value
  if (model === undefined) return failure({ code: 'not-found' })
  if (isFavourite) await db.insert(favoriteModels).values({ userId, model }).onConflictDoNothing()
  else await db.delete(favoriteModels).where(and(eq(favoriteModels.userId, userId), eq(favoriteModels.model, model)))
  return success({ model, isFavourite })
}
