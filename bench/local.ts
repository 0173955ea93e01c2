/**
 * Seconds and memory of the engine for models of the true form, whose weights are made up: a net takes as long whatever its weights
 * are. The files are holes, so they take no room on the disk.
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
import { type ModelForm, sdTurboForm, sdxsForm, writeModel } from '#engine-tools/write-model.ts'

const threads = Number(process.env.THREADS ?? Math.max(1, availableParallelism() - 1))
const chosen = process.argv.slice(2)

const models: readonly { name: string; form: ModelForm; sampler: SamplerName; steps: number }[] = [
  { name: 'sdxs', form: sdxsForm, sampler: 'euler-ancestral', steps: 1 },
  { name: 'sd-turbo', form: sdTurboForm, sampler: 'euler-ancestral', steps: 1 },
  {
    name: 'lcm',
    form: { ...sdTurboForm, textWidth: 768, textLayers: 12, guidance: 'input', type: 'F32' },
    sampler: 'lcm',
    steps: 4,
  },
]

type Taken = { seconds: number; cpuSeconds: number }
type Measured = {
  productFlops: number
  product: Taken
  first: Taken
  next: Taken
  otherPrompt: Taken
  peakBytes: number
}

const inSeconds = (seconds: number) => `${seconds.toFixed(2)} s`
const text = ({ seconds, cpuSeconds }: Taken) => `${inSeconds(seconds)} (${inSeconds(cpuSeconds)} of processor time)`

const runtimeFolder = await installRuntime(fileURLToPath(new URL('../.engine/', import.meta.url)))
const program = fileURLToPath(new URL('../engine/tools/measure-model.ts', import.meta.url))
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
      autoencoder: file('taesd.safetensors'),
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
    const run = promisify(execFile)
    const { stdout } = await run(process.execPath, [
      program,
      folder,
      runtimeFolder,
      String(threads),
      String(steps),
      sampler,
    ])
    const { productFlops, product, first, next, otherPrompt, peakBytes }: Measured = JSON.parse(stdout)
    const gigaflops = productFlops / product.cpuSeconds / 1e9
    const beside = await paintBeside(folder, model)
    console.log(
      [
        `${name}, 512 × 512, ${steps} ${steps === 1 ? 'step' : 'steps'}, ${threads} threads`,
        `a matrix product: ${gigaflops.toFixed(0)} GFLOP for each second of processor time`,
        `next picture: ${text(next)}, as long as ${Math.round(next.cpuSeconds * gigaflops)} GFLOP of that product`,
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
