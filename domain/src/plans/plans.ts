export const planIds = ['free', 'basic', 'pro', 'max'] as const
export type PlanId = (typeof planIds)[number]

/** A plan as it is sold. Prices are whole US dollars a month; `formerDollars` is null where there was no other price. */
export type Plan = {
  readonly id: PlanId
  readonly name: string
  readonly monthlyDollars: number
  readonly formerDollars: number | null
  readonly isPopular: boolean
}

/** The four plans, the smallest first. */
export const plans: readonly Plan[] = [
  { id: 'free', name: 'Free', monthlyDollars: 0, formerDollars: null, isPopular: false },
  { id: 'basic', name: 'Basic', monthlyDollars: 8, formerDollars: 10, isPopular: false },
  { id: 'pro', name: 'Pro', monthlyDollars: 28, formerDollars: 30, isPopular: true },
  { id: 'max', name: 'Max', monthlyDollars: 48, formerDollars: 60, isPopular: false },
]
