import type Stripe from 'stripe'
import type { SystemDatabase } from '#server/db/database.ts'
import type { Env } from '#server/env.ts'
import { allowsSelfUpgrade, createLocalBilling } from '#server/features/billing/local-billing.ts'
import type { StripeDeps } from '#server/features/billing/reversed-charge.ts'
import { createStripeBilling } from '#server/features/billing/stripe-billing.ts'
import { createStripeClient } from '#server/features/billing/stripe-client.ts'
import type { MoneyDeps } from '#server/http/app-context.ts'
import type { Money } from '#server/models/money.ts'
import type { Log } from '#server/operations/log.ts'
import { serverKeysOf } from './open-providers.ts'
import type { Plans } from './plans-file.ts'

/** The dependencies of credits and billing. */
type MoneySettings = {
  readonly env: Env
  readonly plans: Plans
  /** Milliseconds since 1970. */
  readonly now: () => number
}

const moneyOf = ({ env, plans, now }: MoneySettings): Money =>
  env.CREDITS === 'off' ? 'off' : { now, allowances: plans.allowances }

/** The client of Stripe, where its key is set. */
function stripeClientOf(env: Env): Stripe | null {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_BASE_URL: baseUrl } = env
  return secretKey ? createStripeClient({ secretKey, baseUrl: baseUrl ? new URL(baseUrl) : undefined }) : null
}

type StripeParts = Omit<StripeDeps, 'db'> & { readonly webhookSecret: string; readonly publicUrl: string }

/** The settings of Stripe, where it is set up and credits are on; null otherwise. */
export function stripePartsOf(settings: MoneySettings): StripeParts | null {
  const { env, plans } = settings
  const money = moneyOf(settings)
  const { STRIPE_WEBHOOK_SECRET: webhookSecret } = env
  const prices = plans.stripePrices
  const stripe = stripeClientOf(env)
  if (money === 'off' || !stripe || !webhookSecret || !prices || !env.PUBLIC_URL) return null
  return { stripe, prices, money, webhookSecret, publicUrl: env.PUBLIC_URL }
}

/** Credits and billing: by Stripe where it is set up, else plans without payment. */
export function openMoney(db: SystemDatabase, { log, ...settings }: MoneySettings & { readonly log: Log }): MoneyDeps {
  const { env } = settings
  const stripe = stripePartsOf(settings)
  return {
    money: moneyOf(settings),
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
