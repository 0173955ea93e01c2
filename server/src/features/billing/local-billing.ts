import type { KeyedProvider } from '#domain/models/providers.ts'
import { failure, success } from '#domain/result.ts'
import type { BillingProvider } from './billing-provider.ts'
import { type EndingDeps, endingRefusal, endStripeSubscription } from './end-stripe-subscription.ts'

/** The web application's own page for plans. */
const portalPath = '/billing-portal'

/**
 * Whether users may switch to a larger plan where nothing is paid: its credits are spent with the server's own keys, so by
 * default only where there are none. @param setting SELF_UPGRADE.
 */
export const allowsSelfUpgrade = (
  setting: 'on' | 'off' | undefined,
  serverKeys: ReadonlyMap<KeyedProvider, string>,
): boolean => (setting === undefined ? serverKeys.size === 0 : setting === 'on')

/**
 * Plans without payment: the portal is a page of the application, which says so. Payments from a time with Stripe are ended by
 * Stripe.
 */
export function createLocalBilling(deps: EndingDeps & { readonly allowsUpgrade: boolean }): BillingProvider {
  return {
    name: 'local',
    allowsUpgrade: deps.allowsUpgrade,
    endingRefusal: (userId) => endingRefusal(deps, userId),
    endSubscription: (userId) => endStripeSubscription(deps, userId),
    openPortal: async () => success({ url: portalPath }),
    async openCheckout(_customer, plan) {
      if (plan === 'free')
        return failure({
          code: 'impossible',
          message: 'The free plan needs no checkout. Cancel in the billing portal.',
        })
      return success({ url: `${portalPath}?plan=${plan}` })
    },
  }
}
