/**
 * Seconds and memory of the engine for models and tools of the true form, whose weights are made up: a net takes as long whatever its
 * weights are. The files of models are holes, so they take no room on the disk.
 */
import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { installRuntime } from '#engine/install-runtime.ts'
import { createLocalEngine } from '#engine/local-engine.ts'
import type { SamplerName } from '#engine/task.ts'
import type { Taken } from '#engine-tools/matrix-product.ts'
import type { ModelForm } from '#engine-tools/model-form.ts'
import { sdTurboForm, sdxsForm, writeModel } from '#engine-tools/write-model.ts'
import { writeToolNets } from '#engine-tools/write-tool-nets.ts'

const threads = Number(process.env.THREADS ?? Math.max(1, availableParallelism() - 1))
const chosen = process.argv.slice(2)

const models: readonly { name: string; form: ModelForm; sampler: SamplerName; steps: number }[] = [
  { name: 'sdxs', form: sdxsForm, sampler: 'euler-ancestral', steps: 1 },
  {
    name: 'sdxs-full',
    form: { ...sdxsForm, autoencoder: 'full', autoencoderWidth: 128 },
    sampler: 'euler-ancestral',
    steps: 1,
  },
  { name: 'sd-turbo', form: sdTurboForm, sampler: 'euler-ancestral', steps: 1 },
  {
    name: 'lcm',
    form: { ...sdTurboForm, textWidth: 768, textLayers: 12, guidance: 'input', type: 'F32' },
    sampler: 'lcm',
    steps: 4,
  },
]

const tools = {
  upscale: 'upscale and clean, 512 × 512 to 2048 × 2048 (the form of realesr-general-x4v3)',
  'cut-out': 'cut out, 2048 × 1536 (the form of IS-Net)',
  erase: 'erase a square of 250 in 2048 × 1536 (a form like MI-GAN’s)',
  features: 'describe by numbers, 1024 × 1024 (the MobileNetV2 that is part of Espalier)',
} as const

type MeasuredTool = { productFlops: number; product: Taken; first: Taken; next: Taken; peakBytes: number }
type Measured = MeasuredTool & { otherPrompt: Taken }

const inSeconds = (seconds: number) => `${seconds.toFixed(2)} s`
const text = ({ seconds, cpuSeconds }: Taken) => `${inSeconds(seconds)} (${inSeconds(cpuSeconds)} of processor time)`

const runtimeFolder = await installRuntime(fileURLToPath(new URL('../.engine/', import.meta.url)))
const run = promisify(execFile)

/** Runs a program of `engine/tools` that measures in a process of its own. */
async function measure<Answer>(program: string, ...given: readonly string[]): Promise<Answer> {
  const path = fileURLToPath(new URL(`../engine/tools/${program}.ts`, import.meta.url))
  return JSON.parse((await run(process.execPath, [path, ...given])).stdout)
}

/** How fast the machine multiplies in this run, and how much of that a task takes. */
function comparedTo({ productFlops, product }: MeasuredTool) {
  const gigaflops = productFlops / product.cpuSeconds / 1e9
  return {
    machine: `a matrix product: ${gigaflops.toFixed(0)} GFLOP for each second of processor time`,
    ratio: ({ cpuSeconds }: Taken) => `as long as ${Math.round(cpuSeconds * gigaflops)} GFLOP of that product`,
  }
}

/**
 * A picture by the process that a server would start, at the lowest priority.
 * @returns Its seconds, and how long the event loop of this process was late at most, in milliseconds.
 */
async function paintBeside(folder: string, { sampler, steps }: (typeof models)[number]) {
  const engine = createLocalEngine({ leaseName: folder, runtimeFolder: async () => runtimeFolder, threads })
  const file = (name: string) => join(folder, name)
  const task = {
    files: {
      unet: file('unet.safetensors'),
      text: file('text.safetensors'),
      autoencoder: file('autoencoder.safetensors'),
      merges: file('merges.txt'),
    },
    sampler,
    steps,
    guidance: 8,
    prompt: 'the light house',
    frame: { width: 512, height: 512 },
    size: { width: 1_024, height: 1_024 },
    start: null,
    leastMemoryBytes: 0,
  }
  const paint = (seed: number) =>
    engine.paint({ ...task, seed }, { signal: new AbortController().signal, onProgress: () => undefined })
  await paint(1)
  const late = monitorEventLoopDelay({ resolution: 5 })
  late.enable()
  const from = performance.now()
  await paint(2)
  const seconds = (performance.now() - from) / 1_000
  late.disable()
  await engine.close()
  return { seconds, lateMs: late.max / 1e6 }
}

for (const model of models) {
  const { name, form, sampler, steps } = model
  if (chosen.length > 0 && !chosen.includes(name)) continue
  const folder = await mkdtemp(join(tmpdir(), 'espalier-bench-local-'))
  try {
    writeModel(folder, form)
    const measured = await measure<Measured>(
      'measure-model',
      folder,
      runtimeFolder,
      String(threads),
      String(steps),
      sampler,
    )
    const { first, next, otherPrompt, peakBytes } = measured
    const { machine, ratio } = comparedTo(measured)
    const beside = await paintBeside(folder, model)
    console.log(
      [
        `${name}, 512 × 512, ${steps} ${steps === 1 ? 'step' : 'steps'}, ${threads} threads`,
        machine,
        `next picture: ${text(next)}, ${ratio(next)}`,
        `another prompt: ${text(otherPrompt)}`,
        `first picture: ${text(first)}`,
        `peak: ${(peakBytes / 1e9).toFixed(2)} GB`,
        `as a server paints it, enlarged to 1024 × 1024: ${inSeconds(beside.seconds)}, the server late by at most ${beside.lateMs.toFixed(0)} ms`,
      ].join('\n  '),
    )
  } finally {
    await rm(folder, { recursive: true })
  }
}

const folder = await mkdtemp(join(tmpdir(), 'espalier-bench-tools-'))
try {
  writeToolNets(folder)
  for (const [tool, title] of Object.entries(tools)) {
    if (chosen.length > 0 && !chosen.includes(tool)) continue
    const measured = await measure<MeasuredTool>('measure-tool', tool, folder, runtimeFolder, String(threads))
    const { first, next, peakBytes } = measured
    const { machine, ratio } = comparedTo(measured)
    console.log(
      [
        `${title}, ${threads} threads`,
        machine,
        `next picture: ${text(next)}, ${ratio(next)}`,
        `first picture: ${text(first)}`,
        `peak: ${(peakBytes / 1e9).toFixed(2)} GB`,
      ].join('\n  '),
    )
  }
} finally {
  await rm(folder, { recursive: true })
}
