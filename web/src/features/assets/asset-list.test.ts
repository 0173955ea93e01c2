import { describe, expect, it } from 'vitest'
import { listedOnly, toggled, withRange } from './asset-list.tsx'

const list = ['a', 'b', 'c', 'd'].map((id) => ({ id }))

describe('selecting assets', () => {
  it('adds a pressed image, and removes it when it is pressed again', () => {
    const once = toggled(new Set(['a']), 'b')
    expect([...once]).toEqual(['a', 'b'])
    expect([...toggled(once, 'a')]).toEqual(['b'])
  })

  it('adds everything between two presses, upwards and downwards', () => {
    expect([...withRange(new Set(['a']), list, [1, 3])]).toEqual(['a', 'b', 'c', 'd'])
    expect([...withRange(new Set(), list, [2, 1])]).toEqual(['b', 'c'])
  })

  it('counts only listed images: not those that a filter hides', () => {
    const selected = new Set(['a', 'x', 'd'])
    expect([...listedOnly(selected, list)]).toEqual(['a', 'd'])
    const all = new Set(['b'])
    expect(listedOnly(all, list)).toBe(all)
  })
})
