import { describe, expect, it } from 'vitest'
import { guardStorage } from './browser-storage.ts'

const blocked = guardStorage(() => {
  throw new DOMException('Access is denied for this document.', 'SecurityError')
})

function memory(entries: Record<string, string>, maxEntries = 10) {
  const storage = { ...entries } as Record<string, unknown>
  const hidden = (name: string, value: unknown) => Object.defineProperty(storage, name, { value, enumerable: false })
  hidden('getItem', (key: string) => storage[key] ?? null)
  hidden('removeItem', (key: string) => delete storage[key])
  hidden('setItem', (key: string, text: string) => {
    if (Object.keys(storage).length >= maxEntries) throw new DOMException('Full.', 'QuotaExceededError')
    storage[key] = text
  })
  return guardStorage(() => storage as unknown as Storage)
}

describe('guardStorage', () => {
  it('reads nothing and throws nothing where storage is blocked', () => {
    expect(blocked.read('a')).toBeNull()
    expect(blocked.readJson('a')).toBeNull()
    expect(blocked.write('a', 'text')).toBe(false)
    expect(blocked.writeJson('a', {})).toBe(false)
    expect(blocked.keys('')).toEqual([])
    expect(() => blocked.remove('a')).not.toThrow()
  })

  it('reports that a text was not stored where storage is full', () => {
    const full = memory({ a: '1' }, 1)
    expect(full.write('b', '2')).toBe(false)
    expect(full.read('a')).toBe('1')
  })

  it('reads a text that is no JSON as null', () => expect(memory({ a: '{"half":' }).readJson('a')).toBeNull())

  it('lists the keys with a prefix, and reads back what it wrote', () => {
    const storage = memory({ other: '1' })
    expect(storage.writeJson('draft.a', { prompt: 'a heron' })).toBe(true)
    expect(storage.keys('draft.')).toEqual(['draft.a'])
    expect(storage.readJson('draft.a')).toEqual({ prompt: 'a heron' })
    storage.remove('draft.a')
    expect(storage.keys('draft.')).toEqual([])
  })
})
