import type { Context } from 'hono'
import type { AppEnv, MoneyDeps } from '../app-context.ts'
import { errorReply } from '../replies/error-reply.ts'

/**
 * POST /api/billing/webhook: an event of the payment service, signed over the bytes as they came. Without such a service, 404.
 */
export async function takeWebhook({ billing }: MoneyDeps, c: Context<AppEnv>): Promise<Response> {
  if (!billing.handleWebhook) return errorReply({ code: 'not-found' })
  const taken = await billing.handleWebhook(await c.req.text(), c.req.header('stripe-signature') ?? '')
  return taken.ok ? c.json({ received: true }) : errorReply(taken.error)
}
