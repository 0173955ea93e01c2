import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import type { Admit } from './admission.ts'
import { measureHead, measurePicture, openSmall, withDecodingRoom, withPictureRoom } from './decoding-room.ts'
import { createWorkLimits } from './work-limits.ts'

const flat = (width: number, height = width) => sharp({ create: { width, height, channels: 3, background: '#204060' } })
/** Records what is asked for, and runs it at once. */
function recording() {
  const weights: number[] = []
  const admit: Admit = (weight, work) => {
    weights.push(weight)
    return work()
  }
  return { weights, admit }
}
const unusual = {
  png: () => flat(300).png(),
  'interlaced PNG': () => flat(300).png({ progressive: true }),
  'interlaced PNG of 16 bits': () => flat(300).toColourspace('rgb16').png({ progressive: true }),
  jpeg: () => flat(300).jpeg(),
  'progressive JPEG': () => flat(300).jpeg({ progressive: true }),
  webp: () => flat(300).webp(),
  gif: () => flat(300).gif(),
  avif: () => flat(300).avif({ effort: 0 }),
}
const cases = Object.entries(unusual)

describe('measurePicture and measureHead', () => {
  it.each(cases)('agree on a %s, of which the second has the first bytes alone', async (_name, draw) => {
    const bytes = await draw().toBuffer()
    const whole = await measurePicture(bytes)
    expect(whole).toMatchObject({ pixels: 90_000, fileBytes: bytes.byteLength })
    const stored = { fileBytes: bytes.byteLength, pixels: 90_000 }
    expect(await measureHead(bytes.subarray(0, 600), stored)).toEqual(whole)
  })

  it('takes the heavier kind and the largest size where the first bytes do not say', async () => {
    const bytes = await flat(300).jpeg().toBuffer()
    const unknown = await measureHead(bytes.subarray(0, 64), { fileBytes: 1_000, pixels: null })
    expect(unknown).toMatchObject({ decoded: { kind: 'jpeg', isProgressive: true }, pixels: 50_000_000 })
  })
})

describe('withPictureRoom', () => {
  it.each([
    ['png', 4 * 90_000],
    ['interlaced PNG', 6 * 90_000],
    ['interlaced PNG of 16 bits', 11 * 90_000],
    ['progressive JPEG', 8 * 90_000],
    ['webp', 17 * 90_000],
    ['avif', 23 * 90_000],
  ] as const)('takes what the decoder of a %s takes', async (name, decoder) => {
    const { weights, admit } = recording()
    const source = await unusual[name]().toBuffer()
    await withPictureRoom(admit, { source, use: 'whole' }, async (room) => {
      const picture = await room.openPicture(source)
      return picture.png().toBuffer()
    })
    expect(weights).toEqual([decoder + 2 * source.byteLength])
  })

  it('takes a second file in memory for a PNG that gets a profile, whichever of the two measures it', async () => {
    const { weights, admit } = recording()
    const plain = await flat(300).png().toBuffer()
    // gAMA of a linear picture, with its checksum.
    const gamma = Buffer.from('0000000467414d41000186a031e8965f', 'hex')
    const source = Buffer.concat([plain.subarray(0, 33), gamma, plain.subarray(33)])
    const stored = await measureHead(source.subarray(0, 600), { fileBytes: source.byteLength, pixels: 90_000 })
    await withPictureRoom(admit, { source, use: 'shrunk' }, async () => 'done')
    await withDecodingRoom(admit, { pictures: [stored], use: 'shrunk' }, async () => 'done')
    await withPictureRoom(admit, { source: plain, use: 'shrunk' }, async () => 'done')
    const twice = 2 * 90_000 + 2 * source.byteLength
    expect(weights).toEqual([twice, twice, 2 * 90_000 + plain.byteLength])
  })

  it('opens a picture in the colors that it describes, and a mask by its stored values', async () => {
    const gray = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#808080' } })
      .png()
      .toBuffer()
    // gAMA of a linear picture, with its checksum: half of the light is 188 in sRGB.
    const gamma = Buffer.from('0000000467414d41000186a031e8965f', 'hex')
    const source = Buffer.concat([gray.subarray(0, 33), gamma, gray.subarray(33)])
    const firsts = await withPictureRoom(recording().admit, { source, use: 'whole' }, async (room) => {
      const picture = await room.openPicture(source)
      return Promise.all([picture, room.openMask(source)].map(async (each) => (await each.raw().toBuffer())[0]))
    })
    expect(firsts).toEqual([188, 128])
  })

  it('opens nothing once its room is given back', async () => {
    const source = await flat(10).png().toBuffer()
    const room = await withPictureRoom(recording().admit, { source, use: 'shrunk' }, async (held) => held)
    expect(() => room.openMask(source)).toThrow('outside of the room')
    await expect(room.openPicture(source)).rejects.toThrow('outside of the room')
  })

  it('weighs no pixels of what is no picture, or too large to be opened', async () => {
    const { weights, admit } = recording()
    for (const source of [Buffer.from('no picture'), await flat(8_000, 7_000).png().toBuffer()]) {
      const opened = withPictureRoom(admit, { source, use: 'whole' }, (room) => room.openMask(source).raw().toBuffer())
      await expect(opened).rejects.toThrow()
      expect(weights.pop()).toBe(2 * source.byteLength)
    }
  })
})

describe('openSmall', () => {
  it('opens thumbnails without room, and nothing that is larger', async () => {
    expect((await openSmall(await flat(1_536).webp().toBuffer()).metadata()).width).toBe(1_536)
    await expect(
      openSmall(await flat(2_000).webp().toBuffer())
        .raw()
        .toBuffer(),
    ).rejects.toThrow('pixel limit')
  })
})

describe('createWorkLimits', () => {
  const work = createWorkLimits({ memoryBytes: 20_000_000, temporaryBytes: 1 })

  it('does the largest edits when nothing else holds memory, and refuses what is larger still', async () => {
    const held: number[] = []
    let others = 0
    const other = work.of('bob').admit(5_000_000, async () => {
      others += 1
      await new Promise((resolve) => setTimeout(resolve, 30))
      others -= 1
    })
    await work.of('ada').admitEdit(69_000_000, async () => held.push(others))
    await other
    expect(held).toEqual([0])
    await expect(work.of('ada').admitEdit(71_000_000, async () => 1)).rejects.toMatchObject({ because: 'room' })
  })

  it('waits for the memory of a job for as long as its signal lasts, and refuses at once what never fits', async () => {
    const stop = new AbortController()
    const { admit } = work.ofJob('ada', stop.signal)
    await expect(admit(51_000_000, async () => 1)).rejects.toMatchObject({ because: 'room' })
    const holding = Promise.withResolvers<void>()
    const held = work.of('ada').admit(10_000_000, () => holding.promise)
    const waiting = admit(10_000_000, async () => 'made')
    stop.abort(new Error('cancelled'))
    await expect(waiting).rejects.toThrow('cancelled')
    holding.resolve()
    await held
  })
})
