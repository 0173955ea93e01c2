import { buffer } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import type { Storage, StoredFile } from '#server/storage/storage.ts'

async function listOf(storage: Storage): Promise<StoredFile[]> {
  const listed: StoredFile[] = []
  for await (const file of storage.list()) listed.push(file)
  return listed
}

/** The contract of every storage. Each adapter's test calls it with a way to open a fresh one. */
export function describeStorage(name: string, open: () => Promise<Storage>): void {
  describe(`${name} storage`, () => {
    it('returns the stored bytes, with their size', async () => {
      const storage = await open()
      await storage.put('images/ab/one-1', Uint8Array.of(1, 2, 3))
      expect(new Uint8Array((await storage.get('images/ab/one-1')) ?? [])).toEqual(Uint8Array.of(1, 2, 3))
      expect(await storage.size('images/ab/one-1')).toBe(3)
    })

    it('returns null for an unknown key', async () => {
      const storage = await open()
      expect(await storage.get('images/none')).toBeNull()
      expect(await storage.size('images/none')).toBeNull()
    })

    it('replaces a file by a second put of its key', async () => {
      const storage = await open()
      await storage.put('a', Uint8Array.of(1, 2, 3, 4))
      await storage.put('a', Uint8Array.of(9))
      expect(new Uint8Array((await storage.get('a')) ?? [])).toEqual(Uint8Array.of(9))
    })

    it('reads a range, both ends included', async () => {
      const storage = await open()
      await storage.put('a', Uint8Array.of(0, 1, 2, 3, 4))
      expect(new Uint8Array(await buffer(storage.read('a', { start: 1, end: 3 })))).toEqual(Uint8Array.of(1, 2, 3))
      expect((await buffer(storage.read('a'))).byteLength).toBe(5)
    })

    it('copies a file, and each can be removed without the other', async () => {
      const storage = await open()
      await storage.put('images/ab/first', Uint8Array.of(1, 2, 3))
      await storage.copy('images/ab/first', 'images/cd/second')
      await storage.remove('images/ab/first')
      expect(new Uint8Array((await storage.get('images/cd/second')) ?? [])).toEqual(Uint8Array.of(1, 2, 3))
      expect(await storage.get('images/ab/first')).toBeNull()
      await storage.put('images/ef/third', Uint8Array.of(9))
      await storage.copy('images/cd/second', 'images/ef/third')
      await storage.put('images/cd/second', Uint8Array.of(7))
      expect(new Uint8Array((await storage.get('images/ef/third')) ?? [])).toEqual(Uint8Array.of(1, 2, 3))
    })

    it('fails to copy a missing file', async () => {
      const storage = await open()
      await expect(storage.copy('images/none', 'images/some')).rejects.toThrow()
      expect(await storage.get('images/some')).toBeNull()
    })

    it('removes a file, also twice', async () => {
      const storage = await open()
      await storage.put('a', Uint8Array.of(1))
      await storage.remove('a')
      await storage.remove('a')
      expect(await storage.get('a')).toBeNull()
    })

    it('lists every file with its size and time, also beyond one page', async () => {
      const storage = await open()
      const keys = Array.from({ length: 50 }, (_, index) => `images/${index % 7}/picture-${index}`)
      await Promise.all(keys.map((key, index) => storage.put(key, new Uint8Array(1 + (index % 3)))))
      const listed = await listOf(storage)
      expect(listed.map(({ key }) => key).sort()).toEqual([...keys].sort())
      expect(listed.find(({ key }) => key === 'images/2/picture-2')).toMatchObject({ byteSize: 3 })
      for (const { changedAt } of listed) expect(Math.abs(Date.now() - changedAt.getTime())).toBeLessThan(600_000)
    })

    it('reports a missing file on the stream', async () => {
      const storage = await open()
      await expect(buffer(storage.read('images/none'))).rejects.toThrow()
    })

    it('stores an empty file', async () => {
      const storage = await open()
      await storage.put('empty', new Uint8Array())
      expect(await storage.size('empty')).toBe(0)
      expect((await storage.get('empty'))?.byteLength).toBe(0)
      expect((await buffer(storage.read('empty'))).byteLength).toBe(0)
    })

    it.each(['../secret', '/etc/passwd', 'a/../../b', 'A', 'a//b', '', 'tmp/x', 'a\u0000b', '.hidden'])(
      'refuses %j, which is no key of ours',
      async (key) => {
        const storage = await open()
        await expect(storage.put(key, Uint8Array.of(1))).rejects.toThrow('Not a storage key')
      },
    )

    it('keeps one whole file when many writers put the same key at once', async () => {
      const storage = await open()
      const writers = Array.from({ length: 8 }, (_, index) => new Uint8Array(50_000).fill(index))
      await Promise.all(writers.map((bytes) => storage.put('a', bytes)))
      const kept = new Uint8Array((await storage.get('a')) ?? [])
      expect(kept.byteLength).toBe(50_000)
      expect(new Set(kept).size).toBe(1)
    })
  })
}
