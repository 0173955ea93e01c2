import { describe, expect, it } from 'vitest'
import { unpack } from '#web/data/transfer/picture-record.ts'

async function packed(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream('deflate'))
  return new Uint8Array(await new Response(stream).arrayBuffer())
}

describe('a compressed text', () => {
  it('is decompressed', async () => {
    const text = new TextEncoder().encode('a fox, in the snow. '.repeat(2_000))
    expect(await unpack(await packed(text))).toEqual(text)
    expect(await unpack(await packed(new Uint8Array()))).toEqual(new Uint8Array())
  })

  it('is null where it is broken, truncated, or no zlib data', async () => {
    const whole = await packed(new TextEncoder().encode('a fox, in the snow'))
    expect(await unpack(whole.subarray(0, whole.length - 5))).toBeNull()
    expect(await unpack(Uint8Array.of(1, 2, 3))).toBeNull()
    expect(await unpack(new Uint8Array())).toBeNull()
  })

  it('is null where it would fill the memory', async () => {
    const bomb = await packed(new Uint8Array(50_000_000))
    expect(bomb.length).toBeLessThan(60_000)
    expect(await unpack(bomb)).toBeNull()
  })
})
