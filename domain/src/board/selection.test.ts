import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  countSelected,
  noSelection,
  type Selection,
  type SelectionKind,
  selectedAlone,
  selectedAsWell,
  selectedByBox,
  soleSelected,
  toggled,
  withoutMissing,
} from './selection.ts'

const ids = fc.constantFrom('a', 'b', 'c', 'd')
const kinds = fc.constantFrom<SelectionKind>('cards', 'items', 'rings')
const sets = fc.uniqueArray(ids).map((list) => new Set(list))
const selections: fc.Arbitrary<Selection> = fc.record({ cards: sets, items: sets, rings: sets })

describe('selectedAlone', () => {
  it('selects these, whatever was selected', () =>
    fc.assert(
      fc.property(selections, kinds, ids, (before, kind, id) => {
        expect(selectedAlone(before, { [kind]: new Set([id]) })).toEqual({ ...noSelection, [kind]: new Set([id]) })
      }),
    ))

  it('returns the same object where these are selected alone already', () =>
    fc.assert(
      fc.property(selections, (before) => {
        expect(selectedAlone(before, { ...before })).toBe(before)
      }),
    ))

  it('keeps the set of a kind that does not change', () => {
    const before = { ...noSelection, cards: new Set(['a']), items: new Set(['b']) }
    expect(selectedAlone(before, { cards: new Set(['a']) }).cards).toBe(before.cards)
  })
})

describe('toggled', () => {
  it('changes whether this one is selected and nothing else, and is undone by a second press', () =>
    fc.assert(
      fc.property(selections, kinds, ids, (before, kind, id) => {
        const after = toggled(before, kind, id)
        expect(after[kind].has(id)).toBe(!before[kind].has(id))
        expect(Math.abs(countSelected(after) - countSelected(before))).toBe(1)
        expect(toggled(after, kind, id)).toEqual(before)
      }),
    ))

  it('puts what is selected last at the end', () =>
    expect([...toggled({ ...noSelection, cards: new Set(['b']) }, 'cards', 'a').cards]).toEqual(['b', 'a']))
})

describe('selectedAsWell', () => {
  it('loses nothing of both, and changes nothing the second time', () =>
    fc.assert(
      fc.property(selections, selections, (before, more) => {
        const after = selectedAsWell(before, more)
        for (const kind of ['cards', 'items', 'rings'] as const)
          expect(after[kind]).toEqual(new Set([...before[kind], ...more[kind]]))
        expect(selectedAsWell(after, more)).toBe(after)
      }),
    ))
})

describe('withoutMissing', () => {
  it('keeps exactly what is there', () =>
    fc.assert(
      fc.property(selections, selections, (before, there) => {
        const after = withoutMissing(before, (kind, id) => there[kind].has(id))
        for (const kind of ['cards', 'items', 'rings'] as const)
          expect([...after[kind]]).toEqual([...before[kind]].filter((id) => there[kind].has(id)))
      }),
    ))

  it('returns the same object where all of it is there', () =>
    fc.assert(
      fc.property(selections, (before) => {
        expect(withoutMissing(before, () => true)).toBe(before)
      }),
    ))
})

describe('soleSelected', () => {
  it('is null where something else is selected, of whatever kind', () =>
    fc.assert(
      fc.property(selections, kinds, (selection, kind) => {
        const [first] = selection[kind]
        expect(soleSelected(selection, kind)).toBe(countSelected(selection) === 1 ? (first ?? null) : null)
      }),
    ))
})

describe('selectedByBox', () => {
  const box = { x: 0, y: 0, width: 100, height: 100 }
  const reaching = { x: 50, y: 50, width: 100, height: 100 }
  const inside = { x: 10, y: 10, width: 50, height: 90 }

  it('takes the notes that it touches, and the frames and rings that lie wholly in it', () =>
    expect(
      selectedByBox(box, {
        cards: ['card'],
        notes: [{ id: 'note', ...reaching }],
        frames: [
          { id: 'frame', ...reaching },
          { id: 'small-frame', ...inside },
        ],
        rings: [
          { id: 'ring', ...reaching },
          { id: 'small-ring', ...inside },
        ],
      }),
    ).toEqual({
      cards: new Set(['card']),
      items: new Set(['note', 'small-frame']),
      rings: new Set(['small-ring']),
    }))
})
