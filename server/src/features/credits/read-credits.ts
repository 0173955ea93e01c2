import { sql } from 'drizzle-orm'
import type { CreditsShape } from '#contract/money/credits.ts'
import type { UserId } from '#domain/account/user-id.ts'
import { periodsOf } from '#domain/credits/grants-due.ts'
import { availableIn, type CreditSource, isExpired } from '#domain/credits/ledger.ts'
import type { PlanName } from '#domain/credits/plan.ts'
import { inSpendingOrder } from '#domain/credits/plan-hold.ts'
import { usedPercent } from '#domain/credits/used-percent.ts'
import type { Money } from '#server/models/money.ts'
import type { UserDatabase } from '../../db/database.ts'
import { milliseconds } from '../../db/sql/expressions.ts'
import { statement } from '../../db/statement.ts'
import { lockEvents } from '../../events/append-events.ts'
import { planIn, type SubscriptionRow } from '../billing/plan-of.ts'
import { accrueGrants, currentPeriods, isUpToDate, type PeriodLot } from './accrue-grants.ts'
import { heldAmount } from './credit-rows.ts'

/** The stored state of an account, before due grants. */
type StoredStanding = {
  readonly plan: PlanName
  readonly lots: PeriodLot[]
  /** Hundredths of a credit that are held for images in progress. */
  readonly held: number
}

type LotCells = {
  id: string
  source: CreditSource
  period: string
  granted: number
  remaining: number
  /** Milliseconds since 1970. */
  expires_ms: number | null
}

type StandingRow = {
  plan: PlanName | null
  status: SubscriptionRow['status'] | null
  next_plan: PlanName | null
  period_end_ms: number | null
  lots: LotCells[] | null
  held: string
}

const standing = statement<StandingRow, { userId: UserId; periods: string[] }>(
  { plan: 'string', status: 'string', next_plan: 'string', period_end_ms: 'number', lots: 'json', held: 'string' },
  ['userId', 'periods'],
  ({ userId, periods }) => sql`
    select plan, status, next_plan, ${milliseconds(sql`period_end`)} as period_end_ms,
      (select json_agg(json_build_object('id', id, 'source', source, 'period', period, 'granted', granted,
          'remaining', remaining, 'expires_ms', extract(epoch from expires_at) * 1000))
        from credit_lots where user_id = account.id and (remaining > 0 or period = any(${periods}))) as lots,
      (select coalesce(sum(lots.held), 0) from credit_lots lots where user_id = account.id and lots.held > 0) as held
    from (select ${userId}::uuid as id) account left join subscriptions on subscriptions.user_id = account.id`,
)

/** Plan, lots and holds in one statement: every page requests them. @param now Milliseconds since 1970. */
async function readStanding(db: UserDatabase, userId: UserId, now: number): Promise<StoredStanding> {
  const [row] = await standing(db, { userId, periods: currentPeriods(now) })
  if (!row) throw new Error('An account of its own always answers a row.')
  const { plan, status, next_plan: nextPlan, period_end_ms: periodEndMs } = row
  const subscription =
    plan === null || status === null
      ? null
      : { plan, status, nextPlan, periodEnd: periodEndMs === null ? null : new Date(periodEndMs) }
  return {
    plan: planIn(subscription, now),
    held: Number(row.held),
    lots: (row.lots ?? []).map(({ expires_ms: expiresAt, ...lot }) => ({ ...lot, expiresAt })),
  }
}

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
