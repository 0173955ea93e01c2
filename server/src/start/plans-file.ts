import { z } from 'zod'
import { type Allowances, defaultAllowances } from '#domain/credits/grants-due.ts'
import { type Env, EnvError } from '#server/env.ts'
import { readOperatorFile } from './operator-file.ts'

/** Whole credits up to what a balance can hold in hundredths, as hundredths. */
const credits = z
  .number()
  .int()
  .min(0)
  .max(10_000_000)
  .transform((amount) => amount * 100)
  .optional()

const plan = z.strictObject({ monthly: credits, stripePrice: z.string().min(1).optional() }).optional()
const file = z.strictObject({ signUp: credits, daily: credits, basic: plan, pro: plan, max: plan })

/** The credits of plans, in hundredths, and their prices at Stripe; null where not all three are named. */
export type Plans = {
  readonly allowances: Allowances
  readonly stripePrices: { readonly basic: string; readonly pro: string; readonly max: string } | null
}

/**
 * Plans by an operator's file, else by settings with old names, else the defaults.
 * @param path An optional file.
 * @throws EnvError naming what is wrong in it, or missing for Stripe.
 */
export async function readPlans(path: string, env: Env): Promise<Plans> {
  const plans = plansOf(env, (await readOperatorFile(path, file)) ?? {})
  if (env.STRIPE_SECRET_KEY !== undefined && plans.stripePrices === null)
    throw new EnvError(`${path} is wrong: Stripe needs the stripePrice of basic, pro and max.`)
  return plans
}

/** Plans without a file. */
export function plansOf(env: Env, { signUp, daily, basic, pro, max }: z.infer<typeof file> = {}): Plans {
  const old = (amount: number | undefined, usual: number) => (amount === undefined ? usual : amount * 100)
  const { signup: defaultSignUp, daily: usualDaily, monthly } = defaultAllowances
  const prices = {
    basic: basic?.stripePrice ?? env.STRIPE_PRICES?.basic,
    pro: pro?.stripePrice ?? env.STRIPE_PRICES?.pro,
    max: max?.stripePrice ?? env.STRIPE_PRICES?.max,
  }
  return {
    allowances: {
      signup: signUp ?? old(env.CREDITS_SIGN_UP, defaultSignUp),
      daily: daily ?? old(env.CREDITS_DAILY, usualDaily),
      monthly: {
        basic: basic?.monthly ?? old(env.CREDITS_BASIC, monthly.basic),
        pro: pro?.monthly ?? old(env.CREDITS_PRO, monthly.pro),
        max: max?.monthly ?? old(env.CREDITS_MAX, monthly.max),
      },
    },
    stripePrices:
      prices.basic && prices.pro && prices.max ? { basic: prices.basic, pro: prices.pro, max: prices.max } : null,
  }
}
