/** The plans, from the smallest to the largest. */
export const planNames = ['free', 'basic', 'pro', 'max'] as const
export type PlanName = (typeof planNames)[number]

export type Plan = {
  readonly name: PlanName
  /** The display name. */
  readonly label: string
  /** Whole dollars a month. */
  readonly price: number
  /** The former price, in whole dollars a month; null where it was the same. */
  readonly formerPrice: number | null
  /** The most pixels one picture may have; null for no limit. */
  readonly maxPixels: number | null
  /** The number of private styles; the pricing page calls them training slots. */
  readonly styleSlots: number
}

/** Prices, former prices and slots, as the pricing page shows them. Free has one slot, so that private styles can be tried. */
export const plans: Readonly<Record<PlanName, Plan>> = {
  free: { name: 'free', label: 'Free', price: 0, formerPrice: null, maxPixels: 1024 * 1024, styleSlots: 1 },
  basic: { name: 'basic', label: 'Basic', price: 8, formerPrice: 10, maxPixels: null, styleSlots: 2 },
  pro: { name: 'pro', label: 'Pro', price: 28, formerPrice: 30, maxPixels: null, styleSlots: 20 },
  max: { name: 'max', label: 'Max', price: 48, formerPrice: 60, maxPixels: null, styleSlots: 50 },
}

/** Negative when `a` is the smaller plan, positive when it is the larger. */
export const comparePlans = (a: PlanName, b: PlanName): number => planNames.indexOf(a) - planNames.indexOf(b)
