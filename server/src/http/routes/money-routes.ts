import type { Money } from '#server/models/money.ts'
import { changeLocalPlan } from '../../features/billing/change-plan.ts'
import { emailOf } from '../../features/billing/email-of.ts'
import { readBilling } from '../../features/billing/read-billing.ts'
import { listLedger } from '../../features/credits/list-ledger.ts'
import { readCredits } from '../../features/credits/read-credits.ts'
import { readUsage } from '../../features/credits/read-usage.ts'
import { found, type RpcContext, rpc, unwrap } from '../rpc-context.ts'

const { credits, billing } = rpc

/** Where credits are off there is nothing to read or to buy. */
const kept = (money: Money) => found(money === 'off' ? null : money)

const customerOf = async ({ deps, userId }: RpcContext) => ({ userId, email: await emailOf(deps.db, userId) })

export const creditRoutes = {
  get: credits.get.handler(async ({ context: { deps, userId } }) =>
    found(await readCredits(deps.db, deps.money, userId)),
  ),
  ledger: credits.ledger.handler(async ({ context: { deps, userId }, input: { cursor } }) => {
    kept(deps.money)
    return unwrap(await listLedger(deps.db, { userId, cursor }))
  }),
  usage: credits.usage.handler(async ({ context: { deps, userId }, input: { by } }) => {
    kept(deps.money)
    return readUsage(deps, { userId, by })
  }),
}

export const billingRoutes = {
  get: billing.get.handler(async ({ context: { deps, userId } }) =>
    readBilling(deps, { userId, now: kept(deps.money).now() }),
  ),
  portal: billing.portal.handler(async ({ context }) => {
    kept(context.deps.money)
    return unwrap(await context.deps.billing.openPortal(await customerOf(context)))
  }),
  checkout: billing.checkout.handler(async ({ context, input: { plan } }) => {
    kept(context.deps.money)
    return unwrap(await context.deps.billing.openCheckout(await customerOf(context), plan))
  }),
  changePlan: billing.changePlan.handler(async ({ context: { deps, userId }, input: { plan } }) => {
    const { now } = kept(deps.money)
    unwrap(await changeLocalPlan(deps, { userId, plan }))
    return readBilling(deps, { userId, now: now() })
  }),
}
