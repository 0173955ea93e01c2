import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { deletedEmail } from '#domain/account/guest.ts'
import type { UserId } from '#domain/account/user-id.ts'
import { query } from '#server/db/sql/query.ts'
import type { Transaction } from '../../db/database.ts'
import { accounts, users } from '../../db/schema/accounts.ts'
import { apiTokens } from '../../db/schema/api-tokens.ts'
import { assistantRuns, languageModels } from '../../db/schema/assistant.ts'
import { webhooks } from '../../db/schema/webhooks.ts'
import { cancelJobs } from '../generations/cancel-generation.ts'
import { notifyConnections } from '../models/connections/connection-rows.ts'
import { removeProfile } from '../profile/change-avatar.ts'
import { lockAccount } from './lock-account.ts'
import { endResetLinks, endSessions } from './sessions.ts'

/** Cancels the images in the queue and in work: as many as one account may have there. */
async function cancelImages(tx: Transaction, userId: UserId): Promise<void> {
  const live = await query<{ generation_id: string }>(
    tx,
    { generation_id: 'string' },
    // Each state has an index of its own.
    sql`select generation_id from jobs where user_id = ${userId} and state = 'queued'
      union select generation_id from jobs where user_id = ${userId} and state = 'running'`,
  )
  if (live.rows.length === 0) return
  await cancelJobs(
    tx,
    live.rows.map((job) => job.generation_id),
  )
}

/**
 * Ends what an account does by itself, with as many rows as the limits of an account allow. The keys of models and the added providers
 * stay until its removal begins: workers cancel with them what they had asked for.
 */
async function endPrograms(tx: Transaction, userId: UserId): Promise<void> {
  const isOpenToken = and(eq(apiTokens.userId, userId), eq(apiTokens.kind, 'program'), isNull(apiTokens.revokedAt))
  await tx.update(apiTokens).set({ revokedAt: sql`now()` }).where(isOpenToken)
  await tx.update(webhooks).set({ state: 'off' }).where(eq(webhooks.userId, userId))
  await tx
    .update(assistantRuns)
    .set({ state: 'stopped', pending: null, worker: null, leaseUntil: null, endedAt: sql`now()` })
    .where(and(eq(assistantRuns.userId, userId), inArray(assistantRuns.state, ['asks', 'working'])))
  await tx.delete(languageModels).where(eq(languageModels.userId, userId))
  // Added providers leave the memory of every process too.
  await notifyConnections(tx)
}

/**
 * Marks an account as deleted. Its email and its username are free, no way in is left, and what it does by itself ends, with as many rows
 * changed as the limits of one account allow. Everything else of it is removed later. A session or a token that is made at the same
 * time is refused by a trigger (migration 0057). @returns Whether there was such an account.
 */
export async function markDeleted(tx: Transaction, userId: UserId): Promise<boolean> {
  await lockAccount(tx, userId)
  // Before the account's row: a worker that finishes an image locks them in this order.
  await cancelImages(tx, userId)
  const marked = await tx
    .update(users)
    .set({
      deletedAt: sql`now()`,
      email: deletedEmail(userId),
      emailVerified: false,
      name: '',
      firstName: '',
      image: null,
      isOperator: false,
      updatedAt: sql`now()`,
    })
    .where(and(eq(users.id, userId), isNull(users.deletedAt)))
    .returning({ id: users.id })
  if (marked.length === 0) return false
  await endSessions(tx, userId, null)
  await tx.delete(accounts).where(eq(accounts.userId, userId))
  await endResetLinks(tx, userId)
  await endPrograms(tx, userId)
  await removeProfile(tx, userId)
  return true
}
