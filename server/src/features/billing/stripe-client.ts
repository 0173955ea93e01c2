import Stripe from 'stripe'
import type { PlanName } from '#domain/credits/plan.ts'

/** The operator's setting STRIPE_SECRET_KEY, and the address of a fake. */
export type StripeSettings = {
  readonly secretKey: string
  readonly webhookSecret: string
  /** The id of each paid plan's monthly price. */
  readonly prices: Readonly<Record<Exclude<PlanName, 'free'>, string>>
  /** Stripe's address, unless it is the usual one. */
  readonly baseUrl?: URL | undefined
}

/** The time limit for Stripe, which is asked once more after a failed connection. */
const timeoutMs = 10_000

/** Stripe's own client. */
export function createStripeClient({ secretKey, baseUrl }: Pick<StripeSettings, 'secretKey' | 'baseUrl'>): Stripe {
  return new Stripe(secretKey, {
    timeout: timeoutMs,
    maxNetworkRetries: 1,
    telemetry: false,
    ...(baseUrl
      ? {
          host: baseUrl.hostname,
          port: baseUrl.port,
          protocol: baseUrl.protocol === 'http:' ? ('http' as const) : ('https' as const),
        }
      : {}),
  })
}
