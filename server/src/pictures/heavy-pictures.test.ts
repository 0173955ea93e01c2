import { readFileSync } from 'node:fs'
import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { createWorkLimits } from '../operations/work-limits.ts'
import { withCleanPicture } from './clean-picture.ts'
import { decodeApart, decodeOutside } from './decode-apart.ts'
import type { DecodingName, NamedDecoding } from './picture-decoding.ts'

const flat = (side: number) => sharp({ create: { width: side, height: side, channels: 3, background: '#204060' } })
const limits = (megabytes: number) =>
  createWorkLimits({ memoryBytes: megabytes * 1_000_000, temporaryBytes: 1_000_000_000 })

describe('withCleanPicture', () => {
  it('refuses a picture whose decoder takes more than the server has for one, however small its file', async () => {
    await using folder = await mkdtempDisposable(join(tmpdir(), 'heavy-'))
    const path = join(folder.path, 'picture.webp')
    await flat(5_000).webp({ lossless: true, effort: 0 }).toFile(path)
    const refused = await withCleanPicture(path, limits(100).of('ada').admit, async () => 'taken')
    expect(refused).toMatchObject({ ok: false, error: { code: 'too-large' } })
  })

  it('decodes a heavy picture to the same as a light one of its kind', async () => {
    await using folder = await mkdtempDisposable(join(tmpdir(), 'heavy-'))
    const path = join(folder.path, 'picture.webp')
    await flat(1_500).webp({ lossless: true, effort: 0 }).toFile(path)
    const taken = await withCleanPicture(path, limits(200).of('ada').admit, async ({ bytes, picture }) => ({
      metadata: await sharp(bytes).metadata(),
      picture,
    }))
    expect(taken).toMatchObject({
      ok: true,
      value: {
        metadata: { format: 'webp', width: 1_500, height: 1_500 },
        picture: {
          mediaType: 'image/webp',
          width: 1_500,
          averageColor: '#204060',
          preview: { width: 512, channels: 3 },
        },
      },
    })
  })
})

describe('decodeApart', () => {
  const decoding = (path: string) =>
    ({ name: 'clean', input: { path, kind: 'webp', square: null, metadata: { hasAlpha: false } } }) as const

  it('rejects a picture that takes more than its weight, and the server lives', async () => {
    await using folder = await mkdtempDisposable(join(tmpdir(), 'heavy-'))
    const path = join(folder.path, 'picture.webp')
    await flat(6_000).webp({ lossless: true, effort: 0 }).toFile(path)
    await expect(decodeApart(decoding(path), 1_000_000)).rejects.toThrow('ended with 137')
  })

  it('rejects a damaged picture', async () => {
    await expect(decodeApart(decoding('/nowhere.webp'), 1_000_000)).rejects.toThrow('ended with 1.')
  })
})

describe('decodeOutside', () => {
  const hasProcess = () => process.getActiveResourcesInfo().includes('ProcessWrap')
  /** Whether this process has another one at work, looked at until a promise has ended. */
  async function startsProcess(work: () => Promise<unknown>): Promise<boolean> {
    // The process of an earlier picture ends a moment after its reply.
    await expect.poll(hasProcess, { timeout: 20_000 }).toBe(false)
    let hasStarted = false
    const timer = setInterval(() => {
      hasStarted ||= hasProcess()
    }, 5)
    await work().finally(() => clearInterval(timer))
    return hasStarted
  }
  const delivered = async (side: number) =>
    new Uint8Array(await flat(side).webp({ lossless: true, effort: 0 }).toBuffer())
  const decode = (decoding: NamedDecoding<DecodingName>, source: Uint8Array) =>
    decodeOutside(decoding, { source, use: 'whole', admit: limits(400).of('ada').admit })

  const decodings: readonly (readonly [DecodingName, (source: Uint8Array) => NamedDecoding<DecodingName>])[] = [
    ['inspect', (source) => ({ name: 'inspect', input: source })],
    [
      'fit',
      (source) => ({ name: 'fit', input: { source, kind: 'webp', crop: null, shrinkTo: { width: 8, height: 8 } } }),
    ],
    ['to-png', (source) => ({ name: 'to-png', input: source })],
    ['to-preview', (source) => ({ name: 'to-preview', input: { source, edge: 8 } })],
  ]
  it.each(decodings)(
    'runs %s of a heavy picture in a process of its own, and of a light one in this one',
    async (_, of) => {
      const [heavy, light] = [await delivered(1_500), await delivered(100)]
      expect(await startsProcess(() => decode(of(heavy), heavy))).toBe(true)
      expect(await startsProcess(() => decode(of(light), light))).toBe(false)
    },
  )

  it('decodes in this process where no other can be started, and once more where one was killed', async () => {
    const heavy = await delivered(1_500)
    const inspect = () => decode({ name: 'inspect', input: heavy }, heavy)
    const { execPath } = process
    process.execPath = '/nowhere/node'
    try {
      expect(await inspect()).toMatchObject({ width: 1_500 })
    } finally {
      process.execPath = execPath
    }
    await expect.poll(hasProcess, { timeout: 20_000 }).toBe(false)
    let killed = 0
    const timer = setInterval(() => {
      const [pid] = readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8').split(' ').filter(Boolean)
      if (!pid || killed > 0) return
      killed += 1
      process.kill(Number(pid), 'SIGKILL')
    }, 1)
    expect(await inspect().finally(() => clearInterval(timer))).toMatchObject({ width: 1_500 })
    expect(killed).toBe(1)
  })

  it('returns the same from both', async () => {
    const [heavy, light] = [await delivered(1_500), await delivered(500)]
    const inspect = async (source: Uint8Array) => (await decode({ name: 'inspect', input: source }, source)) as object
    expect(await inspect(heavy)).toMatchObject({ mediaType: 'image/webp', width: 1_500, averageColor: '#204060' })
    expect(await inspect(light)).toMatchObject({ mediaType: 'image/webp', width: 500, averageColor: '#204060' })
  })
})

describe('createWorkLimits', () => {
  it('admits one piece of work beyond a share at a time, over all persons', async () => {
    const work = limits(200)
    let running = 0
    let most = 0
    const heavy = async () => {
      most = Math.max(most, ++running)
      await new Promise((resolve) => setTimeout(resolve, 5))
      running--
    }
    await Promise.all(['ada', 'bob', 'eve'].map((owner) => work.of(owner).admit(300_000_000, heavy)))
    expect(most).toBe(1)
    await expect(work.of('ada').admit(501_000_000, heavy)).rejects.toMatchObject({ because: 'room' })
  })
})
