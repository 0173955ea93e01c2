import { dirname } from 'node:path'
import type { InferenceSession, Tensor } from 'onnxruntime-common'
import { type FrameSize, latentOf } from '../frame.ts'
import { type Runtime, sessionOptions } from '../onnx/session.ts'
import type { ModelFiles } from '../task.ts'
import { UnusableModel } from '../unusable-model.ts'
import { writeDecoder, writeEncoder } from './autoencoder.ts'
import { createNormals } from './normals.ts'
import { guidanceNumbers, momentNumbers, type Sampling, sample } from './sampler.ts'
import { writeTextEncoder } from './text-encoder.ts'
import { createTokenizer, tokenCount } from './tokenizer.ts'
import { writeUnet } from './unet.ts'

export type PipelineRequest = Sampling & {
  readonly files: ModelFiles
  readonly prompt: string
  readonly seed: number
  readonly frame: FrameSize
  /** Read by nets that take it as an input. */
  readonly guidance: number
  /** RGB, three bytes a pixel, as large as the frame; null without a start picture. */
  readonly start: Uint8Array | null
}

export type Painted = {
  /** RGB, three bytes a pixel, as large as the frame. */
  readonly pixels: Uint8Array
  /** Number of words at the prompt's end the text encoder had no room for. */
  readonly wordsLeftOut: number
}

/** 0 to 1. */
type OnProgress = (fraction: number) => void

export type Pipeline = { paint(request: PipelineRequest, onProgress: OnProgress): Promise<Painted> }

/** Prompts whose numbers are kept: those of the images of a generation are the same. */
const maxTexts = 8

/** A session with what its graph was written with. */
type Opened<Facts> = { readonly key: string; readonly session: InferenceSession; readonly facts: Facts }

/** RGB bytes as three planes of 0 to 1. */
function toPlanes(pixels: Uint8Array): Float32Array {
  const count = pixels.length / 3
  const planes = new Float32Array(pixels.length)
  for (let i = 0; i < count; i += 1) for (let c = 0; c < 3; c += 1) planes[c * count + i] = pixels[i * 3 + c] / 255
  return planes
}

function toPixels(planes: Float32Array): Uint8Array {
  const count = planes.length / 3
  const pixels = new Uint8ClampedArray(planes.length)
  // Rounds, and cuts at 0 and 255.
  for (let i = 0; i < count; i += 1) for (let c = 0; c < 3; c += 1) pixels[i * 3 + c] = planes[c * count + i] * 255
  return new Uint8Array(pixels.buffer)
}

/**
 * Paints with Stable Diffusion 1.x and 2.x. The text encoder is opened for a new prompt and released after it; U-Net and decoder
 * stay open for the next picture of the same model and size.
 * @param threads How many a session computes with.
 */
export function createPipeline(runtime: Runtime, threads: number): Pipeline {
  const texts = new Map<string, { numbers: Float32Array; leftOut: number }>()
  let unet: Opened<ReturnType<typeof writeUnet>> | null = null
  let decoder: Opened<null> | null = null

  const numbers = (data: Float32Array, ...dims: number[]) => new runtime.Tensor('float32', data, dims)

  async function openSession(model: Uint8Array, weights: string): Promise<InferenceSession> {
    // A model that comes as bytes finds its weights in this folder.
    const extra = { session: { model_external_initializers_file_folder_path: dirname(weights) } }
    return runtime.InferenceSession.create(model, { ...sessionOptions(threads), extra })
  }

  async function run(session: InferenceSession, inputs: Record<string, Tensor>, output: string): Promise<Float32Array> {
    const { [output]: result } = await session.run(inputs)
    if (!(result?.data instanceof Float32Array)) throw new Error(`The net returned no ${output}.`)
    return result.data
  }

  /** Runs a net once. */
  async function runOnce(
    model: { readonly bytes: Uint8Array; readonly weights: string },
    inputs: Record<string, Tensor>,
    output: string,
  ): Promise<Float32Array> {
    const session = await openSession(model.bytes, model.weights)
    try {
      return await run(session, inputs, output)
    } finally {
      await session.release()
    }
  }

  async function readText({ text, merges }: ModelFiles, prompt: string) {
    const key = JSON.stringify([text, merges, prompt])
    const known = texts.get(key)
    if (known) return known
    const { model, width } = writeTextEncoder(text)
    // Stable Diffusion 2.x fills with zeros.
    const { ids, leftOut } = createTokenizer(merges).encode(prompt, width === 1_024 ? 'zero' : 'end')
    const tokens = new runtime.Tensor('int64', BigInt64Array.from(ids, BigInt), [1, tokenCount])
    const read = { numbers: await runOnce({ bytes: model, weights: text }, { tokens }, 'text'), leftOut }
    if (texts.size >= maxTexts) texts.clear()
    texts.set(key, read)
    return read
  }

  async function openUnet(file: string, frame: FrameSize) {
    const key = JSON.stringify([file, frame])
    if (unet?.key === key) return unet
    // The old one first: two at once would need twice the memory.
    await unet?.session.release()
    unet = null
    const facts = writeUnet(file, latentOf(frame))
    unet = { key, session: await openSession(facts.model, file), facts }
    return unet
  }

  async function openDecoder(file: string, frame: FrameSize) {
    const key = JSON.stringify([file, frame])
    if (decoder?.key === key) return decoder
    await decoder?.session.release()
    decoder = null
    decoder = { key, session: await openSession(writeDecoder(file, latentOf(frame)), file), facts: null }
    return decoder
  }

  async function encodeStart({ start, files, frame }: PipelineRequest): Promise<Float32Array | null> {
    if (!start) return null
    const picture = numbers(toPlanes(start), 1, 3, frame.height, frame.width)
    const bytes = writeEncoder(files.autoencoder, latentOf(frame))
    return runOnce({ bytes, weights: files.autoencoder }, { picture }, 'latent')
  }

  return {
    async paint(request, onProgress) {
      const { files, frame, steps, seed } = request
      const { height, width } = latentOf(frame)
      const text = await readText(files, request.prompt)
      const start = await encodeStart(request)
      const { session, facts } = await openUnet(files.unet, frame)
      if (text.numbers.length !== tokenCount * facts.textWidth)
        throw new UnusableModel('The text encoder and the U-Net are of different models. Install the model again.')
      // The decoder takes about as long as a step.
      const stages = steps + 1
      onProgress(0)
      let done = 0
      const guidance =
        facts.guidanceWidth === null
          ? {}
          : {
              guidance: numbers(guidanceNumbers(request.guidance, facts.guidanceWidth), 1, facts.guidanceWidth),
            }
      const latent = await sample(
        {
          start,
          count: 4 * height * width,
          draw: createNormals(seed),
          async guess(noisy, moment) {
            const inputs = {
              latent: numbers(noisy, 1, 4, height, width),
              text: numbers(text.numbers, 1, tokenCount, facts.textWidth),
              time: numbers(momentNumbers(moment, facts.timeWidth), 1, facts.timeWidth),
              ...guidance,
            }
            const noise = await run(session, inputs, 'noise')
            done += 1
            onProgress(done / stages)
            return noise
          },
        },
        request,
      )
      const { session: decoding } = await openDecoder(files.autoencoder, frame)
      const picture = await run(decoding, { latent: numbers(latent, 1, 4, height, width) }, 'picture')
      return { pixels: toPixels(picture), wordsLeftOut: text.leftOut }
    },
  }
}
