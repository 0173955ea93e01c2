import { createHmac } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { and, eq, type SQL, sql } from 'drizzle-orm'
import { failingDays, maxPause, pauseAfter } from '#domain/webhooks/webhook-event.ts'
import { query } from '#server/db/sql/query.ts'
import type { KeySeal } from '#server/models/seal-key.ts'
import type { EndpointFetch } from '#server/providers/common/endpoint-fetch.ts'
import { isNotPublic } from '#server/providers/common/public-address.ts'
import { retryAfterMs } from '#server/providers/common/retry-after.ts'
import type { BackgroundTask } from '../../background/runner.ts'
import type { SystemDatabase } from '../../db/database.ts'
import { webhookDeliveries, webhooks } from '../../db/schema/webhooks.ts'
import { uuidArray } from '../../db/sql/expressions.ts'
import { answerLimits } from '../../operations/bounded-fetch.ts'
import { collectDeliveries } from './collect-deliveries.ts'
import { addressFault, isListed, type WebhookHosts } from './webhook-address.ts'
import { type DeliveryRow, placeOf, type WebhookRow } from './webhook-rows.ts'

export type SendDeps = {
  readonly db: SystemDatabase
  readonly keySeal: KeySeal
  readonly webhookHosts: WebhookHosts
  readonly endpointFetch: EndpointFetch
  /** Called when a webhook was switched off, once, after that is stored. */
  onSwitchedOff(webhook: Pick<WebhookRow, 'userId' | 'url'>): void
}

/** Deliveries that are sent at a time, by one process, and those of one user among them. */
const atOnce = 10
const ofUserAtOnce = 3
const collectEveryMs = 1_000
/** Standard Webhooks recommends 15 to 30 seconds. */
const timeLimitMs = 20_000
/** When another process takes over what this one had begun to send, in seconds: after the time limit. */
const leaseSeconds = 45
/** The claim of a delivery: its first try, which no other process takes over before the lease ends. */
export const firstTry = () => ({ tries: 1, runAt: new Date(Date.now() + leaseSeconds * 1_000) })
const shownError = 300

/** The signature of Standard Webhooks, by each secret that is in force. */
export function signatureOf(secrets: readonly string[], id: string, timestamp: number, body: string): string {
  const sign = (secret: string) =>
    createHmac('sha256', Buffer.from(secret.replace(/^whsec_/, ''), 'base64'))
      .update(`${id}.${timestamp}.${body}`)
      .digest('base64')
  return secrets.map((secret) => `v1,${sign(secret)}`).join(' ')
}

function secretsOf(keySeal: KeySeal, webhook: WebhookRow): string[] {
  const place = placeOf(webhook)
  const isOldInForce = (webhook.oldSecretUntil?.getTime() ?? 0) > Date.now()
  const sealed = [webhook.secret, ...(isOldInForce && webhook.oldSecret ? [webhook.oldSecret] : [])]
  return sealed.flatMap((each) => keySeal.open(each, place) ?? [])
}

/** The result of a try. `status`: of the reply; null where there was none. */
type Outcome = { readonly status: number | null; readonly error: string | null; readonly retryAfter: number | null }

const failed = (error: string): Outcome => ({ status: null, error, retryAfter: null })

async function post(
  { keySeal, webhookHosts, endpointFetch }: SendDeps,
  webhook: WebhookRow,
  { id, body }: DeliveryRow,
): Promise<Outcome> {
  const fault = addressFault(webhook.url, webhookHosts)
  if (fault) return failed(fault)
  const secrets = secretsOf(keySeal, webhook)
  if (secrets.length === 0) return failed('The secret can not be read. Replace it.')
  const timestamp = Math.floor(Date.now() / 1_000)
  const reach = isListed(new URL(webhook.url), webhookHosts) ? 'anywhere' : 'public'
  try {
    const reply = await endpointFetch.for({ reach })(answerLimits.status)(webhook.url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Espalier-Webhooks',
        'webhook-id': id,
        'webhook-timestamp': String(timestamp),
        'webhook-signature': signatureOf(secrets, id, timestamp, body),
      },
      body,
      signal: AbortSignal.timeout(timeLimitMs),
    })
    await reply.body?.cancel()
    const { status, ok } = reply
    const waitMs = retryAfterMs(reply.headers, Date.now(), maxPause * 1_000)
    return {
      status,
      error: ok ? null : `The receiver answered ${status}.`,
      retryAfter: waitMs === null ? null : waitMs / 1_000,
    }
  } catch (error) {
    if (isNotPublic(error)) return failed('The address leads into an internal network.')
    if (error instanceof Error && error.name === 'TimeoutError')
      return failed(`The receiver did not answer in ${timeLimitMs / 1_000} seconds.`)
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error)
    return failed(`The receiver could not be reached: ${cause}`.slice(0, shownError))
  }
}

/** Claims a delivery for this process, unless another one has begun to send it. */
async function claim(db: SystemDatabase, id: string): Promise<DeliveryRow | null> {
  const [row] = await db
    .update(webhookDeliveries)
    .set({
      tries: sql`${webhookDeliveries.tries} + 1`,
      runAt: sql`now() + ${`${leaseSeconds} seconds`}::interval`,
    })
    .where(
      and(
        eq(webhookDeliveries.id, id),
        eq(webhookDeliveries.state, 'waiting'),
        sql`${webhookDeliveries.runAt} <= now()`,
      ),
    )
    .returning()
  return row ?? null
}

/** Writes what came of a try, unless another process has taken the delivery over since. */
async function settle(
  { db, onSwitchedOff }: SendDeps,
  webhook: WebhookRow,
  delivery: DeliveryRow,
  { status, error, retryAfter }: Outcome,
): Promise<void> {
  const pause = error === null || status === 410 ? null : pauseAfter(delivery.tries, Math.random())
  const seconds = pause === null ? 0 : Math.max(pause, retryAfter ?? 0)
  const next = { status, error, runAt: new Date(Date.now() + seconds * 1_000) }
  // A webhook that is off is sent nothing but what its person asks for.
  const state = error === null ? 'delivered' : pause === null || webhook.state === 'off' ? 'failed' : 'waiting'
  await db
    .update(webhookDeliveries)
    .set({ state, ...next })
    .where(and(eq(webhookDeliveries.id, delivery.id), eq(webhookDeliveries.tries, delivery.tries)))
  const isGone = status === 410
  const hasFailedLong = Date.now() - (webhook.failingSince?.getTime() ?? Date.now()) > failingDays * 86_400_000
  const failingSince = error === null ? null : (webhook.failingSince ?? new Date())
  await db.update(webhooks).set({ failingSince }).where(eq(webhooks.id, webhook.id))
  if (error === null || !(isGone || hasFailedLong)) return
  const switched = await db
    .update(webhooks)
    .set({ state: 'off' })
    .where(and(eq(webhooks.id, webhook.id), eq(webhooks.state, 'on')))
    .returning({ userId: webhooks.userId, url: webhooks.url })
  // Waiting deliveries would never be sent, nor end.
  if (switched.length > 0) await endUnsent(db, eq(webhookDeliveries.webhookId, webhook.id))
  // Of several deliveries that end at once the first switches it off.
  for (const each of switched) onSwitchedOff(each)
}

/** Sends a delivery that this process has claimed. */
export async function deliver(deps: SendDeps, delivery: DeliveryRow): Promise<void> {
  const [webhook] = await deps.db.select().from(webhooks).where(eq(webhooks.id, delivery.webhookId))
  if (webhook) await settle(deps, webhook, delivery, await post(deps, webhook, delivery))
}

/** Ends a delivery that would never be sent. */
const endUnsent = (db: SystemDatabase, which: SQL | undefined) =>
  db
    .update(webhookDeliveries)
    .set({ state: 'failed', error: 'The webhook was switched off.' })
    .where(and(which, eq(webhookDeliveries.state, 'waiting')))

async function claimAndDeliver(deps: SendDeps, id: string): Promise<void> {
  const delivery = await claim(deps.db, id)
  if (!delivery) return
  const [webhook] = await deps.db
    .select({ state: webhooks.state })
    .from(webhooks)
    .where(eq(webhooks.id, delivery.webhookId))
  if (webhook?.state === 'off') await endUnsent(deps.db, eq(webhookDeliveries.id, id))
  else await deliver(deps, delivery)
}

/** A delivery that is due, and whose it is. */
type Due = { readonly id: string; readonly userId: string }

/**
 * The delivery that is due for the longest, of a user with fewer than `ofUserAtOnce` on the way: of equals the user who was served
 * least lately. Walks from user to user by the index of waiting deliveries (a loose index scan), so that a backlog of one costs
 * the others nothing. @param served The users, the one served last at the end.
 */
async function nextDue(
  db: SystemDatabase,
  { underWay, served, setAside }: { underWay: readonly Due[]; served: readonly string[]; setAside: readonly string[] },
): Promise<Due | null> {
  const full = [...Map.groupBy(underWay, ({ userId }) => userId)].filter(([, list]) => list.length >= ofUserAtOnce)
  const { rows } = await query<Due>(
    db,
    { id: 'string', userId: 'string' },
    sql`
    with recursive waiting as (
      (select user_id from webhook_deliveries where state = 'waiting' order by user_id limit 1)
      union all
      select (select later.user_id from webhook_deliveries later
              where later.state = 'waiting' and later.user_id > waiting.user_id
              order by later.user_id limit 1)
      from waiting where waiting.user_id is not null
    )
    select first.id, waiting.user_id as "userId" from waiting
    cross join lateral (
      select id, run_at from webhook_deliveries deliveries
      where state = 'waiting' and deliveries.user_id = waiting.user_id and run_at <= now()
        and id::text not in (select * from jsonb_array_elements_text(${JSON.stringify([...underWay.map(({ id }) => id), ...setAside])}::jsonb))
      order by run_at limit 1
    ) first
    where waiting.user_id <> all(${uuidArray(full.map(([userId]) => userId))})
    order by array_position(${uuidArray(served)}, waiting.user_id) nulls first, first.run_at limit 1`,
  )
  return rows[0] ?? null
}

/**
 * Sends what happened to webhooks: signed by Standard Webhooks, each tried for two days. As soon as one has ended the next one goes:
 * a receiver that takes its time delays no other user.
 */
export const webhookTask = (deps: SendDeps): BackgroundTask => ({
  name: 'webhooks',
  everyMs: collectEveryMs,
  async run(round) {
    const { items, signal } = round
    const underWay = new Map<Due, Promise<unknown>>()
    const served = new Set<string>()
    let collectedAt = Number.NEGATIVE_INFINITY
    do {
      if (!signal.aborted && performance.now() - collectedAt >= collectEveryMs) {
        collectedAt = performance.now()
        await collectDeliveries(deps.db, round)
      }
      while (!signal.aborted && underWay.size < atOnce) {
        const onTheWay = [...underWay.keys()]
        const due = await nextDue(deps.db, { underWay: onTheWay, served: [...served], setAside: items.setAside() })
        if (!due) break
        served.delete(due.userId)
        served.add(due.userId)
        const sent = items.attempt(due.id, () => claimAndDeliver(deps, due.id)).finally(() => underWay.delete(due))
        underWay.set(due, sent)
      }
      if (underWay.size > 0) await Promise.race([...underWay.values(), wait(collectEveryMs, null, { ref: false })])
    } while (underWay.size > 0)
  },
})
