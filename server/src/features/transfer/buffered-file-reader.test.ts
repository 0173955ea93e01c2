import { randomBytes } from 'node:crypto'
import { mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
import { afterAll, describe, expect, it } from 'vitest'
import { BufferedFileReader } from './buffered-file-reader.ts'

const folder = mkdtempSync(join(tmpdir(), 'espalier-reader-'))
afterAll(() => rmSync(folder, { recursive: true }))

const content = randomBytes(200_000)
function readerOf(bytes: Buffer): BufferedFileReader {
  const path = join(folder, 'file')
  writeFileSync(path, bytes)
  return new BufferedFileReader(openSync(path, 'r'))
}

/** Reads a range into the middle of a buffer, as yauzl does. */
const readRange = (reader: BufferedFileReader, position: number, length: number): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const into = Buffer.alloc(length + 8)
    reader.read(into, 4, length, position, (error) => (error ? reject(error) : resolve(into.subarray(4, length + 4))))
  })

describe('BufferedFileReader', () => {
  it('reads ranges within a block, across two and longer than one', async () => {
    const reader = readerOf(content)
    for (const [position, length] of [
      [0, 46],
      [46, 30],
      [65_500, 100],
      [10, 150_000],
      [199_990, 10],
      [3, 5],
    ] as const)
      expect(await readRange(reader, position, length)).toEqual(content.subarray(position, position + length))
  })

  it('reads several ranges at once', async () => {
    const reader = readerOf(content)
    const positions = [0, 150_000, 70_000, 30, 199_000]
    const read = await Promise.all(positions.map((position) => readRange(reader, position, 100)))
    expect(read).toEqual(positions.map((position) => content.subarray(position, position + 100)))
  })

  it('fails where the file ends within the range', async () => {
    const reader = readerOf(content)
    await expect(readRange(reader, 199_990, 11)).rejects.toThrow('The file ends')
    await expect(readRange(reader, 300_000, 1)).rejects.toThrow('The file ends')
  })

  it('streams a range, also after a stream was destroyed', async () => {
    const reader = readerOf(content)
    // Keeps the file open, as a zip does: it is not read.
    reader.createReadStream({ start: 0, end: 200_000 })
    const given = reader.createReadStream({ start: 0, end: 200_000 })
    given.on('error', () => {})
    given.destroy()
    await setTimeout(50)
    expect(await buffer(reader.createReadStream({ start: 5, end: 90_000 }))).toEqual(content.subarray(5, 90_000))
    expect(await readRange(reader, 7, 5)).toEqual(content.subarray(7, 12))
  })
})
