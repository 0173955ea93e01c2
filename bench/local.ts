/**
 * Seconds and memory of the engine for models of the true form, whose weights are made up: a net takes as long whatever its weights
 * are. The files are holes, so they take no room on the disk.
 */
import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { installRuntime } from '#engine/install-runtime.ts'
import { sdTurboForm, sdxsForm, writeModel } from '#engine-tools/write-model.ts'

const threads = Number(process.env.THREADS ?? Math.max(1, availableParallelism() - 1))
const chosen = process.argv.slice(2)

const models = [
  { name: 'sdxs', form: sdxsForm, sampler: 'euler-ancestral', steps: 1 },
  { name: 'sd-turbo', form: sdTurboForm, sampler: 'euler-ancestral', steps: 1 },
  {
    name: 'lcm',
    form: { ...sdTurboForm, textWidth: 768, textLayers: 12, guidance: 'input' as const },
    sampler: 'lcm',
    steps: 4,
  },
]

type Measured = { gigaflops: number; first: number; next: number; otherPrompt: number; peakBytes: number }

const runtimeFolder = await installRuntime(fileURLToPath(new URL('../.engine/', import.meta.url)))
const program = fileURLToPath(new URL('../engine/tools/measure-model.ts', import.meta.url))
for (const { name, form, sampler, steps } of models) {
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
    const { gigaflops, first, next, otherPrompt, peakBytes }: Measured = JSON.parse(stdout)
    const seconds = (value: number) => `${value.toFixed(2)} s`
    console.log(
      [
        `${name} (512 × 512, ${steps} ${steps === 1 ? 'step' : 'steps'}, ${threads} threads)`,
        `matrix product ${gigaflops.toFixed(0)} GFLOP/s`,
        `next picture ${seconds(next)} = ${Math.round(next * gigaflops)} GFLOP of that product`,
        `another prompt ${seconds(otherPrompt)}`,
        `first picture ${seconds(first)}`,
        `peak ${(peakBytes / 1e9).toFixed(2)} GB`,
      ].join('; '),
    )
  } finally {
    await rm(folder, { recursive: true })
  }
}
