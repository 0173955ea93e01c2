import type { CreditSource } from './ledger.ts'
import type { PlanName } from './plan.ts'

/** The amounts of grants, in hundredths of a credit; the operator's settings. */
export type Allowances = {
  /** Once, with the account. */
  readonly signup: number
  /** Every day, on the free plan. */
  readonly daily: number
  /** Every month, on the paid ones. */
  readonly monthly: Readonly<Record<Exclude<PlanName, 'free'>, number>>
}

/** Used where `plans.json` sets no others (docs/operations.md). */
export const defaultAllowances: Allowances = {
  signup: 25_000,
  daily: 2_000,
  monthly: { basic: 500_000, pro: 2_000_000, max: 6_000_000 },
}

/** A grant that is due. A source has one lot for each period. */
export type DueGrant = {
  readonly source: Exclude<CreditSource, 'bought'>
  /** `once`, a day (2026-11-21) or a month (2026-11), in UTC. */
  readonly period: string
  /** Hundredths of a credit. */
  readonly amount: number
  /** Milliseconds since 1970; null for never. */
  readonly expiresAt: number | null
}

// Splits and composes times; the clock itself is never read.
// biome-ignore lint/style/noRestrictedGlobals: see above
const Calendar = Date

/** The day and the month of a time in UTC, each with its end; of the month also its start. */
export function periodsOf(now: number) {
  const moment = new Calendar(now)
  const [year, month, day] = [moment.getUTCFullYear(), moment.getUTCMonth(), moment.getUTCDate()]
  const iso = moment.toISOString()
  return {
    day: { name: iso.slice(0, 10), endsAt: Calendar.UTC(year, month, day + 1) },
    month: { name: iso.slice(0, 7), startsAt: Calendar.UTC(year, month, 1), endsAt: Calendar.UTC(year, month + 1, 1) },
  }
}

/**
 * The grants that an account is due and has not received. A larger plan within the month tops the month up to its own
 * credits; a smaller one removes nothing before the month ends.
 * @param granted What the lot of a source's period has received so far, in hundredths; 0 where there is none.
 */
export function grantsDue(
  { plan, now, allowances }: { readonly plan: PlanName; readonly now: number; readonly allowances: Allowances },
  granted: (source: DueGrant['source'], period: string) => number,
): DueGrant[] {
  const { day, month } = periodsOf(now)
  const due: DueGrant[] = [
    { source: 'signup', period: 'once', amount: allowances.signup, expiresAt: null },
    plan === 'free'
      ? { source: 'daily', period: day.name, amount: allowances.daily, expiresAt: day.endsAt }
      : { source: 'monthly', period: month.name, amount: allowances.monthly[plan], expiresAt: month.endsAt },
  ]
  return due
    .map((grant) => ({ ...grant, amount: grant.amount - granted(grant.source, grant.period) }))
    .filter(({ amount }) => amount > 0)
}
