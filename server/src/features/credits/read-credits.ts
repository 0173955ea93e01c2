import type { CreditsShape } from '#contract/credits.ts'
import type { UserId } from '#domain/account/user-id.ts'
import { periodsOf } from '#domain/credits/grants-due.ts'
import { availableIn, isExpired } from '#domain/credits/ledger.ts'
import { inSpendingOrder } from '#domain/credits/plan-hold.ts'
import { usedPercent } from '#domain/credits/used-percent.ts'
import type { UserDatabase } from '../../db/database.ts'
import { lockEvents } from '../../events/append-events.ts'
import { accrueGrants, isUpToDate } from './accrue-grants.ts'
import { heldAmount } from './credit-rows.ts'
import type { Money } from './money.ts'
import { readStanding, type StoredStanding } from './read-standing.ts'

/** A user's credits, brought up to date where a day or a month has begun since. */
export async function readCredits(db: UserDatabase, money: Money, userId: UserId): Promise<CreditsShape | null> {
  if (money === 'off') return null
  const now = money.now()
  const stored = await readStanding(db, userId, now)
  const { plan } = stored
  const account = { userId, plan, now, allowances: money.allowances }
  if (isUpToDate(account, stored.lots)) return present({ ...stored, now })
  return db.transaction(async (tx) => {
    await lockEvents(tx, userId)
    const settled = await accrueGrants(tx, account)
    return present({ lots: settled, held: await heldAmount(tx, userId), plan, now })
  })
}

function present({ lots, held, plan, now }: StoredStanding & { readonly now: number }): CreditsShape {
  const { day, month } = periodsOf(now)
  const current = plan === 'free' ? { source: 'daily', period: day.name } : { source: 'monthly', period: month.name }
  const lot = lots.find(({ source, period }) => source === current.source && period === current.period)
  return {
    available: availableIn(lots, now),
    held,
    sources: inSpendingOrder(lots.filter((one) => !isExpired(one, now) && one.remaining > 0)).map((one) => ({
      kind: one.source,
      available: one.remaining,
      expiresAt: one.expiresAt === null ? null : new Date(one.expiresAt).toISOString(),
    })),
    plan,
    usedPercent: usedPercent(lot ?? null),
  }
}
