import { and, eq } from 'drizzle-orm'
import type { DeliveryShape } from '#contract/programs/webhook.ts'
import type { UserId } from '#domain/account/user-id.ts'
import { failure, success } from '#domain/result.ts'
import type { AsyncResult } from '#server/db/refusal.ts'
import { webhookDeliveries } from '../../db/schema/webhooks.ts'
import { deliver, firstTry, type SendDeps } from './send-deliveries.ts'
import { type DeliveryRow, findWebhook, presentDelivery, type WebhookDeps } from './webhook-rows.ts'

type NowDeps = WebhookDeps & { readonly sending: SendDeps }

const notFound = failure({ code: 'not-found' as const })

async function sendAndRead(deps: NowDeps, delivery: DeliveryRow | undefined): AsyncResult<DeliveryShape> {
  if (!delivery) return notFound
  await deliver(deps.sending, delivery)
  const [row] = await deps.db.select().from(webhookDeliveries).where(eq(webhookDeliveries.id, delivery.id))
  return row ? success(presentDelivery(row)) : notFound
}

/** Sends a test event at once, so that a person sees what comes of it; one that fails is tried again like any other. */
export async function sendTest(deps: NowDeps, userId: UserId, webhookId: string): AsyncResult<DeliveryShape> {
  if (!(await findWebhook(deps.db, userId, webhookId))) return notFound
  const id = deps.newId()
  const type = 'webhook.test'
  const body = JSON.stringify({ type, timestamp: new Date().toISOString(), data: { webhookId } })
  const [row] = await deps.db
    .insert(webhookDeliveries)
    .values({ id, userId, webhookId, event: type, source: `test ${id}`, body, ...firstTry() })
    .returning()
  return sendAndRead(deps, row)
}

/** Sends a delivery again at once, with the id that it had. */
export async function sendAgain(
  deps: NowDeps,
  userId: UserId,
  { webhookId, deliveryId }: { readonly webhookId: string; readonly deliveryId: string },
): AsyncResult<DeliveryShape> {
  if (!(await findWebhook(deps.db, userId, webhookId))) return notFound
  const [row] = await deps.db
    .update(webhookDeliveries)
    .set({ state: 'waiting', ...firstTry() })
    .where(and(eq(webhookDeliveries.id, deliveryId), eq(webhookDeliveries.webhookId, webhookId)))
    .returning()
  return sendAndRead(deps, row)
}
