/**
 * The process that computes: forked with a message channel, the folder of ONNX Runtime and the number of threads as arguments.
 * ONNX Runtime blocks the event loop for the time of a net, so it is loaded here and nowhere else.
 */

import { createRequire } from 'node:module'
import { setPriority } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { createPipeline } from '../diffusion/pipeline.ts'
import { createOpenNet, type Runtime } from '../onnx/session.ts'
import type { EngineOrder, EngineReport, PaintedPicture, PictureTask, Work, WorkKind } from '../task.ts'
import { cutOut } from '../tools/cut-out.ts'
import { erase } from '../tools/erase.ts'
import { pictureFeatures } from '../tools/features.ts'
import { DamagedPicture } from '../tools/pictures.ts'
import { upscale } from '../tools/upscale.ts'
import { UnusableModel } from '../unusable-model.ts'

const maxPixels = 50_000_000
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
    return await sharp(start.picture, { limitInputPixels: maxPixels })
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

async function paint(task: PictureTask, onProgress: (fraction: number) => void): Promise<PaintedPicture> {
  const { frame, size, start } = task
  const request = { ...task, strength: start?.strength ?? 1, start: await startPixels(task) }
  const { pixels, wordsLeftOut } = await pipeline.paint(request, onProgress)
  const painted = sharp(pixels, { raw: { ...frame, channels: 3 } })
  const png = await painted
    .resize({ ...size, fit: 'cover', kernel: 'lanczos3' })
    .png({ compressionLevel: 6 })
    .toBuffer()
  return { png: new Uint8Array(png), wordsLeftOut }
}

/** The services that tools work with. */
const parts = { runtime, openNet: createOpenNet(runtime, Number(threads)) }
/** The same for the net of features, which stays open beside them: it is small, and looks at what they make. */
const small = { runtime, openNet: createOpenNet(runtime, 1) }

async function carryOut(order: EngineOrder): Promise<EngineReport> {
  const { id } = order
  const onProgress = (fraction: number) => report({ id, kind: 'progress', fraction })
  const done = (result: Work[WorkKind]['result']): EngineReport => ({ id, kind: 'done', result })
  switch (order.kind) {
    case 'paint':
      return done(await paint(order.task, onProgress))
    case 'upscale':
      return done(await upscale(order.task, parts, onProgress))
    case 'cut-out':
      return done(await cutOut(order.task, parts, onProgress))
    case 'erase':
      return done(await erase(order.task, parts, onProgress))
    case 'features':
      return done(await pictureFeatures(order.task, small))
  }
}

function failure(id: number, error: unknown): EngineReport {
  const message = error instanceof Error ? error.message : String(error)
  if (error instanceof UnusableModel) return { id, kind: 'failed', reason: 'model', message }
  return { id, kind: 'failed', reason: error instanceof DamagedPicture ? 'picture' : 'bug', message }
}

process.on('message', async (order: EngineOrder) => {
  report(await carryOut(order).catch((error) => failure(order.id, error)))
})
