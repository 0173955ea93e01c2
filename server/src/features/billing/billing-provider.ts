import type { PlanName } from '#domain/credits/plan.ts'
import type { Refusable } from '#server/features/refusal.ts'

export type Customer = { readonly userId: string; readonly email: string }

/** Who keeps subscriptions: the port that both the payment service and the local keeper fill. */
export type BillingProvider = {
  readonly name: 'local' | 'stripe'
  /** Whether people may take a larger plan themselves. */
  readonly allowsUpgrade: boolean
  /** Where somebody manages the subscription: the address of a page. */
  openPortal(customer: Customer): Refusable<{ url: string }>
  /** Where somebody takes a plan: the address of a page. */
  openCheckout(customer: Customer, plan: PlanName): Refusable<{ url: string }>
  /** Ends somebody's plan at once, for an account that goes: nothing may be charged afterwards. */
  endSubscription(userId: string): Refusable<null>
  /**
   * Takes what the payment service says happened. Undefined where no service keeps the plans.
   * @param body The bytes as they came: they are signed.
   */
  takeWebhook?(body: string, signature: string): Refusable<null>
}
