import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { AssetShape } from '#contract/cards/asset.ts'
import { type AssetList, withNewest } from './asset-lists.ts'

const perPage = 5
const assets = (ids: readonly string[]) => ids.map((id) => ({ id }) as AssetShape)
/** The first pages of the server's list, each with the id of its last image as the cursor to the next. */
function listOf(ids: readonly string[], pages: number): AssetList {
  const starts = Array.from({ length: pages }, (_, at) => at * perPage)
  return {
    pages: starts.map((start) => ({
      items: assets(ids.slice(start, start + perPage)),
      nextCursor: ids[start + perPage - 1] ?? null,
    })),
    pageParams: starts.map((start) => (start === 0 ? null : (ids[start - 1] ?? null))),
  }
}
const idsOf = (list: AssetList | null) => list?.pages.flatMap(({ items }) => items.map(({ id }) => id))

describe('a list that is merged with its newest page', () => {
  const known = Array.from({ length: 20 }, (_, at) => `k${at}`)

  it('starts with the new images', () => {
    const now = ['new', ...known]
    expect(idsOf(withNewest(listOf(known, 4), assets(now.slice(0, perPage))))).toEqual(now)
  })

  it('has to be read again where more images are new than a page holds', () => {
    const come = Array.from({ length: perPage }, (_, at) => `n${at}`)
    expect(withNewest(listOf(known, 4), assets(come))).toBeNull()
  })

  it('equals the list of the server after any additions and removals on its newest page, and each page continues at its cursor', () => {
    const changes = fc.record({
      come: fc.nat({ max: perPage - 1 }),
      gone: fc.array(fc.boolean(), { minLength: 8, maxLength: 8 }),
      pages: fc.integer({ min: 4, max: 4 }),
    })
    fc.assert(
      fc.property(changes, ({ come, gone, pages }) => {
        const left = known.filter((_, at) => !gone[at])
        const server = [...Array.from({ length: come }, (_, at) => `n${at}`), ...left]
        const newest = server.slice(0, perPage)
        const merged = withNewest(listOf(known, pages), assets(newest))
        // Removals further down than the newest page are reported by events of their own.
        const lastNewest = known.indexOf(newest.at(-1) ?? '')
        expect(idsOf(merged)).toEqual([...newest, ...known.slice(lastNewest + 1)])
        expect(merged?.pageParams[0]).toBeNull()
        for (const [at, page] of merged?.pages.entries() ?? []) {
          const next = merged?.pageParams[at + 1]
          if (next !== undefined) expect(page.nextCursor).toBe(next)
        }
      }),
    )
  })
})
