/** The plans of the pricing page. */
export type Plan = 'free' | 'basic' | 'pro' | 'max'

/** How a plan is called in sentences for people. */
export const planTitles: Readonly<Record<Plan, string>> = { free: 'Free', basic: 'Basic', pro: 'Pro', max: 'Max' }

/** How many private styles each plan holds: its 'training slots'. Free has one. */
export const styleSlots: Readonly<Record<Plan, number>> = { free: 1, basic: 2, pro: 20, max: 50 }
