import sharp from 'sharp'
import { afterEach, describe, expect, it } from 'vitest'
import { unlimited } from '#server-testing/unlimited.ts'
import type { Admit } from '../operations/admission.ts'
import { createWorkLimits } from '../operations/work-limits.ts'
import { createRetouchPool, type RetouchPool, taskWeight } from './retouch-pool.ts'
import { type RetouchTask, UnusablePicture } from './retouch-task.ts'

let pool: RetouchPool

const picture = (side: number) =>
  sharp({
    create: {
      width: side,
      height: side,
      channels: 3,
      background: '#446688',
      noise: { type: 'gaussian', mean: 128, sigma: 20 },
    },
  })
    .png({ compressionLevel: 1 })
    .toBuffer()
const adjust = (source: Uint8Array): RetouchTask => ({
  kind: 'adjust',
  source,
  adjustments: { sharpness: 50, grain: 20 },
})
const call = (pixels = 1_000, signal = new AbortController().signal) => ({ signal, pixels, admit: unlimited })

describe('a pool for edits', () => {
  afterEach(() => pool.close())

  it('does as many tasks at once as it has seats, and each of them', async () => {
    pool = createRetouchPool({ size: 2 })
    const source = await picture(40)
    const made = await Promise.all(Array.from({ length: 7 }, () => pool.run(adjust(source), call())))
    expect(new Set(made.map(({ bytes }) => Buffer.from(bytes).toString('base64'))).size).toBe(1)
  })

  it('ends a task in the middle with the reason of its signal, and goes on with the next', async () => {
    pool = createRetouchPool({ size: 1 })
    const stop = new AbortController()
    const reason = new Error('not wanted any more')
    const long = pool.run(adjust(await picture(2_000)), {
      ...call(1_000, stop.signal),
      onProgress: () => stop.abort(reason),
    })
    const next = pool.run(adjust(await picture(20)), call())
    await expect(long).rejects.toBe(reason)
    expect((await next).width).toBe(20)
    await expect(pool.run(adjust(await picture(20)), call(1, AbortSignal.abort(reason)))).rejects.toBe(reason)
  })

  it('says what is wrong with a picture, in a sentence', async () => {
    pool = createRetouchPool({ size: 1 })
    const failure = await pool.run(adjust(Buffer.from('no picture')), call()).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(UnusablePicture)
  })

  it('does large tasks one after the other', async () => {
    pool = createRetouchPool({ size: 4 })
    const source = await picture(600)
    const order: string[] = []
    const work = createWorkLimits({ memoryBytes: 200_000_000, temporaryBytes: 1 })
    const large = (owner: string) => ({ ...call(40_000_000), admit: work.of(owner).admitEdit })
    const one = pool.run(adjust(source), { ...large('ada'), onProgress: () => order.push('one') })
    const other = pool.run(adjust(source), { ...large('bob'), onProgress: () => order.push('other') })
    await Promise.all([one, other])
    const turns = order.filter((name, place) => name !== order[place - 1])
    expect(turns.toSorted()).toEqual(['one', 'other'])
  })

  it('takes what the decoders of its pictures hold beside their pixels', async () => {
    pool = createRetouchPool({ size: 1 })
    const weights: number[] = []
    const admit: Admit = (weight, work) => {
      weights.push(weight)
      return work()
    }
    const png = await picture(500)
    const webp = await sharp(png).webp({ lossless: true, effort: 0 }).toBuffer()
    for (const source of [png, webp]) await pool.run(adjust(source), { ...call(500_000), admit })
    expect(weights).toEqual([14 * 500_000 + png.byteLength, 14 * 500_000 + 13 * 250_000 + webp.byteLength])
  })

  it('refuses a task that takes more memory than the server has', async () => {
    pool = createRetouchPool({ size: 1 })
    const work = createWorkLimits({ memoryBytes: 20_000_000, temporaryBytes: 1 })
    const { admitEdit } = work.ofJob('ada', new AbortController().signal)
    const refused = pool.run(adjust(await picture(20)), { ...call(6_000_000), admit: admitEdit })
    await expect(refused).rejects.toMatchObject({ because: 'room' })
  })

  it('keeps the thread that it is called from free', async () => {
    pool = createRetouchPool({ size: 1 })
    const source = await picture(1_500)
    await pool.run(adjust(await picture(20)), call())
    const before = { thread: process.threadCpuUsage(), process: process.cpuUsage() }
    await pool.run(adjust(source), call())
    const thread = process.threadCpuUsage(before.thread)
    const all = process.cpuUsage(before.process)
    expect(thread.user + thread.system).toBeLessThan((all.user + all.system) / 3)
  })

  it('ends what waits and what runs when it is closed', async () => {
    pool = createRetouchPool({ size: 1 })
    const source = await picture(1_500)
    const tasks = [pool.run(adjust(source), call()), pool.run(adjust(source), call())]
    const ended = Promise.allSettled(tasks)
    await pool.close()
    expect((await ended).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    await expect(pool.run(adjust(source), call())).rejects.toThrow('stops')
  })
})

describe('taskWeight', () => {
  it('counts the copy with a profile that a file gets', () => {
    const picture = { kind: 'png', decoded: null, pixels: 0, fileBytes: 1_000, copyBytes: 0 } as const
    const weight = (copyBytes: number) => taskWeight([{ ...picture, copyBytes }], 0)
    expect(weight(1_000) - weight(0)).toBe(1_000)
  })
})
