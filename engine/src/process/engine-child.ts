/**
 * The process that computes: forked with a message channel, the folder of ONNX Runtime and the number of threads as arguments.
 * ONNX Runtime blocks the event loop for the time of a net, so it is loaded here and nowhere else.
 */

import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { setPriority } from 'node:os'
import { join } from 'node:path'
import type { InferenceSession } from 'onnxruntime-common'
import sharp from 'sharp'
import { createPipeline, type Runtime, sessionOptions } from '../diffusion/pipeline.ts'
import type { EngineOrder, EngineReport, EnlargeTask, PictureTask } from '../task.ts'
import { UnusableModel } from '../unusable-model.ts'
import { enlargeByNet } from '../upscale/enlarge.ts'
import { writeNcnnNet } from '../upscale/ncnn-net.ts'

/** A picture to paint over that can't be opened. */
class DamagedPicture extends Error {}

const mostPixels = 50_000_000
const [runtimeFolder = '', threads = '1'] = process.argv.slice(2)

// It ends with its owner, however that ended: the channel closes then.
process.once('disconnect', () => process.exit(0))
if (!process.connected) process.exit(0)
// Ctrl+C reaches the whole group of processes, while the server still waits for the picture in work.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined)

try {
  setPriority(19)
} catch {
  // A container may forbid it; the engine is then as urgent as the server.
}
// The nets use the cores; pictures are small here.
sharp.concurrency(1)
sharp.cache(false)

const runtime: Runtime = createRequire(join(runtimeFolder, 'package.json'))('onnxruntime-node')
const pipeline = createPipeline(runtime, Number(threads))

const report = (message: EngineReport) => process.send?.(message)

/** The picture to paint over, cut to the frame, without transparency. */
async function startPixels({ start, frame }: PictureTask): Promise<Uint8Array | null> {
  if (!start) return null
  try {
    return await sharp(start.picture, { limitInputPixels: mostPixels })
      .autoOrient()
      .resize({ ...frame, fit: 'cover' })
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb')
      .raw()
      .toBuffer()
  } catch (error) {
    throw new DamagedPicture('The picture to begin from is damaged. Replace it, then try again.', { cause: error })
  }
}

async function paint(id: number, task: PictureTask): Promise<EngineReport> {
  const { frame, size, start } = task
  const request = { ...task, strength: start?.strength ?? 1, start: await startPixels(task) }
  const { pixels, wordsLeftOut } = await pipeline.paint(request, (fraction) =>
    report({ id, kind: 'progress', fraction }),
  )
  const painted = sharp(pixels, { raw: { ...frame, channels: 3 } })
  const png = await painted
    .resize({ ...size, fit: 'cover', kernel: 'lanczos3' })
    .png({ compressionLevel: 6 })
    .toBuffer()
  return { id, kind: 'painted', png: new Uint8Array(png), wordsLeftOut }
}

/** Enlarged pictures have at most so many pixels: 8192 × 8192. */
const mostEnlargedPixels = 2 ** 26
/** The scale of every net that the catalogue could name. */
const usualScale = 4

let enlarging: { readonly key: string; readonly session: InferenceSession } | null = null

async function openNet(net: EnlargeTask['net']): Promise<InferenceSession> {
  const key = JSON.stringify(net)
  if (enlarging?.key === key) return enlarging.session
  await enlarging?.session.release()
  enlarging = null
  const model =
    net.kind === 'onnx'
      ? await readFile(net.model)
      : writeNcnnNet(await readFile(net.param, 'utf8'), await readFile(net.bin))
  const session = await runtime.InferenceSession.create(model, sessionOptions(Number(threads)))
  enlarging = { key, session }
  return session
}

async function decoded(picture: Uint8Array) {
  try {
    const opened = sharp(picture, { limitInputPixels: mostEnlargedPixels / usualScale ** 2 })
    const { data, info } = await opened
      .autoOrient()
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true })
    return { data, width: info.width, height: info.height }
  } catch (error) {
    throw new DamagedPicture('The picture is damaged or too large to be enlarged. Choose another one.', {
      cause: error,
    })
  }
}

async function enlarge(id: number, { net, picture }: EnlargeTask): Promise<EngineReport> {
  const pixels = await decoded(picture)
  const session = await openNet(net)
  const [input = '', output = ''] = [session.inputNames[0], session.outputNames[0]]
  const larger = await enlargeByNet(
    async (planes, { width, height }) => {
      const result = (await session.run({ [input]: new runtime.Tensor('float32', planes, [1, 3, height, width]) }))[
        output
      ]
      if (!(result?.data instanceof Float32Array))
        throw new UnusableModel('This net returns no picture. Install the model again.')
      return result.data
    },
    pixels,
    (fraction) => report({ id, kind: 'progress', fraction }),
  )
  const { data, ...size } = larger
  const png = await sharp(data, { raw: { ...size, channels: 3 } })
    .png({ compressionLevel: 3 })
    .toBuffer()
  return { id, kind: 'painted', png: new Uint8Array(png), wordsLeftOut: 0 }
}

const carryOut = (order: EngineOrder) =>
  order.kind === 'paint' ? paint(order.id, order.task) : enlarge(order.id, order.task)

function failure(id: number, error: unknown): EngineReport {
  const message = error instanceof Error ? error.message : String(error)
  if (error instanceof UnusableModel) return { id, kind: 'failed', reason: 'model', message }
  return { id, kind: 'failed', reason: error instanceof DamagedPicture ? 'picture' : 'bug', message }
}

process.on('message', async (order: EngineOrder) => {
  report(await carryOut(order).catch((error) => failure(order.id, error)))
})
