import { and, eq, gt, lt, sql } from 'drizzle-orm'
import type { UserId } from '#domain/account/user-id.ts'
import type { LanguagePurpose } from '#domain/credits/ledger.ts'
import { failure, success } from '#domain/result.ts'
import { type AsyncResult, refusableTransaction } from '#server/db/refusal.ts'
import type { Money } from '#server/models/money.ts'
import type { BackgroundTask } from '../../background/runner.ts'
import type { Querier, SystemDatabase, Transaction, UserDatabase } from '../../db/database.ts'
import { languageCalls, languageUses } from '../../db/schema/assistant.ts'
import { appendEvents } from '../../events/append-events.ts'
import { keepAccount } from '../../features/account/lock-account.ts'
import { writeEntries } from '../../features/credits/credit-rows.ts'
import { creditsChanged } from '../../features/credits/credits-changed.ts'
import { endHoldsOfCall } from '../../features/credits/end-holds.ts'
import { claimFunds } from '../../features/credits/reserve-funds.ts'
import { claimKey, freeKey, type IdempotentRequest, keepDetail } from '../../features/idempotency.ts'
import { tokensUsed } from '../assistant/model-settings.ts'
import { lockRunsOf, serverTokensOf } from '../assistant/run-rows.ts'

export type CallDeps = {
  readonly db: UserDatabase
  readonly money: Money
  /** A call whose process does not renew its lease for so long gives its price back. */
  readonly callLeaseSeconds: number
  newId(): string
}

/** Calls of one user that are under way at once, of all processes: each holds a place of a request, also that of a user's own model. */
export const callsAtOnce = { ofUser: 3, inBackground: 2 } as const
const busy = `${callsAtOnce.ofUser} requests of yours to the language model are under way. Try again when one is done.`

/** A call that is about to be made. */
export type NewCall = {
  readonly userId: UserId
  /** The API token that asks, whose budget counts it; null: the user. */
  readonly tokenId: string | null
  readonly purpose: LanguagePurpose
  /** Hundredths of a credit. */
  readonly price: number
  /** Calls of the user that may be under way with it. */
  readonly maxAtOnce: number
  /** The tokens that the server's model takes at most, guessed, and those of one user in a day; null: the model is the user's own. */
  readonly tokens: { readonly guessed: number; readonly perDay: number } | null
  readonly idempotency: IdempotentRequest | null
}

/** A call that is under way. */
export type OpenCall = Pick<NewCall, 'userId' | 'idempotency' | 'price'> & { readonly id: string }

const lease = (seconds: number) => sql`now() + ${`${seconds} seconds`}::interval`

/** Reserves tokens of the server's model, under the lock of the user's runs. @returns False where those of the day are used. */
async function reserveTokens(tx: Transaction, id: string, { userId, tokens }: NewCall): Promise<boolean> {
  if (tokens === null) return true
  await tx
    .delete(languageUses)
    .where(and(eq(languageUses.userId, userId), sql`created_at < now() - interval '24 hours'`))
  if ((await serverTokensOf(tx, userId, null)) >= tokens.perDay) return false
  await tx.insert(languageUses).values({ id, userId, tokens: tokens.guessed })
  return true
}

/**
 * Begins a call: claims its key, reserves its tokens and holds its price, before the model is asked. @returns `repeated` where an earlier
 * request has the key.
 */
export const beginCall = (deps: CallDeps, asked: NewCall): AsyncResult<OpenCall | 'repeated'> =>
  refusableTransaction<OpenCall | 'repeated'>(deps.db, async (tx) => {
    const { userId, tokenId, purpose, price, idempotency } = asked
    const deleted = await keepAccount(tx, userId)
    if (deleted) return failure(deleted)
    const id = deps.newId()
    const claimed = await claimKey(tx, userId, idempotency, id)
    if (!claimed.ok) return claimed
    if (claimed.value !== id) return success('repeated')
    await lockRunsOf(tx, userId)
    const underWay = and(eq(languageCalls.userId, userId), gt(languageCalls.leaseUntil, sql`now()`))
    if ((await tx.$count(languageCalls, underWay)) >= asked.maxAtOnce)
      return failure({ code: 'rate-limited', message: busy })
    if (!(await reserveTokens(tx, id, asked))) return failure({ code: 'rate-limited', message: tokensUsed })
    const funds = await claimFunds(tx, deps.money, { userId, tokenId, purseId: null, shares: [price] })
    if (!funds.ok) return funds
    const { plan } = funds.value
    const holds = plan === 'free' ? [] : plan.flat().map((hold) => ({ ...hold, id: deps.newId() }))
    await writeEntries(
      tx,
      userId,
      holds.map((hold) => ({ ...hold, tokenId, purpose, useId: id })),
    )
    await tx.insert(languageCalls).values({
      id,
      userId,
      holds: holds.map((hold) => hold.id),
      idempotencyKey: idempotency?.key ?? null,
      leaseUntil: lease(deps.callLeaseSeconds),
    })
    if (holds.length > 0) await appendEvents(tx, userId, [await creditsChanged(tx, userId)])
    return success({ id, userId, idempotency, price: plan === 'free' ? 0 : price })
  })

/** Renews the lease of a call. */
export const renewCall = (db: Querier, id: string, seconds: number) =>
  db
    .update(languageCalls)
    .set({ leaseUntil: lease(seconds) })
    .where(eq(languageCalls.id, id))

type CallEnd = {
  /** The tokens that were used. */
  readonly tokens: number
  /** Stores what the call has brought; left out where it has brought nothing. @returns Whether it is paid. */
  capture?(tx: Transaction): Promise<boolean>
  /** The reply to a repeated request. */
  readonly reply?: object
}

/**
 * Ends a call: captures its price where what it has brought is stored, else releases it and frees its key. @returns `lost`: another
 * process has taken this one for dead, and has released it.
 */
export const endCall = (
  db: UserDatabase,
  { id, userId, idempotency }: OpenCall,
  { tokens, capture, reply }: CallEnd,
): Promise<'captured' | 'released' | 'lost'> =>
  db.transaction(async (tx) => {
    const [call] = await tx.delete(languageCalls).where(eq(languageCalls.id, id)).returning()
    await tx.update(languageUses).set({ tokens }).where(eq(languageUses.id, id))
    if (!call) return 'lost'
    const end = (await capture?.(tx)) ? 'captured' : 'released'
    if (end === 'captured') await keepDetail(tx, userId, { request: idempotency, detail: reply })
    else await freeKey(tx, userId, { key: call.idempotencyKey, resultId: id })
    await endHoldsOfCall(tx, userId, { holdIds: call.holds, end })
    return end
  })

/** Calls of dead processes that are released in one round. */
const atOnce = 100

/** Releases the calls of dead processes, so that their price is given back and their keys can be used again. */
export const sweepCallsTask = (db: SystemDatabase): BackgroundTask => ({
  name: 'language calls',
  everyMs: 2_000,
  async run({ items, signal }) {
    const isOver = lt(languageCalls.leaseUntil, sql`now()`)
    const lost = await db.select({ id: languageCalls.id }).from(languageCalls).where(isOver).limit(atOnce)
    for (const { id } of lost) {
      if (signal.aborted) return
      await items.attempt(id, () =>
        db.transaction(async (tx) => {
          const [call] = await tx
            .delete(languageCalls)
            .where(and(eq(languageCalls.id, id), isOver))
            .returning()
          if (!call) return
          await freeKey(tx, call.userId, { key: call.idempotencyKey, resultId: id })
          await endHoldsOfCall(tx, call.userId, { holdIds: call.holds, end: 'released' })
        }),
      )
    }
  },
})
