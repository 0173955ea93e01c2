/**
 * Measures one model in a process of its own, whose memory is its own: node engine/tools/measure-model.ts folder runtime threads.
 * Prints one line of JSON.
 */
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { createPipeline, type Runtime } from '#engine/diffusion/pipeline.ts'
import { OnnxGraph } from '#engine/onnx/onnx-graph.ts'
import type { SamplerName } from '#engine/task.ts'

/** The sides of the matrices that are multiplied for comparison. */
const side = 2_048

const [folder = '', runtimeFolder = '', threads = '1', steps = '1', sampler = 'euler-ancestral'] = process.argv.slice(2)
const runtime: Runtime = createRequire(join(runtimeFolder, 'package.json'))('onnxruntime-node')

const secondsOf = async (work: () => Promise<unknown>) => {
  const from = performance.now()
  await work()
  return (performance.now() - from) / 1_000
}

/** Multiplications and additions per second of a plain matrix product, the best of five. */
async function matrixSpeed(): Promise<number> {
  const graph = new OnnxGraph()
  graph.output('product', graph.op('MatMul', [graph.input('a', [side, side]), graph.input('b', [side, side])]), [
    side,
    side,
  ])
  const options = { intraOpNumThreads: Number(threads) }
  const session = await runtime.InferenceSession.create(graph.toBytes(), options)
  const numbers = () => new runtime.Tensor('float32', new Float32Array(side * side).fill(0.5), [side, side])
  const inputs = { a: numbers(), b: numbers() }
  const seconds: number[] = []
  for (let i = 0; i < 5; i += 1) seconds.push(await secondsOf(() => session.run(inputs)))
  await session.release()
  return (2 * side ** 3) / Math.min(...seconds)
}

const flops = await matrixSpeed()
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
const paint = (prompt: string) => secondsOf(() => pipeline.paint({ ...request, prompt, seed: 1 }, () => undefined))
const first = await paint('the light house')
const next: number[] = []
for (let i = 0; i < 3; i += 1) next.push(await paint('the light house'))
const otherPrompt = await paint('fox')
// Kibibytes.
const peakBytes = process.resourceUsage().maxRSS * 1_024
console.log(JSON.stringify({ gigaflops: flops / 1e9, first, next: Math.min(...next), otherPrompt, peakBytes }))
