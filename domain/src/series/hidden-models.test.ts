import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hiddenModel, hiddenRaces, type NamedCard, raceAliases } from './hidden-models.ts'

const begun = 5_000
const step = (generationId: string | null, model: string, repeats: string | null = null) => ({
  generationId,
  model,
  prompt: 'a pear',
  repeats,
})
const race = (over: Partial<Parameters<typeof hiddenRaces>[0][number]> = {}) => ({
  kind: 'race',
  hidesNames: true,
  winnerImageId: null,
  begunAt: begun,
  steps: [step('one', 'Sketch'), step('two', 'Krea 2'), step('three', 'Sketch'), step(null, 'Flux')],
  ...over,
})
const card = (id: string, over: Partial<NamedCard> = {}): NamedCard => ({
  id,
  parentId: null,
  prompt: 'a pear',
  model: 'Sketch',
  createdAt: begun,
  ...over,
})
const aliasOf = (id: string, cards: readonly NamedCard[], races = hiddenRaces([race()])) => {
  const find = (wanted: string) => cards.find((each) => each.id === wanted)
  const found = find(id)
  return found ? (hiddenModel(found, races, find)?.alias ?? null) : null
}

describe('the aliases of a race', () => {
  it('are one for each model, the same for the same model', () =>
    expect([...raceAliases(['Sketch', 'Krea 2', 'Sketch'])]).toEqual([
      ['Sketch', 'A'],
      ['Krea 2', 'B'],
    ]))

  it('differ for any number of models', () =>
    fc.assert(
      fc.property(fc.uniqueArray(fc.string(), { maxLength: 120 }), (models) => {
        const aliases = [...raceAliases(models).values()]
        expect(new Set(aliases).size).toBe(models.length)
        expect(aliases.every((alias) => /^[A-Z]\d*$/.test(alias))).toBe(true)
      }),
    ))
})

describe('the name of a model', () => {
  it('is hidden on the cards of a race until it has a winner', () => {
    const cards = [card('one'), card('two', { model: 'Krea 2' })]
    expect(['one', 'two'].map((id) => aliasOf(id, cards))).toEqual(['A', 'B'])
    expect(aliasOf('one', cards, hiddenRaces([race({ winnerImageId: 'i' })]))).toBeNull()
  })

  it.each([{ hidesNames: false }, { kind: 'grid' }, { kind: 'rerun' }])(
    'is shown where nothing is hidden: %o',
    (over) => expect(hiddenRaces([race(over)])).toEqual([]),
  )

  it('is hidden on branches of such a card with the same model, and shown with another one', () => {
    const cards = [
      card('one'),
      card('child', { parentId: 'one', prompt: 'at night' }),
      card('grandchild', { parentId: 'child', prompt: 'in snow' }),
      card('other', { parentId: 'one', prompt: 'at night', model: 'Flux' }),
    ]
    expect(['child', 'grandchild', 'other'].map((id) => aliasOf(id, cards))).toEqual(['A', 'A', null])
  })

  it('is hidden on a card that repeats one of the race since, and not on an older one', () => {
    const later = card('later', { createdAt: begun + 1 })
    const older = card('older', { createdAt: begun - 1 })
    expect(aliasOf('later', [later])).toBe('A')
    expect(aliasOf('older', [older])).toBeNull()
    expect(aliasOf('elsewhere', [card('elsewhere', { prompt: 'a plum' })])).toBeNull()
  })

  it('is hidden on a re-run card of the race with another prompt, and on what is below that', () => {
    const again = { ...race(), kind: 'rerun', hidesNames: false, steps: [step('again', 'Sketch', 'one')] }
    const cards = [
      card('one'),
      card('again', { prompt: 'a plum' }),
      card('below', { prompt: 'a fig', parentId: 'again' }),
      card('twice', { prompt: 'a plum', model: 'Flux' }),
    ]
    const races = hiddenRaces([race(), again])
    expect(['again', 'below', 'twice'].map((id) => aliasOf(id, cards, races))).toEqual(['A', 'A', null])
    expect(aliasOf('again', cards, hiddenRaces([race()]))).toBeNull()
  })

  it('is looked up without an endless loop where ids form a cycle', () =>
    expect(aliasOf('a', [card('a', { parentId: 'b', prompt: 'x' }), card('b', { parentId: 'a', prompt: 'x' })])).toBe(
      null,
    ))
})
