import { type Plan, planTitles } from './plan.ts'

/** A plan as it is sold. Prices are whole US dollars a month; `formerDollars` is null where there was no other price. */
export type PlanOffer = {
  readonly plan: Plan
  readonly title: string
  readonly monthlyDollars: number
  readonly formerDollars: number | null
  readonly isPopular: boolean
}

const offer = (plan: Plan, monthlyDollars: number, formerDollars: number | null): PlanOffer => ({
  plan,
  title: planTitles[plan],
  monthlyDollars,
  formerDollars,
  isPopular: plan === 'pro',
})

/** The four plans of the specification, the smallest first. */
export const planOffers: readonly PlanOffer[] = [
  offer('free', 0, null),
  offer('basic', 8, 10),
  offer('pro', 28, 30),
  offer('max', 48, 60),
]
