/**
 * Measures one model in a process of its own, whose memory is its own: node engine/tools/measure-model.ts folder runtime threads.
 * Prints one line of JSON.
 */
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { createPipeline } from '#engine/diffusion/pipeline.ts'
import { OnnxGraph } from '#engine/onnx/onnx-graph.ts'
import type { Runtime } from '#engine/onnx/session.ts'
import type { SamplerName } from '#engine/task.ts'

/** The sides of the matrices that are multiplied for comparison. */
const side = 2_048

const [folder = '', runtimeFolder = '', threads = '1', steps = '1', sampler = 'euler-ancestral'] = process.argv.slice(2)
const runtime: Runtime = createRequire(join(runtimeFolder, 'package.json'))('onnxruntime-node')

/** Seconds by the clock, and those of all cores together, which also hold on a busy machine. */
type Taken = { readonly seconds: number; readonly cpuSeconds: number }

async function take(work: () => Promise<unknown>): Promise<Taken> {
  const [from, before] = [performance.now(), process.cpuUsage()]
  await work()
  const { user, system } = process.cpuUsage(before)
  return { seconds: (performance.now() - from) / 1_000, cpuSeconds: (user + system) / 1e6 }
}

const least = (all: readonly Taken[]): Taken => ({
  seconds: Math.min(...all.map(({ seconds }) => seconds)),
  cpuSeconds: Math.min(...all.map(({ cpuSeconds }) => cpuSeconds)),
})

/** The least of five plain matrix products. */
async function takeProduct(): Promise<Taken> {
  const graph = new OnnxGraph()
  graph.output('product', graph.op('MatMul', [graph.input('a', [side, side]), graph.input('b', [side, side])]), [
    side,
    side,
  ])
  const options = { intraOpNumThreads: Number(threads) }
  const session = await runtime.InferenceSession.create(graph.toBytes(), options)
  const numbers = () => new runtime.Tensor('float32', new Float32Array(side * side).fill(0.5), [side, side])
  const inputs = { a: numbers(), b: numbers() }
  const all: Taken[] = []
  for (let i = 0; i < 5; i += 1) all.push(await take(() => session.run(inputs)))
  await session.release()
  return least(all)
}

const product = await takeProduct()
const pipeline = createPipeline(runtime, Number(threads))
const split = (name: string) => join(folder, name)
const request = {
  files: {
    unet: split('unet.safetensors'),
    text: split('text.safetensors'),
    autoencoder: split('taesd.safetensors'),
    merges: split('merges.txt'),
  },
  sampler: sampler as SamplerName,
  steps: Number(steps),
  strength: 1,
  guidance: 8,
  prompt: 'the light house',
  frame: { width: 512, height: 512 },
  start: null,
}
const paint = (prompt: string) => take(() => pipeline.paint({ ...request, prompt, seed: 1 }, () => undefined))
const first = await paint('the light house')
const next: Taken[] = []
for (let i = 0; i < 3; i += 1) next.push(await paint('the light house'))
const otherPrompt = await paint('fox')
// Kibibytes.
const peakBytes = process.resourceUsage().maxRSS * 1_024
console.log(JSON.stringify({ productFlops: 2 * side ** 3, product, first, next: least(next), otherPrompt, peakBytes }))
