import { describe, expect, it } from 'vitest'
import { markedAnew, noMarks } from './marks.ts'

const selecting = (...ids: string[]) => ({ ...noMarks, selected: new Set(ids) })

describe('cards to paint again after a change of what is marked', () => {
  it('are those that joined or left the selection', () =>
    expect(markedAnew(selecting('a', 'b'), selecting('b', 'c'))).toEqual(['a', 'c']))

  it('are none when the same are selected', () => expect(markedAnew(selecting('a'), selecting('a'))).toEqual([]))

  it('are all when a search for cards begins, goes on or ends', () => {
    const looking = { ...noMarks, hits: new Set(['a']) }
    expect(markedAnew(noMarks, looking)).toBe('all')
    expect(markedAnew(looking, { ...noMarks, hits: new Set(['a']) })).toBe('all')
    expect(markedAnew(looking, noMarks)).toBe('all')
  })
})
