import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import sharp from 'sharp'
import { afterEach, describe, expect, it } from 'vitest'
import { decodeImage } from './encode.ts'
import type { SketchPool, SketchPoolOptions, SketchRequest } from './sketch-pool.ts'
import { createSketchPool } from './sketch-pool.ts'
import { difference, digest } from './testing/painting.ts'

const request = (over: Partial<SketchRequest> = {}): SketchRequest => ({
  prompt: 'a lake',
  seed: 3,
  orderNum: 1,
  width: 120,
  height: 80,
  ...over,
})

const open: SketchPool[] = []
const pool = (options: Partial<SketchPoolOptions> = {}): SketchPool => {
  const made = createSketchPool({ size: 1, ...options })
  open.push(made)
  return made
}
afterEach(async () => {
  await Promise.all(open.splice(0).map((made) => made.close()))
})

const script = (body: string): URL =>
  new URL(`data:text/javascript,${encodeURIComponent(`import { parentPort } from 'node:worker_threads'\n${body}`)}`)
/** Crashes on the prompt 'crash', never answers 'hang', else answers at once. */
const moody = script(`parentPort.on('message', ({ id, request }) => {
  if (request.prompt === 'crash') throw new Error('out of paint')
  if (request.prompt !== 'hang') parentPort.postMessage({ id, ok: true, png: new Uint8Array([id]) })
})`)

describe('the pool of painters', () => {
  it('delivers a PNG of the requested size', async () => {
    const { png } = await pool().paint(request())
    const { format, width, height } = await sharp(png).metadata()
    expect([format, width, height]).toEqual(['png', 120, 80])
  })

  it('delivers the requested size also where it paints fewer pixels, and the same scene', async () => {
    const whole = await pool().paint(request())
    const enlarged = await pool().paint(request({ longestSide: 60 }))
    const { format, width, height } = await sharp(enlarged.png).metadata()
    expect([format, width, height]).toEqual(['png', 120, 80])
    const rasterOf = (png: Uint8Array) => decodeImage(png, 120)
    const other = await pool().paint(request({ prompt: 'a street in the city at night' }))
    const shown = await rasterOf(whole.png)
    expect(difference(shown, await rasterOf(enlarged.png))).toBeLessThan(
      difference(shown, await rasterOf(other.png)) / 2,
    )
  })

  it('paints the same pixels in two fresh workers', async () => {
    const pixels = async (): Promise<string> => {
      const { png } = await pool().paint(request({ prompt: 'a red fox in the snow' }))
      return digest(await sharp(png).raw().toBuffer())
    }
    expect(await pixels()).toBe(await pixels())
  })

  it('accepts parents and references as encoded pictures of any kind', async () => {
    const grey = await sharp({ create: { width: 30, height: 50, channels: 3, background: '#808080' } })
      .jpeg()
      .toBuffer()
    const clear = await sharp({ create: { width: 9, height: 9, channels: 4, background: '#ff000080' } })
      .png()
      .toBuffer()
    const parent = { image: new Uint8Array(grey), mode: 'edit' as const, prompt: '' }
    const { png } = await pool().paint(request({ prompt: 'at night', parent, looks: [new Uint8Array(clear)] }))
    expect((await sharp(png).metadata()).width).toBe(120)
    const over = await pool().paint(request({ contents: [new Uint8Array(grey), new Uint8Array(clear)] }))
    expect((await sharp(over.png).metadata()).height).toBe(80)
  })

  it('reports a picture that cannot be decoded', async () => {
    const parent = { image: Uint8Array.of(1, 2, 3), mode: 'remix' as const, prompt: '' }
    await expect(pool().paint(request({ parent }))).rejects.toThrow(/unsupported image format/i)
  })

  it('rejects with the reason of an aborted signal, and continues with the next picture', async () => {
    const painters = pool({ worker: moody })
    const stop = new AbortController()
    const hanging = painters.paint(request({ prompt: 'hang' }), stop.signal)
    const next = painters.paint(request())
    stop.abort('changed my mind')
    await expect(hanging).rejects.toBe('changed my mind')
    expect((await next).png).toHaveLength(1)
  })

  it('never starts a picture whose signal aborted while it waited', async () => {
    const painters = pool({ worker: moody })
    const [first, second] = [new AbortController(), new AbortController()]
    const hanging = painters.paint(request({ prompt: 'hang' }), first.signal)
    const waiting = painters.paint(request({ prompt: 'hang' }), second.signal)
    second.abort('no longer')
    await expect(waiting).rejects.toBe('no longer')
    first.abort('neither')
    await expect(hanging).rejects.toBe('neither')
    await expect(painters.paint(request(), AbortSignal.abort('late'))).rejects.toBe('late')
  })

  it('survives a worker that crashes', async () => {
    const painters = pool({ worker: moody })
    await expect(painters.paint(request({ prompt: 'crash' }))).rejects.toThrow('out of paint')
    expect((await painters.paint(request())).png).toHaveLength(1)
  })

  it('rejects running and later requests when it closes', async () => {
    const painters = pool({ worker: moody })
    const hanging = painters.paint(request({ prompt: 'hang' }))
    const closing = painters.close()
    await expect(hanging).rejects.toThrow('closed')
    await closing
    await expect(painters.paint(request())).rejects.toThrow('closed')
  })

  it('does not keep an idle process alive', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'sketch-'))
    const file = join(folder, 'once.mjs')
    await writeFile(
      file,
      `import { createSketchPool } from ${JSON.stringify(new URL('./sketch-pool.ts', import.meta.url).href)}
       const { png } = await createSketchPool({ size: 1 }).paint(${JSON.stringify(request({ width: 8, height: 8 }))})
       console.log(png.length > 0)`,
    )
    const { stdout } = await promisify(execFile)(process.execPath, [file], { timeout: 100_000 })
    await rm(folder, { recursive: true })
    expect(stdout.trim()).toBe('true')
  }, 120_000)
})
