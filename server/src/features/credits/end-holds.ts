import type { UserId } from '#domain/account/user-id.ts'
import { closeHold, type HoldEnd } from '#domain/credits/close-hold.ts'
import type { ImageStatus } from '#domain/generation/status.ts'
import type { Transaction } from '../../db/database.ts'
import { appendEvents, lockEvents } from '../../events/append-events.ts'
import { holdsOfCall, openHolds, writeEntries } from './credit-rows.ts'
import { creditsChanged } from './credits-changed.ts'

/** The effect of an image's status on its hold; null where it stays open. */
function endOf(status: ImageStatus): HoldEnd | null {
  if (status === 'completed') return 'captured'
  return status === 'failed' || status === 'cancelled' ? 'released' : null
}

/**
 * Captures or releases the holds of images that have ended: captured where the picture is stored, released where it is not. Runs
 * in the transaction that changes the images, whose caller has locked the user's events. @returns Whether anything was held for
 * them, and the purses that get something back.
 */
export async function endHolds(
  tx: Transaction,
  userId: UserId,
  images: readonly { readonly imageId: string; readonly status: ImageStatus }[],
): Promise<{ readonly money: 'ended' | 'none'; readonly purseIds: ReadonlySet<string> }> {
  const ends = new Map(
    images.flatMap(({ imageId, status }) => {
      const end = endOf(status)
      return end ? [[imageId, end] as const] : []
    }),
  )
  if (ends.size === 0) return { money: 'none', purseIds: new Set() }
  const now = Date.now()
  const holds = await openHolds(tx, [...ends.keys()])
  const entries = holds.flatMap(({ hold, lot, generationId, imageId }) =>
    closeHold({ hold, lot }, ends.get(imageId) ?? 'released', now).map((entry) => ({
      ...entry,
      generationId,
      imageId,
    })),
  )
  await writeEntries(tx, userId, entries)
  const purseIds = holds.flatMap(({ imageId, purseId }) =>
    purseId !== null && ends.get(imageId) === 'released' ? [purseId] : [],
  )
  return { money: entries.length > 0 ? 'ended' : 'none', purseIds: new Set(purseIds) }
}

/**
 * Captures or releases what is held for a call of a language model, in the transaction that ends it, and reports the credits. Nothing may
 * be locked afterwards.
 */
export async function endHoldsOfCall(
  tx: Transaction,
  userId: UserId,
  { holdIds, end }: { readonly holdIds: readonly string[]; readonly end: HoldEnd },
): Promise<void> {
  if (holdIds.length === 0) return
  await lockEvents(tx, userId)
  const now = Date.now()
  const holds = await holdsOfCall(tx, holdIds)
  const entries = holds.flatMap(({ hold, lot, purpose, useId }) =>
    closeHold({ hold, lot }, end, now).map((entry) => ({ ...entry, purpose, useId })),
  )
  await writeEntries(tx, userId, entries)
  await appendEvents(tx, userId, [await creditsChanged(tx, userId)])
}
