import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { branchOf, type OutlinedCard, outlineOf } from './board-outline.ts'

const idOf = (number: number) => `${String(number).padStart(8, '0')}-0000-4000-8000-000000000000`

const card = (number: number, over: Partial<OutlinedCard> = {}): OutlinedCard => ({
  id: idOf(number),
  parentGenerationId: null,
  parentImageId: null,
  branchKind: null,
  prompt: 'a fox',
  model: 'Flux',
  status: 'completed',
  canvasX: 10_000.4,
  canvasY: -20,
  madeBy: null,
  images: [0, 1].map((orderNum) => ({ id: `${number} ${orderNum}`, orderNum, status: 'completed', feedback: [] })),
  ...over,
})

describe('the outline of a board', () => {
  it('has a line for each card, below the one that it branches from, with the image', () => {
    const marked = [
      { id: 'a', orderNum: 0, status: 'completed', feedback: ['star', 'like'] },
      { id: 'b', orderNum: 1, status: 'failed', feedback: [] },
      { id: 'c', orderNum: 2, status: 'completed', feedback: ['star'] },
    ]
    const cards = [
      card(1),
      card(2, { parentGenerationId: idOf(1), parentImageId: '1 1', branchKind: 'enhance', madeBy: { name: 'Claude' } }),
      card(3, { model: null, images: marked }),
      card(4, {
        parentGenerationId: idOf(2),
        parentImageId: 'gone',
        branchKind: 'remix',
        status: 'running',
        images: marked,
      }),
      card(5, { parentGenerationId: idOf(9), parentImageId: 'x' }),
    ]
    expect(outlineOf(cards)).toEqual([
      '00000001 "a fox" Flux 2 @10000,-20',
      ' 00000002 <00000001.2 enhance "a fox" Flux 2 by "Claude" @10000,-20',
      '  00000004 <00000002 remix "a fox" Flux 2/3 running ★1,3 ♥1 @10000,-20',
      '00000003 "a fox" brought in 2 ★1,3 ♥1 @10000,-20',
      '00000005 <00000009 "a fox" Flux 2 @10000,-20',
    ])
  })

  it('keeps a prompt on its line, quoted and short', () => {
    const [line = ''] = outlineOf([card(1, { prompt: `say "no"\n${'🦊'.repeat(100)}` })])
    expect(line).toMatch(/^00000001 "say \\"no\\" 🦊+…" Flux/u)
    expect([...line].length).toBeLessThan(100)
  })

  it('has each card once, whatever branches from what', () =>
    fc.assert(
      fc.property(fc.array(fc.option(fc.nat(30)), { maxLength: 30 }), (parents) => {
        const cards = parents.map((parent, number) =>
          card(number, { parentGenerationId: parent !== null && parent < number ? idOf(parent) : null }),
        )
        const names = outlineOf(cards).map((line) => line.trim().slice(0, 8))
        expect(names.toSorted()).toEqual(cards.map(({ id }) => id.slice(0, 8)).toSorted())
        const [first] = cards
        if (first) expect(branchOf(cards, first.id)).toContain(first)
      }),
    ))

  it('does not end in a stack of calls on a long chain', () => {
    const cards = Array.from({ length: 20_000 }, (_, number) =>
      card(number, { parentGenerationId: number === 0 ? null : idOf(number - 1) }),
    )
    expect(outlineOf(cards)).toHaveLength(20_000)
    expect(branchOf(cards, idOf(19_998)).map(({ id }) => id)).toEqual([idOf(19_998), idOf(19_999)])
  })
})
