import { z } from 'zod'
import { type Allowances, defaultAllowances } from '#domain/credits/grants-due.ts'
import { type Env, EnvError } from '#server/env.ts'
import { readOperatorFile } from './operator-file.ts'

/** Whole credits up to what a balance can hold in hundredths. */
const credits = z.number().int().min(0).max(10_000_000).optional()

const plan = z.strictObject({ monthly: credits, stripePrice: z.string().min(1).optional() }).optional()
const plansFile = z.strictObject({ signUp: credits, daily: credits, basic: plan, pro: plan, max: plan })

/** The content of plans.json: amounts in credits. */
export type PlansFile = z.infer<typeof plansFile>

/** The credits of plans, in hundredths, and their prices at Stripe; null where not all three are named. */
export type Plans = {
  readonly allowances: Allowances
  readonly stripePrices: { readonly basic: string; readonly pro: string; readonly max: string } | null
}

/**
 * Plans by an operator's file, else the defaults.
 * @param path An optional file.
 * @throws EnvError naming what is wrong in it, or missing for Stripe.
 */
export async function readPlans(path: string, env: Env): Promise<Plans> {
  const plans = plansOf((await readOperatorFile(path, plansFile)) ?? {})
  if (env.STRIPE_SECRET_KEY !== undefined && plans.stripePrices === null)
    throw new EnvError(`${path} is wrong: Stripe needs the stripePrice of basic, pro and max.`)
  return plans
}

/** Plans of a file's content, with the default of each missing amount. */
export function plansOf({ signUp, daily, basic, pro, max }: PlansFile): Plans {
  const inHundredths = (amount: number | undefined, ofDefault: number) =>
    amount === undefined ? ofDefault : amount * 100
  const { monthly, ...defaults } = defaultAllowances
  const prices = { basic: basic?.stripePrice, pro: pro?.stripePrice, max: max?.stripePrice }
  return {
    allowances: {
      signup: inHundredths(signUp, defaults.signup),
      daily: inHundredths(daily, defaults.daily),
      monthly: {
        basic: inHundredths(basic?.monthly, monthly.basic),
        pro: inHundredths(pro?.monthly, monthly.pro),
        max: inHundredths(max?.monthly, monthly.max),
      },
    },
    stripePrices:
      prices.basic && prices.pro && prices.max ? { basic: prices.basic, pro: prices.pro, max: prices.max } : null,
  }
}
