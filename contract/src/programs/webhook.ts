import { oc } from '@orpc/contract'
import { z } from 'zod'
import { webhookEvents } from '#domain/webhooks/webhook-event.ts'
import type { CallMeta } from '../call-scope.ts'
import { list } from '../list.ts'
import { time, uuid } from '../text.ts'
import { withIdempotencyKey } from '../with-idempotency-key.ts'

const withScope = oc.$meta<CallMeta>({ scope: 'webhooks', reach: 'account' })
const handingOut = oc.$meta<CallMeta>({ scope: 'webhooks', reach: 'account', proof: 'password' })

/** An address that events are sent to, without its secret. */
export const webhookShape = z.strictObject({
  id: z.uuid(),
  url: z.string(),
  events: z.array(z.enum(webhookEvents)),
  /** The one project whose events are sent; null: all. `credits.low` belongs to none and is sent either way. */
  projectId: z.uuid().nullable(),
  /** `off`: switched off after days in which every delivery failed, or because the receiver said that it is gone (410). */
  state: z.enum(['on', 'off']),
  /** Since when every delivery has failed; null: the last one came through, or there was none. */
  failingSince: time.nullable(),
  createdAt: time,
})
export type WebhookShape = z.infer<typeof webhookShape>

/** One event on its way to a webhook. */
export const deliveryShape = z.strictObject({
  /** The `webhook-id` of every try: a receiver that has seen it has the event already. */
  id: z.uuid(),
  event: z.enum([...webhookEvents, 'webhook.test']),
  state: z.enum(['waiting', 'delivered', 'failed']),
  tries: z.int(),
  /** The HTTP status of the last try; null: there was no reply. */
  status: z.int().nullable(),
  /** Why the last try failed. */
  error: z.string().nullable(),
  createdAt: time,
  /** When it is tried next; null: never. */
  nextTryAt: time.nullable(),
})
export type DeliveryShape = z.infer<typeof deliveryShape>

export const createWebhookBody = z.strictObject({
  url: z.url({ protocol: /^https?$/, error: 'Must be a web address.' }).max(1_000),
  events: z.array(z.enum(webhookEvents)).min(1).max(webhookEvents.length),
  projectId: uuid.nullable().default(null),
})
export type CreateWebhookBody = z.infer<typeof createWebhookBody>

/** The only replies that contain the secret: of its creation, and of its replacement. */
export const createdWebhookShape = z.strictObject({ webhook: webhookShape, secret: z.string() })
export type CreatedWebhookShape = z.infer<typeof createdWebhookShape>

const byId = z.strictObject({ id: uuid })

/** The calls about webhooks: events sent to an address of a program, by Standard Webhooks. */
export const webhookCalls = {
  list: withScope
    .route({ method: 'GET', path: '/webhooks', summary: 'Your webhooks, newest first, without their secrets' })
    .output(z.strictObject(list(webhookShape))),
  create: handingOut
    .meta({ caller: 'account' })
    .route({
      method: 'POST',
      path: '/webhooks',
      successStatus: 201,
      summary: 'Send events to an address; the secret that signs them is in this reply alone',
      description:
        'Signed by Standard Webhooks. The address must be public and begin with https, unless the operator allows its host.',
      spec: withIdempotencyKey,
    })
    .input(createWebhookBody)
    .output(createdWebhookShape),
  remove: withScope
    .route({ method: 'DELETE', path: '/webhooks/{id}', summary: 'Remove a webhook with its deliveries' })
    .input(byId)
    .output(z.strictObject({ deleted: z.int() })),
  rotate: handingOut
    .route({
      method: 'POST',
      path: '/webhooks/{id}/secret',
      summary: 'Replace the secret; for a day deliveries are signed with the old one as well',
    })
    .input(byId)
    .output(createdWebhookShape),
  resume: withScope
    .meta({ caller: 'account' })
    .route({ method: 'POST', path: '/webhooks/{id}/resume', summary: 'Switch a webhook on again' })
    .input(byId)
    .output(webhookShape),
  test: withScope
    .meta({ caller: 'account' })
    .route({ method: 'POST', path: '/webhooks/{id}/test', summary: 'Send a test event now, and see what came of it' })
    .input(byId)
    .output(deliveryShape),
  deliveries: withScope
    .route({ method: 'GET', path: '/webhooks/{id}/deliveries', summary: 'The last 100 deliveries, newest first' })
    .input(byId)
    .output(z.strictObject(list(deliveryShape))),
  again: withScope
    .meta({ caller: 'account' })
    .route({
      method: 'POST',
      path: '/webhooks/{id}/deliveries/{deliveryId}/again',
      summary: 'Send a delivery again now, with the same id',
    })
    .input(z.strictObject({ id: uuid, deliveryId: uuid }))
    .output(deliveryShape),
}
