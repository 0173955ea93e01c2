import { and, eq, isNull, sql } from 'drizzle-orm'
import type { UserId } from '#domain/account/user-id.ts'
import type { Refusal } from '#server/db/refusal.ts'
import { lockSeeds } from '../../db/advisory-locks.ts'
import type { Transaction } from '../../db/database.ts'
import { users } from '../../db/schema/accounts.ts'

const accountLock = (userId: UserId) => sql`hashtextextended(${userId}, ${lockSeeds.accounts})`

/** The account was deleted after the request had been let in. */
const deleted: Refusal = { code: 'unauthenticated', message: 'This account was deleted.' }

/**
 * Keeps an account from being deleted until the transaction ends; requests of one account do not wait for each other. The first
 * lock of a transaction that spends: it refers to the account's row before it locks the events, and the deletion does the
 * opposite. @returns A refusal where the account is deleted.
 */
export async function keepAccount(tx: Transaction, userId: UserId): Promise<Refusal | null> {
  await tx.execute(sql`select pg_advisory_xact_lock_shared(${accountLock(userId)})`)
  const [there] = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.deletedAt)))
  return there ? null : deleted
}

/** Waits for the requests of an account that spend, and keeps off later ones, until the transaction that deletes it ends. */
export async function lockAccount(tx: Transaction, userId: UserId): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${accountLock(userId)})`)
}
