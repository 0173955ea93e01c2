import { eq, sql } from 'drizzle-orm'
import type { PurseShape } from '#contract/programs/purse.ts'
import type { UserId } from '#domain/account/user-id.ts'
import { refusalOfPurse } from '#domain/purses/purse.ts'
import { failure, success } from '#domain/result.ts'
import type { AsyncResult, Refusal } from '#server/db/refusal.ts'
import type { Transaction, UserDatabase } from '../../db/database.ts'
import { purses } from '../../db/schema/purses.ts'
import { appendEvents } from '../../events/append-events.ts'
import { emptyPurse } from './purse-area.ts'
import { findPurse, pursesChanged } from './purse-rows.ts'

/** The purse of a request is gone: its person has removed it, with its token. */
export const removedPurse: Refusal = {
  code: 'forbidden',
  message: 'The purse that this works in was removed. Ask its person for another one.',
}

/** Why a purse can not be worked in at all, whatever it costs; null where it can. */
export function closedPurse({ name, state }: Pick<PurseShape, 'name' | 'state'>): Refusal | null {
  if (state === 'open') return null
  const message =
    state === 'ended'
      ? `The purse '${name}' has ended. Ask its person for another one.`
      : `The purse '${name}' is paused by its person. Wait until it is opened again; reading still works.`
  return { code: 'forbidden', message }
}

/**
 * Lets a purse pay a price, with or without a token. Locks its row until the transaction ends: of two concurrent requests the second
 * sees what the first has held. To be called after projects, jobs and generations are locked, and before API tokens and events. The
 * caller writes the purse into the entries that hold the price. @param price Hundredths of a credit.
 */
export async function claimPurse(
  tx: Transaction,
  { userId, purseId, price }: { readonly userId: UserId; readonly purseId: string; readonly price: number },
): AsyncResult<PurseShape> {
  // Not `for update`, which would wait for rows that refer to this one.
  await tx.select({ id: purses.id }).from(purses).where(eq(purses.id, purseId)).for('no key update')
  const purse = await findPurse(tx, userId, purseId)
  if (!purse) return failure(removedPurse)
  const refused = refusalOfPurse(purse, price)
  if (refused === 'empty') return failure(emptyPurse(purse, price))
  const closed = closedPurse(purse)
  if (closed) return failure(closed)
  if (purse.missing !== null) await tx.update(purses).set({ missing: null }).where(eq(purses.id, purseId))
  return success(purse)
}

/**
 * Notes that a refused request asks for more than a purse has, so that its person sees it. Apart from the request, whose transaction
 * was rolled back.
 */
export async function noteMissing(db: UserDatabase, userId: UserId, refusal: Refusal): Promise<void> {
  // The missing amount would reveal the price of a model that a race hides: then it is not said.
  if (refusal.code !== 'purse-empty' || refusal.data === undefined) return
  const { purseId, missing } = refusal.data as { purseId: string; missing: number }
  await db.transaction(async (tx) => {
    const changed = await tx
      .update(purses)
      .set({ missing })
      .where(sql`${purses.id} = ${purseId} and ${purses.missing} is distinct from ${missing}`)
      .returning({ id: purses.id })
    await appendEvents(
      tx,
      userId,
      await pursesChanged(
        tx,
        changed.map(({ id }) => id),
      ),
    )
  })
}
