import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ByteRange } from '../storage/storage.ts'
import { splicedFile } from './spliced-file.ts'

const fileOf = (bytes: Buffer) => ({
  byteSize: bytes.length,
  read: (range: ByteRange = { start: 0, end: bytes.length - 1 }) =>
    Readable.from([bytes.subarray(range.start, range.end + 1)], { objectMode: false }),
})

describe('splicedFile', () => {
  it('reads as the joined bytes, whole and in every range', async () => {
    const bytes = fc.uint8Array({ minLength: 1, maxLength: 40 }).map((each) => Buffer.from(each))
    await fc.assert(
      fc.asyncProperty(bytes, bytes, fc.nat(), fc.nat(), fc.nat(), async (original, inserted, ...numbers) => {
        const [place = 0, first = 0, more = 0] = numbers
        const at = place % (original.length + 1)
        const whole = Buffer.concat([original.subarray(0, at), inserted, original.subarray(at)])
        const file = splicedFile(fileOf(original), { at, bytes: inserted })
        const start = first % whole.length
        const end = start + (more % (whole.length - start))
        expect(file.byteSize).toBe(whole.length)
        expect(await buffer(file.read())).toEqual(whole)
        expect(await buffer(file.read({ start, end }))).toEqual(whole.subarray(start, end + 1))
      }),
    )
  })

  it('fails where its file is missing', async () => {
    const missing = () =>
      new Readable({
        read() {
          this.destroy(new Error('missing'))
        },
      })
    const file = splicedFile({ byteSize: 9, read: missing }, { at: 3, bytes: Buffer.from('abc') })
    await expect(buffer(file.read())).rejects.toThrow('missing')
  })
  it('fails where its file ends before its end', { timeout: 5_000 }, async () => {
    const closed = () => {
      const stream = new Readable({ read() {} })
      stream.push('ab')
      setImmediate(() => stream.destroy())
      return stream
    }
    const file = splicedFile({ byteSize: 9, read: closed }, { at: 3, bytes: Buffer.from('abc') })
    await expect(buffer(file.read())).rejects.toThrow('Premature close')
  })
})
