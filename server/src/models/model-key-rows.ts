import { and, eq } from 'drizzle-orm'
import type { UserId } from '#domain/account/user-id.ts'
import type { OwnKeys } from '#domain/models/provider-keys.ts'
import { isKeyed, type KeyedProvider, type ProviderName } from '#domain/models/providers.ts'
import type { Querier } from '../db/database.ts'
import { modelKeys } from '../db/schema/model-keys.ts'
import type { KeySeal } from './seal-key.ts'

/** The providers that the user has a key of their own for. */
export async function ownKeysOf(db: Querier, userId: UserId): Promise<OwnKeys> {
  const rows = await db.select({ provider: modelKeys.provider }).from(modelKeys).where(eq(modelKeys.userId, userId))
  return new Set<ProviderName>(rows.map(({ provider }) => provider))
}

/** A user's own key in the clear, for the call that needs it; null where there is none, or it can't be opened any more. */
export async function openOwnKey(
  { db, keySeal }: { db: Querier; keySeal: KeySeal },
  place: { userId: UserId; provider: ProviderName },
): Promise<string | null> {
  if (!isKeyed(place.provider)) return null
  const [row] = await db.select({ sealed: modelKeys.sealed }).from(modelKeys).where(keyAt(place.userId, place.provider))
  return row ? keySeal.open(row.sealed, place) : null
}

/** The one row of a user's key of a provider. */
export const keyAt = (userId: UserId, provider: KeyedProvider) =>
  and(eq(modelKeys.userId, userId), eq(modelKeys.provider, provider))
