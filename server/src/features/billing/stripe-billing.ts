import type Stripe from 'stripe'
import { failure, success } from '#domain/result.ts'
import type { Log } from '#server/operations/log.ts'
import type { BillingProvider } from './billing-provider.ts'
import { endStripeSubscription, stripeUnavailable } from './end-stripe-subscription.ts'
import { handleStripeEvent, type StripeDeps } from './handle-stripe-event.ts'
import { openOneCheckout } from './open-checkout.ts'
import { findSubscription, isPaidByStripe } from './plan-of.ts'

type StripeBillingDeps = StripeDeps & {
  readonly webhookSecret: string
  readonly publicUrl: string
  readonly log: Log
}

/** The billing provider of Stripe: its checkout and its customer portal. Its webhooks report changes of subscriptions. */
export function createStripeBilling(deps: StripeBillingDeps): BillingProvider {
  const { db, stripe, prices, publicUrl, log } = deps
  const page = (path: string) => new URL(path, publicUrl).href
  const openPage = async (open: () => Promise<{ url: string | null }>) => {
    try {
      const { url } = await open()
      return url === null ? stripeUnavailable : success({ url })
    } catch (error) {
      log.error({ err: error }, 'Stripe refused or could not be reached')
      return stripeUnavailable
    }
  }

  return {
    name: 'stripe',
    allowsUpgrade: true,
    async openPortal({ userId }) {
      const customer = (await findSubscription(db, userId))?.customerId
      if (!customer)
        return failure({ code: 'impossible', message: 'You have no subscription yet. Choose a plan first.' })
      return openPage(() => stripe.billingPortal.sessions.create({ customer, return_url: page('/manage-account') }))
    },

    async openCheckout({ userId, email }, plan) {
      const row = await findSubscription(db, userId)
      if (plan === 'free' || isPaidByStripe(row))
        return failure({ code: 'conflict', message: 'Your plan is changed in the billing portal.' })
      return openPage(() =>
        openOneCheckout(
          {
            stripe,
            price: prices[plan],
            successUrl: page('/manage-account?tab=billing'),
            cancelUrl: page('/pricing'),
          },
          { userId, email, known: row?.customerId ?? null, plan },
        ),
      )
    },

    endSubscription: (userId) => endStripeSubscription(deps, userId),

    async handleWebhook(body, signature) {
      let event: Stripe.Event
      try {
        event = await stripe.webhooks.constructEventAsync(body, signature, deps.webhookSecret)
      } catch {
        return failure({ code: 'invalid', message: 'The signature does not fit the body.' })
      }
      await handleStripeEvent(deps, event)
      return success(null)
    },
  }
}
