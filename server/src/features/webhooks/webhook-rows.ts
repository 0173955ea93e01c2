import { randomBytes } from 'node:crypto'
import { and, desc, eq, sql } from 'drizzle-orm'
import type { CreatedWebhookShape, CreateWebhookBody, DeliveryShape, WebhookShape } from '#contract/programs/webhook.ts'
import type { UserId } from '#domain/account/user-id.ts'
import { failure, success } from '#domain/result.ts'
import { maxWebhooks } from '#domain/webhooks/webhook-event.ts'
import { type AsyncResult, refusableTransaction } from '#server/db/refusal.ts'
import type { KeySeal } from '#server/models/seal-key.ts'
import { lockSeeds } from '../../db/advisory-locks.ts'
import type { Querier, Transaction, UserDatabase } from '../../db/database.ts'
import { sweepOf } from '../../db/remove-rows.ts'
import { webhookDeliveries, webhooks } from '../../db/schema/webhooks.ts'
import { latestSeq } from '../../events/latest-seq.ts'
import { createOnce, type IdempotentRequest, refuseSecretAgain } from '../idempotency.ts'
import { isOpenProject } from '../projects/project-rows.ts'
import { addressFault, type WebhookHosts } from './webhook-address.ts'

export type WebhookRow = typeof webhooks.$inferSelect
export type DeliveryRow = typeof webhookDeliveries.$inferSelect

export type WebhookDeps = {
  readonly db: UserDatabase
  readonly keySeal: KeySeal
  readonly webhookHosts: WebhookHosts
  newId(): string
}

/** The beginning of secrets (Standard Webhooks, 'Symmetric signatures'). */
const secretPrefix = 'whsec_'
const secretBytes = 32
/** The time for which the secret before a replacement signs as well. */
const oldSecretHours = 24
const shownDeliveries = 100

const newSecret = () => secretPrefix + randomBytes(secretBytes).toString('base64')

/** Where the secret of a webhook opens. */
export const placeOf = ({ id, userId }: { readonly id: string; readonly userId: string }) => ({
  userId,
  provider: `webhook ${id}`,
})

const presentWebhook = (row: WebhookRow): WebhookShape => ({
  id: row.id,
  url: row.url,
  events: row.events,
  projectId: row.projectId,
  state: row.state,
  failingSince: row.failingSince?.toISOString() ?? null,
  createdAt: row.createdAt.toISOString(),
})

export const presentDelivery = (row: DeliveryRow): DeliveryShape => ({
  id: row.id,
  event: row.event,
  state: row.state,
  tries: row.tries,
  status: row.status,
  error: row.error,
  createdAt: row.createdAt.toISOString(),
  nextTryAt: row.state === 'waiting' ? row.runAt.toISOString() : null,
})

const notFound = failure({ code: 'not-found' as const })
const isOwn = (userId: UserId, id: string) => and(eq(webhooks.id, id), eq(webhooks.userId, userId))

export async function findWebhook(db: Querier, userId: UserId, id: string): Promise<WebhookRow | null> {
  const [row] = await db.select().from(webhooks).where(isOwn(userId, id))
  return row ?? null
}

export const listWebhooks = async (db: Querier, userId: UserId): Promise<WebhookShape[]> =>
  (await db.select().from(webhooks).where(eq(webhooks.userId, userId)).orderBy(desc(webhooks.createdAt))).map(
    presentWebhook,
  )

/** Adds a webhook, which is sent what happens from now on. Concurrent requests take turns at the limit. */
export async function createWebhook(
  deps: WebhookDeps,
  {
    userId,
    body,
    idempotency,
  }: { readonly userId: UserId; readonly body: CreateWebhookBody; readonly idempotency: IdempotentRequest | null },
): AsyncResult<CreatedWebhookShape> {
  const { url } = body
  const fault = addressFault(url, deps.webhookHosts)
  if (fault) return failure({ code: 'invalid', data: { issues: [{ path: ['url'], message: fault }] } })
  const id = deps.newId()
  return refusableTransaction<CreatedWebhookShape>(deps.db, (tx) =>
    createOnce(
      tx,
      { userId, idempotency, id },
      {
        create: () => insertWebhook(tx, deps.keySeal, { id, userId, ...body }),
        repeat: refuseSecretAgain,
      },
    ),
  )
}

async function insertWebhook(
  tx: Transaction,
  keySeal: KeySeal,
  { id, userId, url, events, projectId }: CreateWebhookBody & { readonly id: string; readonly userId: UserId },
): AsyncResult<CreatedWebhookShape> {
  if (projectId !== null && !(await isOpenProject(tx, userId, projectId))) return notFound
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${userId}::text, ${lockSeeds.webhooks}))`)
  if ((await tx.$count(webhooks, eq(webhooks.userId, userId))) >= maxWebhooks)
    return failure({ code: 'conflict', message: `You have ${maxWebhooks} webhooks. Remove one first.` })
  const secret = newSecret()
  const [row] = await tx
    .insert(webhooks)
    .values({
      id,
      userId,
      url,
      events: [...new Set(events)],
      projectId,
      secret: keySeal.seal(secret, placeOf({ id, userId })),
      seenSeq: await latestSeq(tx, userId),
    })
    .returning()
  return row ? success({ webhook: presentWebhook(row), secret }) : notFound
}

/** Removes a webhook: it is off at once, then its deliveries go in short statements, since there may be 30 days of them. */
export async function removeWebhook(db: UserDatabase, userId: UserId, id: string): AsyncResult<{ deleted: number }> {
  await db.update(webhooks).set({ state: 'off' }).where(isOwn(userId, id))
  await sweepOf({
    table: webhookDeliveries,
    where: and(eq(webhookDeliveries.webhookId, id), eq(webhookDeliveries.userId, userId)),
  })(db)
  const removed = await db.delete(webhooks).where(isOwn(userId, id)).returning({ id: webhooks.id })
  return removed.length > 0 ? success({ deleted: removed.length }) : notFound
}

/** Replaces the secret of a webhook. The old one signs as well for a day, so that a receiver can change over. */
export async function rotateSecret(
  { db, keySeal }: Pick<WebhookDeps, 'db' | 'keySeal'>,
  userId: UserId,
  id: string,
): AsyncResult<CreatedWebhookShape> {
  const secret = newSecret()
  const [row] = await db
    .update(webhooks)
    .set({
      oldSecret: sql`${webhooks.secret}`,
      oldSecretUntil: new Date(Date.now() + oldSecretHours * 3_600_000),
      secret: keySeal.seal(secret, placeOf({ id, userId })),
    })
    .where(isOwn(userId, id))
    .returning()
  return row ? success({ webhook: presentWebhook(row), secret }) : notFound
}

/** Switches a webhook on again. What happened while it was off is not sent. */
export async function resumeWebhook(db: Querier, userId: UserId, id: string): AsyncResult<WebhookShape> {
  const [row] = await db
    .update(webhooks)
    .set({ state: 'on', failingSince: null, seenSeq: await latestSeq(db, userId) })
    .where(isOwn(userId, id))
    .returning()
  return row ? success(presentWebhook(row)) : notFound
}

export async function listDeliveries(db: Querier, userId: UserId, id: string): AsyncResult<DeliveryShape[]> {
  if (!(await findWebhook(db, userId, id))) return notFound
  const rows = await db
    .select()
    .from(webhookDeliveries)
    .where(eq(webhookDeliveries.webhookId, id))
    .orderBy(desc(webhookDeliveries.createdAt), desc(webhookDeliveries.id))
    .limit(shownDeliveries)
  return success(rows.map(presentDelivery))
}
