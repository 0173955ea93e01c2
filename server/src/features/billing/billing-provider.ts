import type { UserId } from '#domain/account/user-id.ts'
import type { PlanName } from '#domain/credits/plan.ts'
import type { AsyncResult, Refusal } from '#server/db/refusal.ts'

export type Customer = { readonly userId: UserId; readonly email: string }

/** The port for subscriptions, implemented by the payment service and by the local billing provider. */
export type BillingProvider = {
  readonly name: 'local' | 'stripe'
  /** Whether users may switch to a larger plan themselves. */
  readonly allowsUpgrade: boolean
  /** The address of the page where a user manages the subscription. */
  openPortal(customer: Customer): AsyncResult<{ url: string }>
  /** The address of the page where a user buys a plan. */
  openCheckout(customer: Customer, plan: PlanName): AsyncResult<{ url: string }>
  /** The reason that this server can't end the plan of a user, whatever it tries; null where it can, or there is none. */
  endingRefusal(userId: UserId): Promise<Refusal | null>
  /** Ends the plan of a deleted account, and what could still be paid for it: nothing may be charged afterwards. Repeated until it is done. */
  endSubscription(userId: UserId): AsyncResult<null>
  /**
   * Handles a webhook of the payment service. Undefined without such a service. @param body The bytes as they came: they are
   * signed.
   */
  handleWebhook?(body: string, signature: string): AsyncResult<null>
}
