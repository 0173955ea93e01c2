import { describe, expect, it } from 'vitest'
import { cardsToRepaint, noMarks } from './marks.ts'

const selecting = (...ids: string[]) => ({ ...noMarks, selected: new Set(ids) })

describe('the cards to repaint after a change of marks', () => {
  it('are those that joined or left the selection', () =>
    expect(cardsToRepaint(selecting('a', 'b'), selecting('b', 'c'))).toEqual(['a', 'c']))

  it('are those whose line is lit or no longer lit', () =>
    expect(cardsToRepaint(noMarks, { ...noMarks, path: new Set(['a']) })).toEqual(['a']))

  it('are none when the selection is the same', () =>
    expect(cardsToRepaint(selecting('a'), selecting('a'))).toEqual([]))

  it('are all when a search starts, changes or ends', () => {
    const looking = { ...noMarks, hits: new Set(['a']) }
    expect(cardsToRepaint(noMarks, looking)).toBe('all')
    expect(cardsToRepaint(looking, { ...noMarks, hits: new Set(['a']) })).toBe('all')
    expect(cardsToRepaint(looking, noMarks)).toBe('all')
  })
})
