/**
 * Measures one tool in a process of its own, whose memory is its own: node engine/tools/measure-tool.ts tool folder runtime threads.
 * Prints one line of JSON.
 */
import { createRequire } from 'node:module'
import { join } from 'node:path'
import sharp from 'sharp'
import { createOpenNet, type Runtime } from '#engine/onnx/session.ts'
import { cutOut } from '#engine/tools/cut-out.ts'
import { erase } from '#engine/tools/erase.ts'
import { pictureFeatures } from '#engine/tools/features.ts'
import { upscale } from '#engine/tools/upscale.ts'
import { least, productFlops, type Taken, take, takeProduct } from './matrix-product.ts'
import { toolNetsIn } from './write-tool-nets.ts'

const [tool = '', folder = '', runtimeFolder = '', threads = '1'] = process.argv.slice(2)
const runtime: Runtime = createRequire(join(runtimeFolder, 'package.json'))('onnxruntime-node')
// As in the process of a server.
sharp.concurrency(1)
sharp.cache(false)
const parts = { runtime, openNet: createOpenNet(runtime, Number(threads)) }
const nets = toolNetsIn(folder)

/** Waves, so that it is no flat color for the encoder. */
function picture(width: number, height: number): Promise<Buffer> {
  const data = Uint8Array.from(
    { length: width * height * 3 },
    (_, i) => ((i % (width * 3)) * 5 + Math.floor(i / width)) % 256,
  )
  return sharp(data, { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer()
}

/** A black mask with white squares, one beside the other far apart. */
const maskOf = (width: number, height: number, holes: readonly number[]) =>
  sharp({ create: { width, height, channels: 3, background: '#000' } })
    .composite(
      holes.map((side, i) => ({
        input: { create: { width: side, height: side, channels: 3 as const, background: '#fff' } },
        left: 100 + i * 1_000,
        top: 100,
      })),
    )
    .toColourspace('b-w')
    .png()
    .toBuffer()

const ignore = () => undefined
/** What is measured, by its name. */
const jobs: Readonly<Record<string, () => Promise<() => Promise<unknown>>>> = {
  async upscale() {
    const net = { kind: 'srvgg', cleaning: nets.upscaler, keeping: nets.upscaler } as const
    const small = await picture(512, 512)
    return () => upscale({ net, picture: small, factor: 4, cleaning: 0.5 }, parts, ignore)
  },
  async 'cut-out'() {
    const net = { kind: 'is-net', model: nets.isNet } as const
    const large = await picture(2_048, 1_536)
    return () => cutOut({ net, picture: large }, parts, ignore)
  },
  async erase() {
    const net = { kind: 'mi-gan', model: nets.miGan } as const
    const [large, mask] = await Promise.all([picture(2_048, 1_536), maskOf(2_048, 1_536, [250])])
    return () => erase({ net, picture: large, mask }, parts, ignore)
  },
  async features() {
    const large = await picture(1_024, 1_024)
    return () => pictureFeatures({ picture: large }, parts)
  },
}

const job = await jobs[tool]?.()
if (!job) throw new Error(`There is no tool '${tool}'.`)
const first = await take(job)
const next: Taken[] = []
for (let i = 0; i < 3; i += 1) next.push(await take(job))
// Kibibytes. Before the product, whose matrices are none of the tool's.
const peakBytes = process.resourceUsage().maxRSS * 1_024
const product = await takeProduct(runtime, Number(threads))
console.log(JSON.stringify({ productFlops, product, first, next: least(next), peakBytes }))
