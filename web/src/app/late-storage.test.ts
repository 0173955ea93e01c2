import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { workKinds } from '#web/data/storage/user-storage.ts'

/** The longest that pages wait for a database, and when this one is open. */
const [patienceMs, opensAfterMs] = [4_000, 9_000]

/** Fakes a database of the browser that opens late; its entries. */
const entries = new Map<string, unknown>()
const within = (prefix: string) => [...entries].filter(([key]) => key.startsWith(prefix))
const database = {
  transaction: () => ({
    store: {
      getAllKeys: async (prefix: string) => within(prefix).map(([key]) => key),
      getAll: async (prefix: string) => within(prefix).map(([, value]) => structuredClone(value)),
      put: async (value: unknown, key: string) => void entries.set(key, structuredClone(value)),
      delete: async (key: string) => void entries.delete(key),
    },
    commit() {},
    done: Promise.resolve(),
  }),
  get: async (_: string, key: string) => structuredClone(entries.get(key)),
  close() {},
}

async function openPage() {
  vi.resetModules()
  vi.doMock('idb', () => ({
    openDB: () => new Promise((resolve) => setTimeout(() => resolve(database), opensAfterMs)),
  }))
  const storage = await import('#web/data/storage/current-storage.ts')
  const modules = {
    ...(await import('#web/data/drafts/page-draft.ts')),
    ...(await import('#web/features/compose/draft.ts')),
    ...(await import('#web/features/compose/canvas/compose-drafts.ts')),
    ...(await import('#web/features/assistant/request-draft.ts')),
    ...(await import('#web/features/series/rerun-draft.ts')),
    ...(await import('#web/features/review/owner/reply-drafts.ts')),
    ...(await import('#web/features/edit/editor-draft.ts')),
    ...(await import('#web/data/http/request-ids.ts')),
  }
  const opening = storage.openUserStorage('ada')
  await vi.advanceTimersByTimeAsync(patienceMs)
  await opening
  return { ...storage, ...modules }
}

const stroke = (x: number) => ({ kind: 'brush', mode: 'add', points: [x, 0, 9] }) as const
const lost = () => Promise.reject(new Error('No connection.'))

/** Writes one thing of each kind. @param word Part of all of them. */
async function write(page: Awaited<ReturnType<typeof openPage>>, word: string, x: number): Promise<void> {
  page.changeDraft({ prompt: word })
  page.videoDraft.set(word)
  page.composeDraftsOf('p').put('bar', { ...page.freshDraft('new'), prompt: word })
  page.requestDrafts.write('p', { ...page.requestDrafts.read('p'), text: word })
  page.rerunDrafts.write('card', { prompt: word, improvedFrom: null, modelName: null })
  page.replyDrafts.write('comment', word)
  const selection = { steps: [stroke(x)], done: 1 }
  page.keepEdit('image', { ...page.emptyEdit, words: word, selection })
  page.keepEdit(word, { ...page.emptyEdit, words: word })
  await page.withRequestId({ request: { prompt: word } }, lost).catch(() => undefined)
}

beforeEach(() => {
  entries.clear()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const kept = new Map<string, string>()
  vi.stubGlobal('IDBKeyRange', { bound: (from: string) => from })
  vi.stubGlobal('navigator', {})
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => void kept.set(key, text),
    removeItem: (key: string) => void kept.delete(key),
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.doUnmock('idb')
  vi.unstubAllGlobals()
})

describe('storage that opens late', () => {
  it('loses nothing of an earlier page nor of this one, whatever kind it is', async () => {
    const earlier = await openPage()
    await vi.advanceTimersByTimeAsync(opensAfterMs)
    await write(earlier, 'heron', 10)
    await vi.advanceTimersByTimeAsync(1)
    const kinds = [...entries.keys()].map((key) => key.split('.')[key.startsWith('all.') ? 1 : 2])
    // The outbox and the undo history, which the live session merges, have tests of their own.
    expect(workKinds.filter((kind) => !kinds.includes(kind))).toEqual(['outbox', 'history'])
    earlier.closeUserStorage()

    const page = await openPage()
    await write(page, 'crane', 20)
    await vi.advanceTimersByTimeAsync(opensAfterMs)
    expect(page.unkeptKeys().get().size).toBe(0)
    expect(page.draft.get().prompt).toBe('heron\ncrane')
    expect(page.videoDraft.get()).toBe('heron\ncrane')
    expect(page.requestDrafts.read('p').text).toBe('heron\ncrane')
    expect(page.rerunDrafts.read('card')?.prompt).toBe('heron\ncrane')
    expect(page.replyDrafts.read('comment')).toBe('heron\ncrane')
    expect(page.readEdit('image')).toMatchObject({
      words: 'heron\ncrane',
      selection: { steps: [stroke(10), stroke(20)], done: 2 },
    })
    expect(['heron', 'crane'].map((id) => page.readEdit(id).words)).toEqual(['heron', 'crane'])
    expect(Object.keys(Object(page.userStorage.read('edit-sizes'))).toSorted()).toEqual(['crane', 'heron', 'image'])
    const { bar } = Object.fromEntries(Object(page.tabStorage.read('canvas-drafts.p')).panels)
    expect(bar.map(({ prompt }: { prompt: string }) => prompt)).toEqual(['heron', 'crane'])
    const ids = page.tabStorage.read('request-ids') as { intent: string }[]
    expect(ids.map(({ intent }) => intent)).toEqual(['{"prompt":"heron"}', '{"prompt":"crane"}'])
    page.closeUserStorage()
  })

  it('keeps what an earlier page has where this one has cleared or sent its own before', async () => {
    const earlier = await openPage()
    await vi.advanceTimersByTimeAsync(opensAfterMs)
    await write(earlier, 'heron', 10)
    await vi.advanceTimersByTimeAsync(1)
    earlier.closeUserStorage()

    const page = await openPage()
    await write(page, 'crane', 20)
    page.changeDraft({ prompt: '' })
    page.videoDraft.set('')
    const bars = page.composeDraftsOf('p')
    bars.send('bar', bars.read('bar')).accept()
    page.requestDrafts.write('p', { ...page.requestDrafts.read('p'), text: '' })
    page.rerunDrafts.remove('card')
    page.replyDrafts.remove('comment')
    page.keepEdit('image', page.emptyEdit)
    await page.withRequestId({ request: { prompt: 'crane' } }, async () => null)
    await vi.advanceTimersByTimeAsync(opensAfterMs)
    expect(page.draft.get().prompt).toBe('heron')
    expect(page.videoDraft.get()).toBe('heron')
    expect(page.requestDrafts.read('p').text).toBe('heron')
    expect(page.rerunDrafts.read('card')?.prompt).toBe('heron')
    expect(page.replyDrafts.read('comment')).toBe('heron')
    expect(page.readEdit('image')).toMatchObject({ words: 'heron', selection: { steps: [stroke(10)] } })
    const { bar } = Object.fromEntries(Object(page.tabStorage.read('canvas-drafts.p')).panels)
    expect(bar.map(({ prompt }: { prompt: string }) => prompt)).toEqual(['heron'])
    const ids = page.tabStorage.read('request-ids') as { intent: string }[]
    expect(ids.map(({ intent }) => intent)).toEqual(['{"prompt":"heron"}'])
    await vi.advanceTimersByTimeAsync(1)
    const stored = Object.fromEntries([...entries].map(([key, value]) => [key.split('.').slice(2).join('.'), value]))
    expect(stored).toMatchObject({ 'reply.comment': 'heron', 'rerun-draft.card': { prompt: 'heron' } })
    page.closeUserStorage()
  })

  it.each([
    { when: 'and has opened before the next one begins', pauseMs: opensAfterMs },
    { when: 'and the next one begins before', pauseMs: 0 },
  ])('keeps what was written before it opened, where the session ends meanwhile $when', async ({ pauseMs }) => {
    const page = await openPage()
    page.userStorage.write('outbox.b1', { id: 'b1' })
    page.tabStorage.write('canvas-drafts.p', 'words')
    page.closeUserStorage()
    await vi.advanceTimersByTimeAsync(pauseMs)
    const opening = page.openUserStorage('ada')
    await vi.advanceTimersByTimeAsync(patienceMs)
    await opening
    await vi.advanceTimersByTimeAsync(opensAfterMs)
    const read = () => [page.userStorage.read('outbox.b1'), page.tabStorage.read('canvas-drafts.p')]
    expect([read(), page.unkeptKeys().get().size]).toEqual([[{ id: 'b1' }, 'words'], 0])
    expect([...entries.keys()]).toContain('all.outbox.b1')
  })

  it('has nothing again that this page had from an earlier one, and sent', async () => {
    const earlier = await openPage()
    await vi.advanceTimersByTimeAsync(opensAfterMs)
    earlier.replyDrafts.write('comment', 'heron')
    await vi.advanceTimersByTimeAsync(1)
    earlier.closeUserStorage()

    const page = await openPage()
    page.replyDrafts.write('comment', 'heron')
    page.replyDrafts.remove('comment')
    await vi.advanceTimersByTimeAsync(opensAfterMs)
    expect(page.replyDrafts.read('comment')).toBe('')
    page.closeUserStorage()
  })

  it('drops those edits for room that were changed longest ago, which those of this page are not', async () => {
    const earlier = await openPage()
    await vi.advanceTimersByTimeAsync(opensAfterMs)
    const written = (length: number) => ({ ...earlier.emptyEdit, words: 'w'.repeat(length) })
    for (const [id, length] of [
      ['drawn', 100],
      ['written', 100],
      ['old', 3_900_000],
    ] as const)
      earlier.keepEdit(id, written(length))
    await vi.advanceTimersByTimeAsync(1)
    earlier.closeUserStorage()

    const page = await openPage()
    page.keepEdit('written', written(100_000))
    page.keepEdit('drawn', { ...page.emptyEdit, selection: { steps: [stroke(20)], done: 1 } })
    await vi.advanceTimersByTimeAsync(opensAfterMs)
    expect(page.readEdit('drawn').selection.steps).toEqual([stroke(20)])
    expect(['written', 'old'].map((id) => page.readEdit(id).words.length)).toEqual([100_000, 0])
    page.closeUserStorage()
  })

  it('notifies the open editor of an image of the draft that an earlier page has of it, and of no other', async () => {
    const earlier = await openPage()
    await vi.advanceTimersByTimeAsync(opensAfterMs)
    earlier.keepEdit('image', { ...earlier.emptyEdit, words: 'heron', selection: { steps: [stroke(10)], done: 1 } })
    await vi.advanceTimersByTimeAsync(1)
    earlier.closeUserStorage()

    const page = await openPage()
    const received: Record<string, unknown[]> = { image: [], untouched: [], closed: [] }
    page.onLateEdit('image', (draft) => received.image?.push(draft))
    page.onLateEdit('untouched', (draft) => received.untouched?.push(draft))
    page.onLateEdit('image', (draft) => received.closed?.push(draft))()
    await vi.advanceTimersByTimeAsync(opensAfterMs)
    const draft = { ...page.emptyEdit, words: 'heron', selection: { steps: [stroke(10)], done: 1 } }
    expect(received).toEqual({ image: [draft], untouched: [], closed: [] })
    page.closeUserStorage()
  })
})
