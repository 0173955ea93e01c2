import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

const openDB = vi.fn()
vi.stubGlobal('IDBKeyRange', { bound: (from: string) => from })
// Tests of other files may have loaded it with the real library.
beforeEach(() => vi.resetModules())
afterEach(() => {
  vi.useRealTimers()
  vi.doUnmock('idb')
})
const loadOpenBacking = async () => {
  vi.doMock('idb', () => ({ openDB }))
  return (await import('./indexed-backing.ts')).openBacking
}

const tab = { tabId: 'one', copiedFrom: null }

/** A database with one entry of every tab. */
const database = {
  transaction: () => ({
    store: {
      getAllKeys: async (from: string) => (from === 'all.' ? ['all.draft'] : []),
      getAll: async (from: string) => (from === 'all.' ? ['words'] : []),
      put: async () => undefined,
      delete: async () => undefined,
    },
    done: Promise.resolve(),
  }),
  get: async () => undefined,
}

describe('openBacking', () => {
  it('begins without a database that opens later than in four seconds, and goes on with it', async () => {
    const openBacking = await loadOpenBacking()
    vi.useFakeTimers()
    openDB.mockImplementation(() => new Promise((resolve) => setTimeout(() => resolve(database), 9_000)))
    const opening = openBacking('ada', tab)
    await vi.advanceTimersByTimeAsync(4_000)
    const { opened, late } = await opening
    expect(opened.entries.size).toBe(0)
    await expect(opened.backing.write('all.draft', 1)).rejects.toThrow('keeps nothing')
    await vi.advanceTimersByTimeAsync(5_000)
    expect([...((await late)?.entries ?? [])]).toEqual([['all.draft', 'words']])
  })

  it('waits for nothing where the browser has no database', async () => {
    const openBacking = await loadOpenBacking()
    openDB.mockImplementation(() => Promise.reject(new Error('blocked')))
    expect(await openBacking('ada', tab)).toMatchObject({ late: null, opened: { entries: new Map() } })
  })
})
