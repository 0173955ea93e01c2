import { describe, expect, it } from 'vitest'
import { createPictureCache } from './picture-cache.ts'
import type { PictureSource } from './picture-source.ts'

const sheet = (sheetId: string): PictureSource => ({ kind: 'sheet', sheetId, size: 32 })
const largeSheet = (sheetId: string): PictureSource => ({ kind: 'sheet', sheetId, size: 64 })
const file = (imageId: string): PictureSource => ({ kind: 'file', imageId, size: 256 })
const megapixels = (count: number) => ({ width: 1_000, height: 1_000 * count, close() {} }) as ImageBitmap

/** A cache whose pictures arrive when the test says so. */
function slowCache() {
  const asked: string[] = []
  const aborted: string[] = []
  const waiting = new Map<string, { come(size?: number): Promise<void>; fail(): Promise<void> }>()
  const settled = () => new Promise<void>((resolve) => setTimeout(resolve))
  const cache = createPictureCache(
    (source, signal) =>
      new Promise((resolve, reject) => {
        const name = source.kind === 'sheet' ? source.sheetId : source.imageId
        asked.push(name)
        signal.addEventListener('abort', () => {
          aborted.push(name)
          reject(new Error('aborted'))
        })
        waiting.set(name, {
          come(size = 1) {
            resolve(megapixels(size))
            return settled()
          },
          fail() {
            reject(new Error('not found'))
            return settled()
          },
        })
      }),
    () => {},
  )
  const named = (name: string) => {
    const found = waiting.get(name)
    if (!found) throw new Error(`${name} was not asked for.`)
    return found
  }
  /** Loads these one after the other, each of so many megapixels. */
  const load = async (sources: readonly PictureSource[], size: number) => {
    for (const source of sources) {
      cache.want([source])
      await named(source.kind === 'sheet' ? source.sheetId : source.imageId).come(size)
    }
  }
  return { cache, asked, aborted, named, load }
}

describe('the pictures of the painter', () => {
  it('are loaded four at a time, the latest request first', async () => {
    const { cache, asked, named } = slowCache()
    cache.want(['a', 'b', 'c', 'd', 'e', 'f'].map(sheet))
    expect(asked).toEqual(['f', 'e', 'd', 'c'])
    await named('e').come()
    expect(asked).toEqual(['f', 'e', 'd', 'c', 'b'])
    expect(cache.has(sheet('e'))).toBe(true)
  })

  it('are requested once, however often they are wanted', () => {
    const { cache, asked } = slowCache()
    cache.want([sheet('a')])
    cache.want([sheet('a'), sheet('a')])
    expect(asked).toEqual(['a'])
  })

  it('are canceled when they are no longer wanted', () => {
    const { cache, aborted, asked } = slowCache()
    cache.want(['a', 'b'].map(sheet))
    cache.want(['b', 'c'].map(sheet))
    expect(aborted).toEqual(['a'])
    expect(asked).toEqual(['b', 'a', 'c'])
  })

  it('count as settled when they cannot be loaded, and are requested again when they are wanted again', async () => {
    const { cache, asked, named } = slowCache()
    cache.want([sheet('a')])
    expect(cache.isSettled(sheet('a'))).toBe(false)
    await named('a').fail()
    expect([cache.isSettled(sheet('a')), cache.has(sheet('a'))]).toEqual([true, false])
    cache.want([sheet('a')])
    expect(asked).toEqual(['a', 'a'])
  })

  it('stay up to a limit; the least recently used go first', async () => {
    const { cache, load } = slowCache()
    const all = ['a', 'b', 'c', 'd'].map(file)
    for (const one of all) {
      await load([one], 7)
      cache.get(file('a'))
    }
    // 4 × 28 MB, of which 96 MiB may stay.
    expect(all.filter(cache.has)).toEqual(['a', 'c', 'd'].map(file))
  })

  it('go before any large sheet where they are files of their own', async () => {
    const { cache, load } = slowCache()
    const all = [largeSheet('a'), file('b'), file('c'), file('d')]
    await load(all, 7)
    expect(all.filter(cache.has)).toEqual([largeSheet('a'), file('c'), file('d')])
    const sheets = ['e', 'f', 'g'].map(largeSheet)
    await load(sheets, 7)
    expect([...all, ...sheets].filter(cache.has)).toEqual(sheets)
  })

  it('leave small sheets their own room, also where all of them are in view', async () => {
    const { cache, load } = slowCache()
    const small = ['a', 'b', 'c', 'd'].map(sheet)
    await load(small, 14)
    // 4 × 56 MB, of which 192 MiB may stay.
    expect(small.filter(cache.has)).toEqual(['b', 'c', 'd'].map(sheet))
    await load(['e', 'f', 'g', 'h'].map(file), 14)
    expect(small.filter(cache.has)).toEqual(['b', 'c', 'd'].map(sheet))
  })
})
