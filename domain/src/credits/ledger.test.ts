import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { closeHold, planExpiries } from './close-hold.ts'
import { availableIn, type CreditLot, creditSources, type Hold, type NewEntry } from './ledger.ts'
import { inSpendingOrder, planHolds } from './plan-hold.ts'

const lot = (id: string, over: Partial<CreditLot> = {}): CreditLot => ({
  id,
  source: 'signup',
  granted: 100,
  remaining: 100,
  expiresAt: null,
  ...over,
})

describe('spending', () => {
  it('takes today’s credits first, then the month’s, then bought ones, then those of the sign-up', () => {
    const lots = creditSources.toReversed().map((source) => lot(source, { source }))
    expect(inSpendingOrder(lots).map(({ source }) => source)).toEqual(['daily', 'monthly', 'bought', 'signup'])
  })

  it('takes of two bought lots the one that expires first', () => {
    const lots = [lot('b', { source: 'bought', expiresAt: 9 }), lot('a', { source: 'bought', expiresAt: 5 })]
    expect(inSpendingOrder(lots).map(({ id }) => id)).toEqual(['a', 'b'])
  })

  it('splits a share where a lot ends within it', () =>
    expect(planHolds([lot('day', { source: 'daily', remaining: 30 }), lot('rest')], [20, 20], 0)).toEqual({
      ok: true,
      value: [
        [{ kind: 'hold', lotId: 'day', amount: -20, closes: null }],
        [
          { kind: 'hold', lotId: 'day', amount: -10, closes: null },
          { kind: 'hold', lotId: 'rest', amount: -10, closes: null },
        ],
      ],
    }))

  it('returns the missing amount, and holds nothing', () =>
    expect(planHolds([lot('a')], [60, 60], 0)).toEqual({ ok: false, error: { missing: 20 } }))

  it('does not use expired credits', () =>
    expect(planHolds([lot('old', { expiresAt: 10 })], [1], 10)).toEqual({ ok: false, error: { missing: 1 } }))
})

describe('the end of a hold', () => {
  const hold = { id: 'h', lotId: 'a', amount: -40 }

  it('captures with 0: the hold has taken the amount already', () =>
    expect(closeHold({ hold, lot: lot('a') }, 'captured', 0)).toEqual([
      { kind: 'settlement', lotId: 'a', amount: 0, closes: 'h' },
    ]))

  it('releases all of it', () =>
    expect(closeHold({ hold, lot: lot('a') }, 'released', 0)).toEqual([
      { kind: 'release', lotId: 'a', amount: 40, closes: 'h' },
    ]))

  it('expires a late release at once', () =>
    expect(closeHold({ hold, lot: lot('a', { expiresAt: 5 }) }, 'released', 5)).toEqual([
      { kind: 'release', lotId: 'a', amount: 40, closes: 'h' },
      { kind: 'lapse', lotId: 'a', amount: -40, closes: null },
    ]))
})

/** A ledger in memory: what the database does with the planned entries. */
class Book {
  now = 0
  readonly entries: (NewEntry & { id: string })[] = []
  readonly lots = new Map<string, CreditLot>()
  readonly #open = new Map<string, Hold>()

  write(entries: readonly NewEntry[]): Hold[] {
    return entries.map((entry) => {
      const written = { ...entry, id: `e${this.entries.length}` }
      this.entries.push(Object.freeze(written))
      if (written.kind === 'hold') this.#open.set(written.id, written)
      if (written.closes !== null && !this.#open.delete(written.closes)) throw new Error('A hold ends once.')
      const changed = this.lots.get(entry.lotId)
      if (!changed) throw new Error('An entry needs its lot.')
      const granted = changed.granted + (entry.kind === 'grant' ? entry.amount : 0)
      this.lots.set(changed.id, { ...changed, granted, remaining: changed.remaining + entry.amount })
      return written
    })
  }

  grant(amount: number, { source, life }: { source: CreditLot['source']; life: number | null }) {
    const id = `l${this.lots.size}`
    const expiresAt = life === null ? null : this.now + life
    this.lots.set(id, { id, source, granted: 0, remaining: 0, expiresAt })
    this.write([{ kind: 'grant', lotId: id, amount, closes: null }])
  }

  openHolds(): Hold[] {
    return [...this.#open.values()]
  }
}

type Step =
  | { do: 'grant'; amount: number; source: CreditLot['source']; life: number | null }
  | { do: 'go'; shares: number[] }
  | { do: 'captured' | 'released'; which: number }
  | { do: 'wait'; time: number }
  | { do: 'lapse' }

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    do: fc.constant('grant' as const),
    amount: fc.integer({ min: 1, max: 10_000 }),
    source: fc.constantFrom(...creditSources),
    life: fc.option(fc.integer({ min: 1, max: 50 })),
  }),
  fc.record({
    do: fc.constant('go' as const),
    shares: fc.array(fc.integer({ min: 0, max: 2_000 }), { minLength: 1, maxLength: 4 }),
  }),
  fc.record({ do: fc.constantFrom('captured' as const, 'released' as const), which: fc.nat() }),
  fc.record({ do: fc.constant('wait' as const), time: fc.integer({ min: 1, max: 30 }) }),
  fc.constant({ do: 'lapse' as const }),
)

function take(book: Book, next: Step): void {
  const lots = () => [...book.lots.values()]
  switch (next.do) {
    case 'grant':
      book.grant(next.amount, next)
      return
    case 'wait':
      book.now += next.time
      return
    case 'lapse':
      book.write(planExpiries(lots(), book.now))
      return
    case 'go': {
      const before = availableIn(lots(), book.now)
      const planned = planHolds(lots(), next.shares, book.now)
      const price = next.shares.reduce((sum, share) => sum + share, 0)
      if (planned.ok !== price <= before) throw new Error('Refused with enough, or accepted with too little.')
      if (!planned.ok) return
      const taken = planned.value.map((holds) => holds.reduce((sum, { amount }) => sum - amount, 0))
      if (taken.join() !== next.shares.join()) throw new Error('A share is held exactly.')
      book.write(planned.value.flat())
      if (availableIn(lots(), book.now) !== before - price) throw new Error('What is held can not be spent.')
      return
    }
    default: {
      const open = book.openHolds()
      const hold = open[next.which % Math.max(1, open.length)]
      const held = hold && book.lots.get(hold.lotId)
      if (hold && held) book.write(closeHold({ hold, lot: held }, next.do, book.now))
    }
  }
}

/** Of 150 operations on average, which are counted below. */
const runs = { numRuns: 1_000 }

describe('any sequence of operations', () => {
  it('keeps the sum of the entries equal to the balance, never below zero, and ends every hold once', () => {
    let operations = 0
    fc.assert(
      fc.property(fc.array(step, { minLength: 120, maxLength: 180, size: 'max' }), (steps) => {
        const book = new Book()
        for (const next of steps) {
          take(book, next)
          operations += 1
          for (const { remaining } of book.lots.values()) if (remaining < 0) throw new Error('A balance is below zero.')
        }
        for (const { id, remaining } of book.lots.values()) {
          const sum = book.entries.filter(({ lotId }) => lotId === id).reduce((total, { amount }) => total + amount, 0)
          expect(sum).toBe(remaining)
        }
        const ends = book.entries.flatMap(({ closes }) => (closes === null ? [] : [closes]))
        expect(new Set(ends).size).toBe(ends.length)
        // Finally the open holds are released: then only captured and expired credits are missing.
        for (const hold of book.openHolds()) {
          const held = book.lots.get(hold.lotId)
          if (held) book.write(closeHold({ hold, lot: held }, 'released', book.now))
        }
        expect(book.openHolds()).toEqual([])
      }),
      runs,
    )
    expect(operations).toBeGreaterThan(100_000)
  })
})
