/**
 * Measures one model in a process of its own, whose memory is its own: node engine/tools/measure-model.ts folder runtime threads.
 * Prints one line of JSON.
 */
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { createPipeline } from '#engine/diffusion/pipeline.ts'
import type { Runtime } from '#engine/onnx/session.ts'
import type { SamplerName } from '#engine/task.ts'
import { least, productFlops, type Taken, take, takeProduct } from './matrix-product.ts'

const [folder = '', runtimeFolder = '', threads = '1', steps = '1', sampler = 'euler-ancestral'] = process.argv.slice(2)
const runtime: Runtime = createRequire(join(runtimeFolder, 'package.json'))('onnxruntime-node')

const product = await takeProduct(runtime, Number(threads))
const pipeline = createPipeline(runtime, Number(threads))
const split = (name: string) => join(folder, name)
const request = {
  files: {
    unet: split('unet.safetensors'),
    text: split('text.safetensors'),
    autoencoder: split('autoencoder.safetensors'),
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
console.log(JSON.stringify({ productFlops, product, first, next: least(next), otherPrompt, peakBytes }))
