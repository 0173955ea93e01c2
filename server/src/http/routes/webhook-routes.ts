import { sendAgain, sendTest } from '../../features/webhooks/send-now.ts'
import {
  createWebhook,
  listDeliveries,
  listWebhooks,
  removeWebhook,
  resumeWebhook,
  rotateSecret,
} from '../../features/webhooks/webhook-rows.ts'
import { idempotencyOf, rpc, unwrap } from '../rpc-context.ts'

const { webhooks } = rpc

export const webhookRoutes = {
  list: webhooks.list.handler(async ({ context: { deps, userId } }) => ({
    items: await listWebhooks(deps.db, userId),
    nextCursor: null,
  })),
  create: webhooks.create.handler(async ({ context, input: body }) => {
    const idempotency = idempotencyOf(context, 'POST /api/webhooks', body)
    return unwrap(await createWebhook(context.deps, { userId: context.userId, body, idempotency }))
  }),
  remove: webhooks.remove.handler(async ({ context: { deps, userId }, input: { id } }) =>
    unwrap(await removeWebhook(deps.db, userId, id)),
  ),
  rotate: webhooks.rotate.handler(async ({ context: { deps, userId }, input: { id } }) =>
    unwrap(await rotateSecret(deps, userId, id)),
  ),
  resume: webhooks.resume.handler(async ({ context: { deps, userId }, input: { id } }) =>
    unwrap(await resumeWebhook(deps.db, userId, id)),
  ),
  test: webhooks.test.handler(async ({ context: { deps, userId }, input: { id } }) =>
    unwrap(await sendTest(deps, userId, id)),
  ),
  deliveries: webhooks.deliveries.handler(async ({ context: { deps, userId }, input: { id } }) => ({
    items: unwrap(await listDeliveries(deps.db, userId, id)),
    nextCursor: null,
  })),
  again: webhooks.again.handler(async ({ context: { deps, userId }, input: { id, deliveryId } }) =>
    unwrap(await sendAgain(deps, userId, { webhookId: id, deliveryId })),
  ),
}
