import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { closeUserStorage, openUserStorage, userStorage } from './current-storage.ts'
import { createUserStore } from './user-store.ts'

type Choices = Readonly<Record<string, string>>
const createChoices = () =>
  createUserStore<Choices>(
    'choices',
    (stored) => Object(stored) as Choices,
    (kept, written) => ({ ...kept, ...written }),
  )
const choose = (store: ReturnType<typeof createChoices>, name: string, choice: string) =>
  store.change((now) => ({ ...now, [name]: choice }))

beforeEach(() => {
  const kept = new Map<string, string>()
  vi.stubGlobal('navigator', {})
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => void kept.set(key, text),
    removeItem: (key: string) => void kept.delete(key),
  })
})
afterEach(() => {
  closeUserStorage()
  vi.unstubAllGlobals()
})

describe('createUserStore', () => {
  it('changes a part of what another tab has written meanwhile', async () => {
    await openUserStorage('ada')
    const store = createChoices()
    choose(store, 'change', 'one')
    // The storage follows the other tabs; the store shows what it was given here.
    userStorage.write('choices', { change: 'one', extend: 'two' })
    choose(store, 'restyle', 'three')
    const all = { change: 'one', extend: 'two', restyle: 'three' }
    expect([store.get(), userStorage.read('choices')]).toEqual([all, all])
  })

  it('changes what it shows where no user is signed in', () => {
    const store = createChoices()
    choose(store, 'change', 'one')
    choose(store, 'extend', 'two')
    expect(store.get()).toEqual({ change: 'one', extend: 'two' })
  })
})
