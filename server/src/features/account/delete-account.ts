import { eq, sql } from 'drizzle-orm'
import { guestDays } from '#domain/account/guest.ts'
import { asUserId, type UserId } from '#domain/account/user-id.ts'
import { failure, success } from '#domain/result.ts'
import { query } from '#server/db/sql/query.ts'
import type { BillingProvider } from '#server/features/billing/billing-provider.ts'
import type { Round } from '../../background/runner.ts'
import { lockSeeds } from '../../db/advisory-locks.ts'
import type { SystemDatabase, Transaction, UserDatabase } from '../../db/database.ts'
import { users } from '../../db/schema/accounts.ts'
import { profiles } from '../../db/schema/profiles.ts'
import { lockEvents } from '../../events/append-events.ts'
import { avatarKey, keysOfImage, keysOfSheet } from '../../pictures/picture-keys.ts'
import { markUnused } from '../files/unused-files.ts'
import { cancelJobs } from '../generations/cancel-generation.ts'
import { notifyConnections } from '../model-connections/connection-rows.ts'
import { avatarName } from '../profile/change-avatar.ts'
import { type Refusable, refusableTransaction } from '../refusal.ts'
import { uploadAttempt } from '../uploads/upload-files.ts'
import { lockAccount } from './lock-account.ts'
import { isOperator, lastOperatorRefusal, lockOperators } from './operators.ts'
import { type Passwords, requirePassword } from './passwords.ts'

/** By then workers have abandoned images in progress, and readers of a file have finished. */
const afterSeconds = 600
/** Rows whose files are noted by one statement. */
const batch = 5_000

type FileOwner = { id: string; attempt: number }

/** Schedules every file of the account for removal. */
async function scheduleFileRemoval(tx: Transaction, userId: UserId): Promise<void> {
  const images = await query<FileOwner>(
    tx,
    { id: 'string', attempt: 'number' },
    sql`select id, attempt from generated_images where user_id = ${userId}
        union all select id, ${uploadAttempt}::int from uploads where user_id = ${userId}`,
  )
  for (let at = 0; at < images.rows.length; at += batch) {
    const keys = images.rows.slice(at, at + batch).flatMap(({ id, attempt }) => keysOfImage(id, attempt))
    await markUnused(tx, keys, { afterSeconds })
  }
  const sheets = await query<{ id: string }>(
    tx,
    { id: 'string' },
    sql`delete from thumbnail_sheets where user_id = ${userId} returning id`,
  )
  const sheetKeys = sheets.rows.flatMap(({ id }) => keysOfSheet(id))
  await markUnused(tx, sheetKeys, { afterSeconds })
  const [profile] = await tx.select({ avatarUrl: profiles.avatarUrl }).from(profiles).where(eq(profiles.userId, userId))
  if (profile?.avatarUrl) await markUnused(tx, [avatarKey(avatarName(profile.avatarUrl))], { afterSeconds })
}

/** Waits for sheets and requests in progress; later ones find the account gone. */
async function lockEverything(tx: Transaction, userId: UserId): Promise<void> {
  // One lock for the sheets of all projects: PostgreSQL's table of locks has no room for one of each of 10,000.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${userId}, ${lockSeeds.personSheets}))`)
  await lockAccount(tx, userId)
  await tx.execute(sql`select 1 from projects where user_id = ${userId} order by id for update`)
  const live = await query<{ generation_id: string }>(
    tx,
    { generation_id: 'string' },
    sql`select distinct generation_id from jobs where user_id = ${userId} and state in ('queued', 'running')`,
  )
  if (live.rows.length > 0)
    await cancelJobs(
      tx,
      live.rows.map((job) => job.generation_id),
    )
  await lockEvents(tx, userId)
}

/**
 * Deletes an account with all its data: an active plan is ended first, images in work are canceled, files follow within minutes.
 * Refused for the last operator. A worker that finishes meanwhile finds its job gone and keeps nothing. @param password Null for a guest, who has none.
 */
export async function deleteAccount(
  deps: {
    readonly db: UserDatabase
    readonly system: SystemDatabase
    readonly passwords: Passwords
    readonly billing: BillingProvider
  },
  { userId, password }: { readonly userId: UserId; readonly password: string | null },
): Refusable<{ deleted: number; ids: string[] }> {
  if (password !== null) {
    const known = await requirePassword(deps.passwords, { userId, password, field: 'password' })
    if (!known.ok) return known
  }
  const last = await lastOperatorRefusal(deps.system, userId)
  if (last) return failure(last)
  const ended = await deps.billing.endSubscription(userId)
  if (!ended.ok) return ended
  return refusableTransaction<{ deleted: number; ids: string[] }>(deps.db, async (tx) => {
    if (await isOperator(tx, userId)) {
      await lockOperators(tx)
      const lastNow = await lastOperatorRefusal(deps.system, userId)
      if (lastNow) return failure(lastNow)
    }
    const ids = await removeUser(tx, userId)
    return success({ deleted: ids.length, ids })
  })
}

/** Removes a user with all rows, and schedules the removal of all files. @returns The user's id; empty where there was none. */
async function removeUser(tx: Transaction, userId: UserId): Promise<string[]> {
  await lockEverything(tx, userId)
  await scheduleFileRemoval(tx, userId)
  await tx.execute(sql`delete from jobs where user_id = ${userId}`)
  await tx.execute(sql`delete from job_turns where user_id = ${userId}`)
  await tx.execute(sql`delete from events where user_id = ${userId}`)
  // Their added providers go with them, from the memory of every process too.
  await notifyConnections(tx)
  // Everything else hangs on this row.
  const gone = await tx.delete(users).where(eq(users.id, userId)).returning({ id: users.id })
  return gone.map(({ id }) => id)
}

/** A guest without a session, whom nothing can bring back, since as long as an unused session lasts. */
const isIdleGuest = sql`is_guest and created_at < now() - make_interval(days => ${guestDays})
  and not exists (select 1 from sessions where sessions.user_id = users.id and sessions.expires_at > now())`

/** Deletes idle guests like accounts, each in a transaction of its own: one that can't be deleted now delays no other. */
export async function sweepIdleGuests(db: SystemDatabase, { items, signal }: Round): Promise<void> {
  const idle = await query<{ id: string }>(
    db,
    { id: 'string' },
    sql`select id from users where ${isIdleGuest} order by created_at limit ${guestsAtOnce}`,
  )
  for (const { id } of idle.rows) {
    if (signal.aborted) return
    await items.attempt(`guest ${id}`, () =>
      db.transaction(async (tx) => {
        // Locks out a confirmation of the guest's email; not `for update`, which would wait for rows that refer to this one.
        const still = await tx.execute(sql`select 1 from users where id = ${id} and ${isIdleGuest} for no key update`)
        if (still.rows.length > 0) await removeUser(tx, asUserId(id))
      }),
    )
  }
}
/** Guests that one sweep deletes; the next one follows in ten minutes. */
const guestsAtOnce = 200
