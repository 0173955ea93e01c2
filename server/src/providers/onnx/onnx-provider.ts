import type { Model } from '#domain/models/model.ts'
import { EngineFailure, type EngineFailureReason } from '#engine/engine-failure.ts'
import { frameFor } from '#engine/frame.ts'
import type { LocalEngine } from '#engine/local-engine.ts'
import { localModel } from '../local/local-model.ts'
import { strengthOf } from '../local/sampling.ts'
import { startPicture } from '../local/start-picture.ts'
import { type ImageAnswer, type ImageCall, type ImageProvider, type ImageRequest, ProviderError } from '../provider.ts'
import { vendorFailure } from '../vendor-failure.ts'

/** A model of Stable Diffusion's kind whose files are on this machine. */
export type InstalledModel = Pick<
  Parameters<LocalEngine['paint']>[0],
  'files' | 'sampler' | 'steps' | 'guidance' | 'leastMemoryBytes'
> & {
  readonly id: string
  readonly name: string
  readonly description: string
  /** Seconds for a picture on a plain machine. */
  readonly seconds: number
  /** The side in pixels of the square that it paints best. */
  readonly side: number
}

type OnnxProviderDeps = {
  readonly engine: Pick<LocalEngine, 'paint' | 'close'>
  /** The models that are installed at the moment. */
  installed(): Promise<readonly InstalledModel[]>
}

/** The engine in sentences. */
const engineName = 'The engine of this machine'

/** The entry of the picker for an installed model. */
export function pickerEntry({ id, name, description, seconds }: InstalledModel): Model {
  const found = localModel({ provider: 'onnx', engine: engineName, prefix: 'onnx', id, pictures: 1 })
  return {
    ...found,
    name,
    description,
    stats: { ...found.stats, seconds },
    features: ['On this machine', 'No charge', 'Works offline', 'Image to image'],
  }
}

/**
 * Our class for a failure, and what it says of the engine's health. Too little memory or no engine does not pass within the
 * minute in which a call is repeated, and says nothing of smaller models.
 */
const failures = {
  model: { code: 'invalid', health: 'reachable' },
  picture: { code: 'invalid', health: 'reachable' },
  memory: { code: 'invalid', health: 'unknown' },
  runtime: { code: 'invalid', health: 'unknown' },
  crashed: { code: 'provider-down', health: 'unreachable' },
  resting: { code: 'provider-down', health: 'unreachable' },
} as const satisfies Record<Exclude<EngineFailureReason, 'bug'>, Pick<ProviderError, 'code' | 'health'>>

function providerError(error: unknown): unknown {
  if (!(error instanceof EngineFailure)) return error
  const { message, reason, retryAfterMs } = error
  if (reason === 'bug') return vendorFailure(engineName, 'failed', { cause: error, vendorCode: message })
  const { code, health } = failures[reason]
  return new ProviderError(code, message, {
    cause: error,
    health,
    ...(retryAfterMs === null ? {} : { retryAfterMs }),
  })
}

const leftOut = ({ name }: Model, words: number) =>
  words === 0 ? [] : [`${name} reads about 60 words; the last ${words === 1 ? 'one was' : `${words} were`} left out.`]

/**
 * Models that are installed on this machine, painted by the engine of `engine/` in a process of its own: without a key, a network
 * or a charge. The same request gives the same pixels, so a picture that a restart interrupts is simply painted again.
 */
export function createOnnxProvider({ engine, installed }: OnnxProviderDeps): ImageProvider {
  async function paint(model: InstalledModel, request: ImageRequest, call: ImageCall): Promise<ImageAnswer> {
    const { start, warnings } = await startPicture(request)
    const { files, sampler, steps, guidance, leastMemoryBytes } = model
    const frame = frameFor(request.size, model.side)
    const task = {
      files,
      sampler,
      steps,
      guidance,
      leastMemoryBytes,
      prompt: request.prompt,
      seed: request.seed,
      frame,
      size: request.size,
      start: start ? { picture: start.bytes, strength: strengthOf(request) } : null,
    }
    const { png, wordsLeftOut } = await engine.paint(task, {
      signal: call.signal,
      onProgress: (fraction) => call.progress({ fraction, preview: null }),
    })
    return {
      bytes: png,
      seed: request.seed,
      warnings: [...warnings, ...leftOut(request.model, wordsLeftOut)],
      paintedAt: frame,
    }
  }

  return {
    name: 'onnx',
    concurrency: 1,
    // Over all processes: a second one would take the memory and the cores of the first.
    atOncePerKey: 1,
    opens: 'freely',
    async generate(request, call) {
      call.signal.throwIfAborted()
      const model = (await installed()).find(({ id }) => id === request.model.apiModel)
      if (!model)
        throw new ProviderError(
          'invalid',
          `${request.model.name} is not installed any more. Install it, or choose another model.`,
        )
      try {
        return await paint(model, request, call)
      } catch (error) {
        call.signal.throwIfAborted()
        throw providerError(error)
      }
    },
    discover: async () => (await installed()).map(pickerEntry),
    close: () => engine.close(),
  }
}
