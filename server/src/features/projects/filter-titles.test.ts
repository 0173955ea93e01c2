import { describe, expect, it } from 'vitest'
import { filterTitles } from './filter-titles.ts'

const rows = Array.from({ length: 1_000 }, (_, index) => ({ title: `Walled gárden ${index}` }))

describe('filterTitles', () => {
  it('keeps the rows whose titles contain every term, in their order', async () => {
    const found = await filterTitles(rows, ['garden', '99'])
    expect(found.map(({ title }) => title.slice(14)).slice(0, 3)).toEqual(['99', '199', '299'])
    expect(found).toHaveLength(19)
  })

  it('lets other work go on between slices', async () => {
    let turns = 0
    const count = () => {
      turns += 1
      if (turns < 100) setImmediate(count)
    }
    setImmediate(count)
    await filterTitles(rows, ['garden'])
    expect(turns).toBeGreaterThanOrEqual(4)
  })

  it('ends between two slices when its caller has left', async () => {
    const leaving = new AbortController()
    setImmediate(() => leaving.abort(new Error('left')))
    await expect(filterTitles(rows, ['garden'], leaving.signal)).rejects.toThrow('left')
  })
})
