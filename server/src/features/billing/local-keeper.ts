import { failure, success } from '#domain/result.ts'
import type { BillingKeeper } from './billing-keeper.ts'
import { type EndingDeps, endStripeSubscription } from './end-stripe-subscription.ts'

/** The web application's own page for plans. */
const portalPath = '/billing-portal'

/**
 * Plans without payment, kept by the server itself: its portal is a page of the application, which says so. Payments that
 * began before it did are ended by Stripe.
 */
export function createLocalKeeper(deps: EndingDeps): BillingKeeper {
  return {
    name: 'local',
    endSubscription: (userId) => endStripeSubscription(deps, userId),
    openPortal: async () => success({ url: portalPath }),
    openCheckout: async (_customer, plan) =>
      plan === 'free'
        ? failure({ code: 'impossible', message: 'The free plan needs no checkout. Cancel in the billing portal.' })
        : success({ url: `${portalPath}?plan=${plan}` }),
  }
}
