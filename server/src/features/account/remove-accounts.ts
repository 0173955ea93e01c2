import { eq, sql } from 'drizzle-orm'
import { asUserId, type UserId } from '#domain/account/user-id.ts'
import type { BackgroundTask } from '#server/background/runner.ts'
import { query } from '#server/db/sql/query.ts'
import type { BillingProvider } from '#server/features/billing/billing-provider.ts'
import { lockSeeds } from '../../db/advisory-locks.ts'
import type { SystemDatabase, Transaction } from '../../db/database.ts'
import { removeRows, rowsOf } from '../../db/remove-rows.ts'
import { users } from '../../db/schema/accounts.ts'
import { modelConnections } from '../../db/schema/model-connections.ts'
import { modelKeys } from '../../db/schema/model-keys.ts'
import { uuidArray } from '../../db/sql/expressions.ts'
import { keysOfImage } from '../../pictures/picture-keys.ts'
import { findSubscription, isPaidByStripe } from '../billing/plan-of.ts'
import { markUnused } from '../files/unused-files.ts'
import { notifyConnections } from '../models/connections/connection-rows.ts'
import { removeProfile } from '../profile/change-avatar.ts'
import { cardsToRemove, readSeconds, removeCards, removeSheets } from '../trash/remove-cards.ts'
import { uploadAttempt } from '../uploads/upload-files.ts'

/** Rows that are removed in one transaction; a card counts as one. */
const rowsAtOnce = 500
/** Accounts of one round. */
const accountsAtOnce = 100
/** Time that workers have to cancel at providers what they had asked for. */
const cancelSeconds = 60

/** Tables that grow with an account, in the order of removal: those that refer to others first, and what the rows of a card would carry along. */
export const tablesBeforeCards = [
  'webhook_deliveries',
  'webhooks',
  'share_likes',
  'comment_replies',
  'comment_reads',
  'share_comments',
  'visit_emails',
  'round_log',
  'round_decisions',
  'round_proofs',
  'review_rounds',
  'share_visitors',
  'shares',
  'assistant_runs',
  'purse_steps',
  'series_steps',
  'series',
  'card_history',
  'fingerprint_queue',
  'image_fingerprints',
  'description_requests',
  'image_descriptions',
]
export const tablesAfterCards = [
  'frames',
  'notes',
  'branch_caps',
  'project_canvas_state',
  'oauth_codes',
  'oauth_secrets',
  'api_tokens',
  'purses',
  'projects',
  'credit_entries',
  'credit_lots',
  'spending',
  'billing_events',
  'audit_log',
  'events',
  'applied_changes',
  'idempotency_keys',
  'style_pins',
  'styles',
  'saved_prompts',
  'language_uses',
  'language_calls',
  'word_lists',
  'reference_versions',
  'named_references',
  'hidden_models',
  'favourite_models',
  'comfy_workflows',
  'job_turns',
]

/** Removes uploads, and schedules their files for removal. @returns Their number. */
async function removeUploads(tx: Transaction, userId: UserId, room: number): Promise<number> {
  const { rows } = await query<{ id: string }>(
    tx,
    { id: 'string' },
    sql`delete from uploads where id = any(array(
      select id from uploads where user_id = ${userId} limit ${room})) returning id`,
  )
  const keys = rows.flatMap(({ id }) => keysOfImage(id, uploadAttempt))
  await markUnused(tx, keys, { afterSeconds: readSeconds })
  return rows.length
}

/**
 * Removes the keys of models and the added providers, as many as the limits of an account allow: workers cancel with them what they had
 * asked for, until the removal begins. The models of a provider, up to a thousand, go before it. @returns The number of keys and providers.
 */
async function removeKeys(tx: Transaction, userId: UserId): Promise<number> {
  const keys = await tx.delete(modelKeys).where(eq(modelKeys.userId, userId))
  const providers = await tx.delete(modelConnections).where(eq(modelConnections.userId, userId))
  return (keys.rowCount ?? 0) + (providers.rowCount ?? 0)
}

/** Removes rows of an account, as many as one transaction may. @returns The room that is left. */
async function removeSome(tx: Transaction, userId: UserId): Promise<number> {
  const ofUser = { column: 'user_id', id: userId } as const
  let room = await removeRows(tx, rowsOf(ofUser, ['connection_models']), rowsAtOnce)
  if (room === 0) return 0
  // Keys and providers go all at once: they may be more than the room that the models have left.
  room -= await removeKeys(tx, userId)
  if (room <= 0) return 0
  room = await removeRows(tx, rowsOf(ofUser, tablesBeforeCards), room)
  if (room === 0) return 0
  const cards = await cardsToRemove(tx, sql`user_id = ${userId} order by created_at`, room)
  await removeCards(tx, cards)
  room -= cards.length
  if (room === 0) return 0
  const some = sql`select id from thumbnail_sheets where user_id = ${userId} limit ${room}`
  room -= await removeSheets(tx, sql`id = any(array(${some}))`)
  room -= await removeUploads(tx, userId, room)
  return removeRows(tx, rowsOf(ofUser, tablesAfterCards), room)
}

/**
 * Takes a deleted account for this transaction: the lease of its removal, which ends with the connection. Never waits: a process that
 * does not get it leaves the account to the next round. @param of `rows`: beside requests that were let in before; `account`: after
 * the last of them, and before none, since no row may refer to the account any more.
 */
async function takeAccount(tx: Transaction, userId: UserId, of: 'rows' | 'account'): Promise<boolean> {
  const lock = of === 'rows' ? sql`for no key update` : sql`for update`
  const taken = await tx.execute(
    sql`select 1 from users where id = ${userId} and deleted_at is not null ${lock} skip locked`,
  )
  if (taken.rows.length === 0) return false
  // One lock for the sheets of all projects: PostgreSQL's table of locks has no room for one of each of 10,000.
  const sheets = await query<{ got: boolean }>(
    tx,
    { got: 'boolean' },
    sql`select pg_try_advisory_xact_lock(hashtextextended(${userId}, ${lockSeeds.personSheets})) as got`,
  )
  return sheets.rows[0]?.got === true
}

/**
 * Removes a part of an account. @returns `more`: there were rows; `none`: there were no more, and the account's own can follow;
 * `over`: it is removed, or waits for the next round.
 */
function removePart(db: SystemDatabase, userId: UserId, of: 'rows' | 'account'): Promise<'more' | 'none' | 'over'> {
  return db.transaction(async (tx) => {
    if (!(await takeAccount(tx, userId, of))) return 'over'
    if ((await removeSome(tx, userId)) < rowsAtOnce) return 'more'
    if (of === 'rows') return 'none'
    // Bought in a checkout that was open at the deletion: the next round ends it first.
    if (isPaidByStripe(await findSubscription(tx, userId))) return 'over'
    // Of a request that had been let in before the deletion.
    await removeProfile(tx, userId)
    await notifyConnections(tx)
    await tx.delete(users).where(eq(users.id, userId))
    return 'over'
  })
}

type RemoveDeps = { readonly db: SystemDatabase; readonly billing: BillingProvider }

/** @throws Error where the payments can't be ended now: until then the account keeps its own row, and the subscription that names them. */
async function removeAccount({ db, billing }: RemoveDeps, userId: UserId, signal: AbortSignal): Promise<void> {
  const ended = await billing.endSubscription(userId)
  let of: 'rows' | 'account' = 'rows'
  while (!signal.aborted) {
    if (of === 'account' && !ended.ok)
      throw new Error(`The payments of a deleted account can not be ended: ${ended.error.message ?? ''}`)
    const part = await removePart(db, userId, of)
    if (part === 'over') return
    of = part === 'none' ? 'account' : 'rows'
  }
}

/**
 * Removes deleted accounts: ends their payments, then removes their rows in short transactions and schedules their files, their own row
 * last. What is left at a stop, or at the end of a process, follows later. An account whose payments can't be ended keeps only its own
 * row and its subscription; it is tried again with a back-off, logged and counted, and delays no other.
 */
export const removeAccountsTask = (deps: RemoveDeps): BackgroundTask => ({
  name: 'remove accounts',
  everyMs: 2_000,
  async run({ items, signal }) {
    const { rows } = await query<{ id: string }>(
      deps.db,
      { id: 'string' },
      sql`select id from users where deleted_at is not null
        and (deleted_at < now() - make_interval(secs => ${cancelSeconds}) or not (
          exists (select 1 from jobs where user_id = users.id and state = 'queued')
          or exists (select 1 from jobs where user_id = users.id and state = 'running')))
        and id <> all(${uuidArray([...items.setAside()])})
        order by deleted_at limit ${accountsAtOnce}`,
    )
    for (const { id } of rows) {
      if (signal.aborted) return
      await items.attempt(id, () => removeAccount(deps, asUserId(id), signal))
    }
  },
})
