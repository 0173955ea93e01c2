import type Stripe from 'stripe'
import type { Env } from '#server/env.ts'
import { createStripeClient } from '#server/features/billing/stripe-client.ts'
import type { StripeDeps } from '#server/features/billing/take-stripe-event.ts'
import type { Money } from '#server/features/credits/money.ts'

/** What credits are given and when, by the settings. @param now Milliseconds since 1970. */
export function moneyOf(env: Env, now: () => number): Money {
  if (env.CREDITS === 'off') return 'off'
  const monthly = { basic: env.CREDITS_BASIC * 100, pro: env.CREDITS_PRO * 100, max: env.CREDITS_MAX * 100 }
  return { now, allowances: { signup: env.CREDITS_SIGN_UP * 100, daily: env.CREDITS_DAILY * 100, monthly } }
}

/** What talks to Stripe, where its key is set. */
export function stripeClientOf(env: Env): Stripe | null {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_BASE_URL: baseUrl } = env
  return secretKey ? createStripeClient({ secretKey, baseUrl: baseUrl ? new URL(baseUrl) : undefined }) : null
}

type StripeParts = Omit<StripeDeps, 'db'> & { readonly webhookSecret: string; readonly publicUrl: string }

/** What keeps plans with Stripe, where it is set up and there is something to pay for; null otherwise. */
export function stripePartsOf(env: Env, now: () => number): StripeParts | null {
  const money = moneyOf(env, now)
  const { STRIPE_WEBHOOK_SECRET: webhookSecret, STRIPE_PRICES: prices } = env
  const stripe = stripeClientOf(env)
  if (money === 'off' || !stripe || !webhookSecret || !prices || !env.PUBLIC_URL) return null
  return { stripe, prices, money, webhookSecret, publicUrl: env.PUBLIC_URL }
}
