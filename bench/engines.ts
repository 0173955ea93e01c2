/**
 * Whether both engines paint the same: a checkpoint of Stable Diffusion's form with made-up weights, by ONNX Runtime here and by
 * stable-diffusion.cpp's server. `SD_SERVER=/path/to/sd-server npm run bench:engines`; the program is compiled from source:
 * cmake -B build && make -C build sd-server. Ends with 1 where a channel differs by more than 2 of 255.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { installRuntime } from '#engine/install-runtime.ts'
import { createLocalEngine } from '#engine/local-engine.ts'
import { sdTurboForm, writeModel } from '#engine-tools/write-model.ts'
import { createSdServer } from '#server/providers/local/sd-server/sd-server-provider.ts'

const program = process.env.SD_SERVER
if (program === undefined) throw new Error('Name the program: SD_SERVER=/path/to/sd-server.')

/** sd-server takes the widths of a U-Net from its weights; its text encoder must have CLIP's size. */
const form = {
  ...sdTurboForm,
  names: 'original',
  channels: 64,
  textWidth: 768,
  textLayers: 12,
  autoencoderWidth: 64,
  weights: 'made-up',
} as const
const side = 256
const cases = [
  { prompt: 'a', seed: 7, steps: 1 },
  { prompt: 'x y z', seed: 7, steps: 1 },
  { prompt: 'a', seed: 8, steps: 4 },
]
const most = 2

const folder = await mkdtemp(join(tmpdir(), 'espalier-bench-engines-'))
const files = writeModel(folder, form)
// As many merges as CLIP has, so that the numbers of its start and its end are right; they join nothing in words of one letter.
const merges = Array.from({ length: form.vocabulary - 514 }, (_, number) => `qz${number} zq${number}`)
await writeFile(files.merges, ['#version: 0.2', ...merges, ''].join('\n'))

const runtimeFolder = await installRuntime(fileURLToPath(new URL('../.engine/', import.meta.url)))
const onnx = createLocalEngine({ leaseName: folder, runtimeFolder: async () => runtimeFolder, threads: 1 })
const server = createSdServer(folder)
const listeners = { signal: new AbortController().signal, onProgress: () => undefined }
const pixelsOf = (png: Uint8Array) => sharp(png).removeAlpha().raw().toBuffer()

/** The noise against the picture at each of the 1,000 moments that Stable Diffusion was trained with. */
const sigmas: number[] = []
for (let moment = 0, kept = 1; moment < 1_000; moment += 1) {
  const [first, last] = [Math.sqrt(0.000_85), Math.sqrt(0.012)]
  kept *= 1 - (first + (moment / 999) * (last - first)) ** 2
  sigmas.push(Math.sqrt((1 - kept) / kept))
}
/** Those of the steps of this engine: evenly spread from the last moment, where sd-server spreads them down to the first. */
const sigmasOf = (steps: number) => [
  ...Array.from({ length: steps }, (_, step) => sigmas[Math.round((1_000 * (steps - step)) / steps) - 1] ?? 0),
  0,
]

const byOnnx = async ({ prompt, seed, steps }: (typeof cases)[number]) =>
  pixelsOf(
    (
      await onnx.paint(
        {
          ...{ files, prompt, seed, steps },
          sampler: 'euler-ancestral',
          guidance: 1,
          frame: { width: side, height: side },
          size: { width: side, height: side },
          start: null,
          leastMemoryBytes: 0,
        },
        listeners,
      )
    ).png,
  )

const bySdServer = ({ prompt, seed, steps }: (typeof cases)[number]) =>
  server.work(
    {
      program,
      args: [
        ...['--model', files.unet, '--taesd', files.autoencoder, '--steps', String(steps), '--cfg-scale', '1'],
        ...['--sampling-method', 'euler_a', '--threads', '1'],
      ],
      environment: { PATH: '/usr/bin:/bin', LD_LIBRARY_PATH: dirname(program) },
      leastMemoryBytes: 0,
    },
    async (address, signal) => {
      const samples = { sample_method: 'euler_a', sample_steps: steps, eta: 1, custom_sigmas: sigmasOf(steps) }
      const asked = { prompt, seed, width: side, height: side, batch_count: 1, output_format: 'png' }
      const body = JSON.stringify({ ...asked, sample_params: samples })
      const accepted = await fetch(`${address}/sdcpp/v1/img_gen`, { method: 'POST', body, signal })
      const { id } = (await accepted.json()) as { id: string }
      for (;;) {
        const reply = await fetch(`${address}/sdcpp/v1/jobs/${id}`, { signal })
        const job = (await reply.json()) as { status: string; result: { images: { b64_json: string }[] } | null }
        if (job.status === 'completed') return pixelsOf(Buffer.from(job.result?.images[0]?.b64_json ?? '', 'base64'))
        if (job.status === 'failed') throw new Error(`sd-server failed: ${JSON.stringify(job)}`)
        await pause(100)
      }
    },
    listeners,
  )

try {
  for (const each of cases) {
    const [ours, theirs] = [await byOnnx(each), await bySdServer(each)]
    const differences = ours.map((value, place) => Math.abs(value - (theirs[place] ?? 0)))
    const largest = differences.reduce((a, b) => Math.max(a, b), 0)
    const mean = differences.reduce((a, b) => a + b, 0) / differences.length
    console.log(`${JSON.stringify(each)}: largest difference ${largest} of 255, mean ${mean.toFixed(3)}`)
    if (largest > most) process.exitCode = 1
  }
} finally {
  await server.close()
  await onnx.close()
  await rm(folder, { recursive: true })
}
