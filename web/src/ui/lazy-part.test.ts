import { describe, expect, it } from 'vitest'
import { lazyPart } from './lazy-part.tsx'

const Part = () => null

describe('a lazy part', () => {
  it('is fetched once for all who need it', async () => {
    let fetches = 0
    const part = lazyPart(async () => {
      fetches += 1
      return Part
    })
    expect(part.loaded()).toBeNull()
    part.warm()
    await Promise.all([part.load(), part.load()])
    expect(fetches).toBe(1)
    expect(part.loaded()).toBe(Part)
  })

  it('is fetched again after a failure', async () => {
    let isOnline = false
    const part = lazyPart(async () => {
      if (!isOnline) throw new TypeError('Failed to fetch dynamically imported module')
      return Part
    })
    await expect(part.load()).rejects.toThrow('Failed to fetch')
    expect(part.loaded()).toBeNull()
    isOnline = true
    expect(await part.load()).toBe(Part)
  })
})
