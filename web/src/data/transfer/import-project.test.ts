import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { closeUserStorage, openUserStorage } from '../storage/current-storage.ts'
import { importProject, rebuildCards } from './import-project.ts'

const file = () => new File(['x'], 'x.zip', { lastModified: 1 })
const projectId = '00000000-0000-4000-8000-000000000001'
let sent: (string | null)[] = []

beforeEach(async () => {
  sent = []
  const kept = new Map<string, string>()
  vi.stubGlobal('navigator', {})
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => void kept.set(key, text),
    removeItem: (key: string) => void kept.delete(key),
  })
  vi.stubGlobal('fetch', async (_: string, { headers }: RequestInit) => {
    sent.push(new Headers(headers).get('idempotency-key'))
    throw new TypeError('Failed to fetch')
  })
  vi.stubGlobal(
    'XMLHttpRequest',
    class {
      upload = {}
      onerror = () => {}
      open() {}
      setRequestHeader(name: string, value: string) {
        if (name === 'idempotency-key') sent.push(value)
      }
      send() {
        this.onerror()
      }
    },
  )
  await openUserStorage('ada')
})
afterEach(() => {
  closeUserStorage()
  vi.unstubAllGlobals()
})

describe('importProject', () => {
  it('has the same key where a reply was lost and the file is chosen again', async () => {
    for (let press = 0; press < 2; press++) await importProject(file(), () => {}).catch(() => {})
    expect(sent).toEqual([expect.any(String), sent[0]])
  })
})

describe('rebuildCards', () => {
  it('has the same key where a reply was lost, and another for the whole path', async () => {
    for (const scope of ['card', 'card', 'branch'] as const)
      await rebuildCards(projectId, file(), scope).catch(() => {})
    expect(sent).toEqual([expect.any(String), sent[0], expect.not.stringMatching(String(sent[0]))])
  })
})
