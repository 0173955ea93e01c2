import { periodsOf } from '../credits/grants-due.ts'

/** The amount that a token may spend, in hundredths of a credit: once, or in each calendar month. */
export type TokenBudget = { readonly most: number; readonly per: 'total' | 'month' }

/**
 * The moment from which on what was spent counts: the first of the month (UTC), or the beginning of time.
 * @param nowMs Milliseconds since 1970, as is the result.
 */
export function budgetStart(per: TokenBudget['per'] | null, nowMs: number): number {
  return per === 'month' ? periodsOf(nowMs).month.startsAt : 0
}

/** The rest of a budget, never less than nothing. @param spent Paid, or held for images in work; hundredths. */
export const leftOfBudget = ({ most }: TokenBudget, spent: number): number => Math.max(0, most - spent)

/** Whether a budget pays for something more. All amounts in hundredths. */
export const allowsSpending = (budget: TokenBudget, spent: number, price: number): boolean =>
  price === 0 || spent + price <= budget.most
