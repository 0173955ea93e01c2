import { describe, expect, it } from 'vitest'
import { defaultAllowances, grantsDue, periodsOf } from './grants-due.ts'

const now = Date.UTC(2026, 10, 30, 23, 59)
const due = (plan: 'free' | 'basic' | 'pro' | 'max', granted: Record<string, number> = {}) =>
  grantsDue({ plan, now, allowances: defaultAllowances }, (source, period) => granted[`${source} ${period}`] ?? 0)

describe('the due grants of an account', () => {
  it('are 250 credits once and 20 a day, until midnight UTC, on the free plan', () =>
    expect(due('free')).toEqual([
      { source: 'signup', period: 'once', amount: 25_000, expiresAt: null },
      { source: 'daily', period: '2026-11-30', amount: 2_000, expiresAt: Date.UTC(2026, 11, 1) },
    ]))

  it('are the plan’s credits, until the month ends, on a paid plan', () =>
    expect(due('basic', { 'signup once': 25_000 })).toEqual([
      { source: 'monthly', period: '2026-11', amount: 500_000, expiresAt: Date.UTC(2026, 11, 1) },
    ]))

  it('are not granted twice', () =>
    expect(due('free', { 'signup once': 25_000, 'daily 2026-11-30': 2_000 })).toEqual([]))

  it('are the difference when a larger plan is taken within the month, and nothing when a smaller one is', () => {
    expect(due('pro', { 'signup once': 25_000, 'monthly 2026-11': 500_000 })).toEqual([
      { source: 'monthly', period: '2026-11', amount: 1_500_000, expiresAt: Date.UTC(2026, 11, 1) },
    ])
    expect(due('basic', { 'signup once': 25_000, 'monthly 2026-11': 2_000_000 })).toEqual([])
  })
})

describe('days and months', () => {
  it('end at midnight UTC, also over the end of a year', () =>
    expect(periodsOf(Date.UTC(2026, 11, 31, 12))).toEqual({
      day: { name: '2026-12-31', endsAt: Date.UTC(2027, 0, 1) },
      month: { name: '2026-12', startsAt: Date.UTC(2026, 11, 1), endsAt: Date.UTC(2027, 0, 1) },
    }))
})
