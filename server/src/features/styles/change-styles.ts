import { and, eq, sql } from 'drizzle-orm'
import type { StyleBody, StyleShape } from '#contract/cards/style.ts'
import type { UserId } from '#domain/account/user-id.ts'
import { plans } from '#domain/credits/plan.ts'
import { failure, success } from '#domain/result.ts'
import { type AsyncResult, type Refusal, refusableTransaction } from '#server/db/refusal.ts'
import type { Money } from '#server/models/money.ts'
import { lockSeeds } from '../../db/advisory-locks.ts'
import type { Transaction, UserDatabase } from '../../db/database.ts'
import { stylePins, styles } from '../../db/schema/styles.ts'
import { planOf } from '../billing/plan-of.ts'
import { claimKey, type IdempotentRequest } from '../idempotency.ts'
import { markOwnPicturesUsed } from '../references/own-pictures.ts'
import { findPrivateStyle, findStyle } from './style-rows.ts'

const notFound = failure({ code: 'not-found' } as const)

/** Why the user's plan allows no further style; null when it does. Concurrent requests take turns. */
async function fullSlots(tx: Transaction, money: Money, userId: UserId): Promise<Refusal | null> {
  if (money === 'off') return null
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${userId}::text, ${lockSeeds.styles}))`)
  const { styleSlots: slots, label } = plans[await planOf(tx, userId, money.now())]
  if ((await tx.$count(styles, eq(styles.userId, userId))) < slots) return null
  const held = slots === 1 ? 'one private style' : `${slots} private styles`
  const message = `The plan ${label} holds ${held}. Change or delete one, or choose a plan with more.`
  return { code: 'plan-limit', message, data: { slots } }
}

/** Makes a private style, if the plan has a slot for it. */
export function createStyle(
  deps: { db: UserDatabase; money: Money; newId(): string },
  input: { userId: UserId; body: StyleBody; idempotency: IdempotentRequest | null },
): AsyncResult<StyleShape> {
  const { userId, body } = input
  return refusableTransaction<StyleShape>(deps.db, async (tx) => {
    const id = deps.newId()
    const claimed = await claimKey(tx, userId, input.idempotency, id)
    if (!claimed.ok) return claimed
    if (claimed.value === id) {
      if (!(await markOwnPicturesUsed(tx, userId, body.referenceIds))) return notFound
      const full = await fullSlots(tx, deps.money, userId)
      if (full) return failure(full)
      await tx.insert(styles).values({ id, userId, ...body })
    }
    const style = await findPrivateStyle(tx, userId, claimed.value)
    return style ? success(style) : notFound
  })
}

/** Replaces a private style. Generations that used it keep the old one. */
export function changeStyle(
  db: UserDatabase,
  { userId, styleId, body }: { userId: UserId; styleId: string; body: StyleBody },
): AsyncResult<StyleShape> {
  return refusableTransaction<StyleShape>(db, async (tx) => {
    const own = and(eq(styles.id, styleId), eq(styles.userId, userId))
    const changed = await tx
      .update(styles)
      .set({ ...body, updatedAt: sql`now()` })
      .where(own)
      .returning({ id: styles.id })
    if (changed.length === 0 || !(await markOwnPicturesUsed(tx, userId, body.referenceIds))) return notFound
    const style = await findPrivateStyle(tx, userId, styleId)
    return style ? success(style) : notFound
  })
}

/** Deletes a private style with its pin; a sample can't be deleted. */
export function deleteStyle(
  db: UserDatabase,
  { userId, styleId }: { userId: UserId; styleId: string },
): AsyncResult<{ deleted: number; ids: string[] }> {
  return refusableTransaction(db, async (tx) => {
    const deleted = await tx
      .delete(styles)
      .where(and(eq(styles.id, styleId), eq(styles.userId, userId)))
      .returning({ id: styles.id })
    if (deleted.length === 0) return notFound
    await tx.delete(stylePins).where(and(eq(stylePins.userId, userId), eq(stylePins.styleId, styleId)))
    return success({ deleted: deleted.length, ids: deleted.map(({ id }) => id) })
  })
}

/** Pins a sample or one of the user's styles, or removes the pin; idempotent. */
export function setPin(
  db: UserDatabase,
  { userId, styleId, wanted }: { userId: UserId; styleId: string; wanted: 'pinned' | 'unpinned' },
): AsyncResult<StyleShape> {
  return refusableTransaction<StyleShape>(db, async (tx) => {
    const found = await findStyle(tx, userId, styleId)
    if (!found) return notFound
    if (wanted === 'pinned') await tx.insert(stylePins).values({ userId, styleId }).onConflictDoNothing()
    else await tx.delete(stylePins).where(and(eq(stylePins.userId, userId), eq(stylePins.styleId, styleId)))
    return success({ ...found, isPinned: wanted === 'pinned' })
  })
}
