import type { UserId } from '#domain/account/user-id.ts'
import { planExpiries } from '#domain/credits/close-hold.ts'
import { type Allowances, type DueGrant, grantsDue, periodsOf } from '#domain/credits/grants-due.ts'
import { type CreditLot, isExpired } from '#domain/credits/ledger.ts'
import type { PlanName } from '#domain/credits/plan.ts'
import type { Transaction } from '#server/db/database.ts'
import { creditLots } from '#server/db/schema/credits.ts'
import { readLots, writeEntries } from './credit-rows.ts'

type Account = {
  readonly userId: UserId
  readonly plan: PlanName
  readonly allowances: Allowances
  readonly now: number
}
export type PeriodLot = CreditLot & { readonly period: string }

/** The names of the current periods, whose lots are read, empty or not. */
export const currentPeriods = (now: number) => {
  const { day, month } = periodsOf(now)
  return ['once', day.name, month.name]
}

function dueTo(account: Account, lots: readonly PeriodLot[]): DueGrant[] {
  return grantsDue(account, (source, period) => {
    return lots.find((lot) => lot.source === source && lot.period === period)?.granted ?? 0
  })
}

/** Adds an amount to the lot of a source's period, which is created where there is none. */
export async function grant(
  tx: Transaction,
  userId: UserId,
  { source, period, amount, expiresAt }: Omit<DueGrant, 'source'> & { readonly source: CreditLot['source'] },
): Promise<void> {
  const [lot] = await tx
    .insert(creditLots)
    .values({ userId, source, period, expiresAt: expiresAt === null ? null : new Date(expiresAt) })
    // Writes the old value so that the statement returns the row's id.
    .onConflictDoUpdate({ target: [creditLots.userId, creditLots.source, creditLots.period], set: { period } })
    .returning({ id: creditLots.id })
  if (!lot) throw new Error('An insert answers its row.')
  await writeEntries(tx, userId, [{ kind: 'grant', lotId: lot.id, amount, closes: null }])
}

/**
 * Brings an account up to date: removes what has expired, grants what is due. The caller has locked the user's events, so that
 * concurrent calls grant nothing twice. @returns The lots afterwards, including those of the current day and month.
 */
export async function accrueGrants(tx: Transaction, account: Account): Promise<PeriodLot[]> {
  const { userId, now } = account
  const lots = await readLots(tx, userId, currentPeriods(now))
  const lapses = planExpiries(lots, now)
  const due = dueTo(account, lots)
  if (lapses.length + due.length === 0) return lots
  await writeEntries(tx, userId, lapses)
  for (const one of due) await grant(tx, userId, one)
  return readLots(tx, userId, currentPeriods(now))
}

/** Whether an account is up to date already, as for nearly every read. @param lots Of the current periods. */
export const isUpToDate = (account: Account, lots: readonly PeriodLot[]): boolean =>
  dueTo(account, lots).length === 0 && !lots.some((lot) => lot.remaining > 0 && isExpired(lot, account.now))
