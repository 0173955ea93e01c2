import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyRecipe, recipe } from '../testing/recipes.ts'
import { applyDifference } from './apply-difference.ts'
import { changedKinds, differenceOf, mainChange } from './difference.ts'

describe('the difference of two generations', () => {
  it('contains what has changed and nothing else, the most significant first', () => {
    const before = recipe({ imagePrompts: ['p', 'q'] })
    const after = recipe({
      prompt: 'a red fox, at night',
      imagePrompts: ['q', 'r'],
      settings: { ...before.settings, aspectRatio: '16:9', seed: 8 },
    })
    const difference = differenceOf(before, after)
    expect(changedKinds(difference)).toEqual(['prompt', 'imagePrompts', 'aspectRatio', 'seed'])
    expect(difference).toEqual({
      prompt: [
        { kind: 'kept', text: 'a red fox' },
        { kind: 'added', text: ', at night' },
      ],
      imagePrompts: { before: ['p', 'q'], after: ['q', 'r'], removed: ['p'], added: ['r'] },
      aspectRatio: { before: '1:1', after: '16:9' },
      seed: { before: 7, after: 8 },
    })
  })

  it('shows that a setting was switched on or off, added or removed', () => {
    const plain = recipe()
    const other = recipe({ parentImageId: 'p', settings: { ...plain.settings, rawMode: true, style: 's' } })
    expect(differenceOf(plain, other)).toEqual({
      style: { before: null, after: 's' },
      rawMode: { before: false, after: true },
      parentImageId: { before: null, after: 'p' },
    })
  })

  it('shows what changed of the controls, whatever the order in which they were stored', () => {
    const plain = recipe()
    const settings = { ...plain.settings, controls: { steps: 20, sampler: 'Euler' } }
    const other = recipe({ settings: { ...plain.settings, controls: { sampler: 'Euler', steps: 20 } } })
    expect(differenceOf(recipe({ settings }), other)).toEqual({})
    expect(differenceOf(plain, other)).toEqual({ controls: { before: undefined, after: settings.controls } })
    const difference = differenceOf(
      other,
      recipe({ settings: { ...settings, controls: { sampler: 'Euler', steps: 30 } } }),
    )
    const elsewhere = recipe({ settings: { ...plain.settings, controls: { steps: 5, guidance: 4 } } })
    expect(applyDifference(elsewhere, difference).settings.controls).toEqual({ steps: 30, guidance: 4 })
  })

  it('is summed up in one word by its most important change', () => {
    const plain = recipe()
    const again = recipe({ parentImageId: 'p', settings: { ...plain.settings, seed: 8 } })
    expect(mainChange(differenceOf(plain, again))).toBe('parentImageId')
    expect(mainChange(differenceOf(plain, { ...again, model: 'Nano Banana' }))).toBe('model')
    expect(mainChange({})).toBe(null)
  })

  it('of a generation and itself is empty', () =>
    fc.assert(
      fc.property(anyRecipe, (any) => {
        expect(differenceOf(any, any)).toEqual({})
      }),
    ))
})

describe('a change applied to a generation', () => {
  it('gives the child when it is applied to the parent', () =>
    fc.assert(
      fc.property(anyRecipe, anyRecipe, (parent, child) => {
        expect(applyDifference(parent, differenceOf(parent, child))).toEqual(child)
      }),
    ))

  it('leaves unrelated fields unchanged on any generation', () =>
    fc.assert(
      fc.property(anyRecipe, anyRecipe, anyRecipe, (parent, child, other) => {
        const difference = differenceOf(parent, child)
        const result = applyDifference(other, difference)
        const touched = new Set<string>(changedKinds(difference))
        const fields = (each: typeof other) => Object.entries({ ...each, ...each.settings, settings: null })
        const kept = new Map(fields(result))
        for (const [name, value] of fields(other)) if (!touched.has(name)) expect(kept.get(name)).toEqual(value)
        for (const id of other.imagePrompts)
          if (!difference.imagePrompts?.removed.includes(id)) expect(result.imagePrompts).toContain(id)
      }),
    ))

  it('applied twice gives no more references than once', () =>
    fc.assert(
      fc.property(anyRecipe, anyRecipe, anyRecipe, (parent, child, other) => {
        const difference = differenceOf(parent, child)
        const once = applyDifference(other, difference)
        expect(new Set(applyDifference(once, difference).imagePrompts)).toEqual(new Set(once.imagePrompts))
      }),
    ))
})
