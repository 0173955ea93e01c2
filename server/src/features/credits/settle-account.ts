import { planLapses } from '#domain/credits/close-hold.ts'
import { type Allowances, type DueGrant, grantsDue, periodsOf } from '#domain/credits/grants-due.ts'
import { type CreditLot, isExpired } from '#domain/credits/ledger.ts'
import type { PlanName } from '#domain/credits/plan.ts'
import type { Transaction } from '../../db/database.ts'
import { creditLots } from '../../db/schema/credits.ts'
import { readLots, writeEntries } from './credit-rows.ts'

type Account = {
  readonly userId: string
  readonly plan: PlanName
  readonly allowances: Allowances
  readonly now: number
}
export type PeriodLot = CreditLot & { readonly period: string }

/** The names of the periods whose lots are looked at, empty or not. */
export const currentPeriods = (now: number) => {
  const { day, month } = periodsOf(now)
  return ['once', day.name, month.name]
}

function dueTo(account: Account, lots: readonly PeriodLot[]): DueGrant[] {
  return grantsDue(account, (source, period) => {
    return lots.find((lot) => lot.source === source && lot.period === period)?.granted ?? 0
  })
}

/** Gives an amount into the lot of a source's period, which is made where there is none. */
export async function grant(
  tx: Transaction,
  userId: string,
  { source, period, amount, expiresAt }: Omit<DueGrant, 'source'> & { readonly source: CreditLot['source'] },
): Promise<void> {
  const [lot] = await tx
    .insert(creditLots)
    .values({ userId, source, period, expiresAt: expiresAt === null ? null : new Date(expiresAt) })
    // Written as it was, for its id to be answered.
    .onConflictDoUpdate({ target: [creditLots.userId, creditLots.source, creditLots.period], set: { period } })
    .returning({ id: creditLots.id })
  if (!lot) throw new Error('An insert answers its row.')
  await writeEntries(tx, userId, [{ kind: 'grant', lotId: lot.id, amount, closes: null }])
}

/**
 * Brings an account to the present: takes out what has lapsed, gives what is due. The caller has locked the user's events,
 * so that two calls at once give nothing twice.
 * @returns The lots as they are afterwards, those of the current day and month among them.
 */
export async function settleAccount(tx: Transaction, account: Account): Promise<PeriodLot[]> {
  const { userId, now } = account
  const lots = await readLots(tx, userId, currentPeriods(now))
  const lapses = planLapses(lots, now)
  const due = dueTo(account, lots)
  if (lapses.length + due.length === 0) return lots
  await writeEntries(tx, userId, lapses)
  for (const one of due) await grant(tx, userId, one)
  return readLots(tx, userId, currentPeriods(now))
}

/** Whether an account is up to date already, which nearly every look at it finds. @param lots Of the current periods. */
export const isSettled = (account: Account, lots: readonly PeriodLot[]): boolean =>
  dueTo(account, lots).length === 0 && !lots.some((lot) => lot.remaining > 0 && isExpired(lot, account.now))
