import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { grantIncludes, linkGrants } from './link-grant.ts'
import {
  countStates,
  decisionRefusal,
  type FrozenProof,
  frozenSetText,
  proofDecisions,
  proofStateOf,
  reminderTime,
} from './round.ts'

describe('proofStateOf', () => {
  it('is approved only where somebody approved and nobody asked for changes', () =>
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...proofDecisions)), (decisions) => {
        const isApproved = decisions.includes('approve') && !decisions.includes('changes')
        expect(proofStateOf(decisions) === 'approved').toBe(isApproved)
        expect(proofStateOf(decisions) === 'waiting').toBe(decisions.length === 0)
      }),
    ))
})

describe('countStates', () => {
  it('counts each proof once', () =>
    expect(countStates(['approved', 'waiting', 'approved', 'changes'])).toEqual({
      waiting: 1,
      approved: 2,
      changes: 1,
    }))
})

describe('frozenSetText', () => {
  const proof = fc.record({
    imageId: fc.uuid(),
    sha256: fc.stringMatching(/^[0-9a-f]{64}$/),
  })
  const set = fc
    .array(proof, { minLength: 1, maxLength: 8 })
    .map((proofs) => proofs.map((each, index): FrozenProof => ({ ...each, number: index + 1 })))

  it('is the same in whatever order the proofs are listed', () =>
    fc.assert(fc.property(set, (proofs) => frozenSetText(proofs.toReversed()) === frozenSetText(proofs))))

  it('differs where a byte, a number or an image differs', () =>
    fc.assert(
      fc.property(set, fc.nat(), (proofs, at) => {
        const index = at % proofs.length
        const others = [{ sha256: 'f'.repeat(63) }, { number: 201 }, { imageId: 'another' }]
        for (const other of others) {
          const changed = proofs.map((each, place) => (place === index ? { ...each, ...other } : each))
          expect(frozenSetText(changed)).not.toBe(frozenSetText(proofs))
        }
      }),
    ))
})

describe('reminderTime', () => {
  const day = 86_400_000
  it('is a day before the date, or now', () => {
    expect(reminderTime(10 * day, 2 * day)).toBe(9 * day)
    expect(reminderTime(10 * day, 9.5 * day)).toBe(9.5 * day)
  })
})

describe('decisionRefusal', () => {
  it('lets a named reviewer decide by a link that grants it, while the round is open', () => {
    const open = { grant: 'approve', isNamed: true, isClosed: false } as const
    expect(decisionRefusal(open)).toBeNull()
    expect(decisionRefusal({ ...open, grant: 'comment' })).toBe('grant')
    expect(decisionRefusal({ ...open, isNamed: false })).toBe('name')
    expect(decisionRefusal({ ...open, isClosed: true })).toBe('closed')
  })
})

describe('grantIncludes', () => {
  it('orders look, comment and approve', () =>
    fc.assert(
      fc.property(fc.constantFrom(...linkGrants), fc.constantFrom(...linkGrants), (grant, needed) => {
        expect(grantIncludes(grant, needed) || grantIncludes(needed, grant)).toBe(true)
        expect(grantIncludes(grant, needed) && grantIncludes(needed, grant)).toBe(grant === needed)
      }),
    ))
})
