import type Stripe from 'stripe'
import type { Database } from '#server/db/database.ts'
import type { Env } from '#server/env.ts'
import { allowsSelfUpgrade, createLocalBilling } from '#server/features/billing/local-billing.ts'
import { createStripeBilling } from '#server/features/billing/stripe-billing.ts'
import { createStripeClient } from '#server/features/billing/stripe-client.ts'
import type { StripeDeps } from '#server/features/billing/take-stripe-event.ts'
import type { Money } from '#server/features/credits/money.ts'
import type { MoneyDeps } from '#server/http/app-context.ts'
import type { Log } from '#server/operations/log.ts'
import { serverKeysOf } from './open-providers.ts'

/** The credits that are granted, by the settings. @param now Milliseconds since 1970. */
function moneyOf(env: Env, now: () => number): Money {
  if (env.CREDITS === 'off') return 'off'
  const monthly = { basic: env.CREDITS_BASIC * 100, pro: env.CREDITS_PRO * 100, max: env.CREDITS_MAX * 100 }
  return { now, allowances: { signup: env.CREDITS_SIGN_UP * 100, daily: env.CREDITS_DAILY * 100, monthly } }
}

/** The client of Stripe, where its key is set. */
function stripeClientOf(env: Env): Stripe | null {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_BASE_URL: baseUrl } = env
  return secretKey ? createStripeClient({ secretKey, baseUrl: baseUrl ? new URL(baseUrl) : undefined }) : null
}

type StripeParts = Omit<StripeDeps, 'db'> & { readonly webhookSecret: string; readonly publicUrl: string }

/** The settings of Stripe, where it is set up and credits are on; null otherwise. */
export function stripePartsOf(env: Env, now: () => number): StripeParts | null {
  const money = moneyOf(env, now)
  const { STRIPE_WEBHOOK_SECRET: webhookSecret, STRIPE_PRICES: prices } = env
  const stripe = stripeClientOf(env)
  if (money === 'off' || !stripe || !webhookSecret || !prices || !env.PUBLIC_URL) return null
  return { stripe, prices, money, webhookSecret, publicUrl: env.PUBLIC_URL }
}

/** Credits and billing: by Stripe where it is set up, else plans without payment. @param now Milliseconds since 1970. */
export function openMoney(db: Database, { env, log, now }: { env: Env; log: Log; now: () => number }): MoneyDeps {
  const stripe = stripePartsOf(env, now)
  return {
    money: moneyOf(env, now),
    billing: stripe
      ? createStripeBilling({ db, log, ...stripe })
      : createLocalBilling({
          db,
          log,
          stripe: stripeClientOf(env),
          allowsUpgrade: allowsSelfUpgrade(env.SELF_UPGRADE, serverKeysOf(env)),
        }),
  }
}
