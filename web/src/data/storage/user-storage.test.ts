import { describe, expect, it, vi } from 'vitest'
import { readJournal } from './journal.ts'
import { type Backing, createUserStorage, holdWork } from './user-storage.ts'

/** Fakes the persistent part of a browser, which can be full, and its tabs with their channel. */
function browser() {
  const kept = new Map<string, unknown>()
  const tabs = new Set<(key: string) => void>()
  let isFull = false
  const open = (tabId = 'one') => {
    const hears = new EventTarget()
    const hear = (key: string) => hears.dispatchEvent(new MessageEvent('message', { data: key }))
    tabs.add(hear)
    return createUserStorage({
      userId: 'ada',
      tabId,
      entries: new Map(kept),
      channel: {
        postMessage(key: string) {
          for (const tab of tabs) if (tab !== hear) tab(key)
        },
        addEventListener: hears.addEventListener.bind(hears),
        close: () => void tabs.delete(hear),
      },
      backing: {
        read: async (key) => kept.get(key),
        async write(key, value) {
          if (isFull && value !== undefined) throw new DOMException('Full.', 'QuotaExceededError')
          if (value === undefined) kept.delete(key)
          else kept.set(key, value)
        },
        async clearBut(prefix) {
          for (const key of [...kept.keys()]) if (!key.startsWith(prefix)) kept.delete(key)
        },
        close() {},
      },
    })
  }
  return { kept, open, fill: (how: 'full' | 'free') => (isFull = how === 'full') }
}

describe('createUserStorage', () => {
  it('reads at once what was written, and after a reload', async () => {
    const { open } = browser()
    const storage = open()
    storage.all.write('draft', { prompt: 'a heron' })
    storage.tab.write('view.p', 3)
    expect([storage.all.read('draft'), storage.all.keys('dr')]).toEqual([{ prompt: 'a heron' }, ['draft']])
    await storage.settle()
    expect([open().all.read('draft'), open().tab.read('view.p')]).toEqual([{ prompt: 'a heron' }, 3])
    expect(open('two').tab.read('view.p')).toBeUndefined()
  })

  it('names what could not be kept, and keeps it once there is room', async () => {
    const { open, fill, kept } = browser()
    const storage = open()
    fill('full')
    storage.all.write('outbox.1', { id: '1' })
    await storage.settle()
    expect([[...storage.unkept.get()], storage.all.read('outbox.1')]).toEqual([['all.outbox.1'], { id: '1' }])
    fill('free')
    storage.all.write('last-project', 'p')
    await storage.settle()
    expect([[...storage.unkept.get()], kept.get('all.outbox.1')]).toEqual([[], { id: '1' }])
  })

  it('forgets an entry that could not be kept when it is removed', async () => {
    const { open, fill } = browser()
    const storage = open()
    fill('full')
    storage.all.write('outbox.1', { id: '1' })
    await storage.settle()
    storage.all.remove('outbox.1')
    expect(storage.unkept.get().size).toBe(0)
  })

  it('shows what another tab has written', async () => {
    const { open } = browser()
    const [one, two] = [open('one'), open('two')]
    one.all.write('sent-prompts', ['a heron'])
    await one.settle()
    await expect.poll(() => two.all.read('sent-prompts')).toEqual(['a heron'])
  })

  it('removes all entries of every tab but unsent changes when it is cleared', async () => {
    const { open, kept } = browser()
    const [one, two] = [open('one'), open('two')]
    one.all.write('draft', 1)
    one.all.write('outbox.1', 2)
    two.tab.write('edit.i', 3)
    await Promise.all([one.settle(), two.settle()])
    await one.clear()
    expect([[...kept.keys()], one.all.read('draft')]).toEqual([['all.outbox.1'], undefined])
  })
})

describe('a storage that is closed', () => {
  const kept = new Map<string, string>()
  const sessionStorage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }

  it('keeps the removal of a change that was accepted as the session ended, and nothing that is written', async () => {
    vi.stubGlobal('sessionStorage', sessionStorage)
    const storage = browser().open()
    storage.all.write('outbox.1', { id: '1' })
    await storage.settle()
    storage.close()
    storage.all.write('draft', 'words')
    storage.all.remove('outbox.1')
    expect(readJournal('ada')).toEqual([['all.outbox.1', undefined]])
    vi.unstubAllGlobals()
  })

  it('keeps what could not be kept, for the next opening in this tab', async () => {
    vi.stubGlobal('sessionStorage', sessionStorage)
    const { open, fill } = browser()
    const storage = open()
    storage.all.write('outbox.1', { id: '1' })
    await storage.settle()
    fill('full')
    storage.all.write('outbox.2', { id: '2' })
    storage.all.write('outbox.3', { id: '3' })
    storage.close()
    await storage.settle()
    storage.all.remove('outbox.3')
    expect(readJournal('ada')).toEqual([
      ['all.outbox.2', { id: '2' }],
      ['all.outbox.3', undefined],
    ])
    vi.unstubAllGlobals()
  })
})

describe('a backing that opens late', () => {
  const lateBacking = (kept: Map<string, unknown>): Backing => ({
    read: async (key) => kept.get(key),
    async write(key, value) {
      if (value === undefined) kept.delete(key)
      else kept.set(key, value)
    },
    async clearBut(prefix) {
      for (const key of kept.keys()) if (!key.startsWith(prefix)) kept.delete(key)
    },
    close() {},
  })

  it('is used from then on, with what was written and removed meanwhile as the later values', async () => {
    const { open, fill } = browser()
    fill('full')
    const storage = open()
    storage.all.write('draft', 'new')
    storage.all.remove('gone')
    await storage.settle()
    expect(storage.unkept.get().size).toBe(1)
    const kept = new Map<string, unknown>([
      ['all.draft', 'old'],
      ['all.gone', 1],
      ['all.outbox.1', { id: '1' }],
    ])
    storage.adopt({ backing: lateBacking(kept), entries: new Map(kept) })
    expect([storage.all.read('draft'), storage.all.read('gone'), storage.all.keys('outbox.')]).toEqual([
      'new',
      undefined,
      ['outbox.1'],
    ])
    await storage.settle()
    expect([storage.unkept.get().size, Object.fromEntries(kept)]).toEqual([
      0,
      { 'all.draft': 'new', 'all.outbox.1': { id: '1' } },
    ])
  })

  it('has no value that was written and then removed before it opened', async () => {
    const { open, fill } = browser()
    fill('full')
    const storage = open()
    storage.all.write('outbox.1', { id: '1' })
    storage.all.remove('outbox.1')
    await storage.settle()
    const kept = new Map<string, unknown>([['all.outbox.1', { id: '1' }]])
    storage.adopt({ backing: lateBacking(kept), entries: new Map(kept) })
    await storage.settle()
    expect([storage.all.read('outbox.1'), kept.size]).toEqual([undefined, 0])
  })

  it.each([
    ['keeps nothing but unsent changes after signing out', 'signed out', ['all.outbox.1']],
    ['keeps no secrets after a session that ended', 'ended', ['all.draft', 'all.outbox.1']],
  ])('%s', async (_case, session, left) => {
    const { open, fill } = browser()
    fill('full')
    const storage = open()
    if (session === 'signed out') await storage.clear()
    storage.close()
    const kept = new Map<string, unknown>([
      ['all.draft', 'mine'],
      ['all.outbox.1', { id: '1' }],
      ['all.share-address.1', 'https://here.example/shared/1#secret'],
    ])
    storage.adopt({ backing: lateBacking(kept), entries: new Map(kept) })
    await new Promise((resolve) => setTimeout(resolve))
    expect([...kept.keys()]).toEqual(left)
  })
})

describe('a tab that could not keep a value', () => {
  it('keeps it in memory when another tab has written under the same key', async () => {
    const { open, fill } = browser()
    const [one, two] = [open('one'), open('two')]
    fill('full')
    one.all.write('draft', 'of one')
    await one.settle()
    fill('free')
    two.all.write('draft', 'of two')
    await two.settle()
    await new Promise((resolve) => setTimeout(resolve))
    expect(one.all.read('draft')).toBe('of one')
  })
})

describe('holdWork', () => {
  it.each([
    ['all.outbox.1', true],
    ['tab.one.canvas-drafts.p', true],
    ['tab.one.view.p', false],
    ['all.last-project', false],
    ['all.drafty', false],
  ])('%s: %s', (key, is) => expect(holdWork(new Set([key]))).toBe(is))
})
