import type { FileRole, LocalModel, OnnxModel } from '#domain/local-models/local-model.ts'
import type { Model } from '#domain/models/model.ts'
import { frameFor } from '#engine/frame.ts'
import type { LocalEngine } from '#engine/local-engine.ts'
import type { ModelFiles } from '#engine/task.ts'
import {
  type ImageAnswer,
  type ImageCall,
  type ImageProvider,
  type ImageRequest,
  ProviderError,
} from '#server/providers/provider.ts'
import { errorOfEngine } from '../engine-errors.ts'
import { installedPrefixes, localModel } from '../local-model.ts'
import { strengthOf } from '../sampling.ts'
import { startPicture } from '../start-picture.ts'

type OnnxProviderDeps = {
  readonly engine: Pick<LocalEngine, 'paint' | 'close'>
  /** The models that can be installed; tools and the models of other engines are left out. */
  readonly catalogue: readonly LocalModel[]
  /** The paths of a model's files; null where it is not installed. */
  filesOf(modelId: string): Promise<ReadonlyMap<FileRole, string> | null>
}

type Installed = { readonly model: OnnxModel; readonly files: ModelFiles }

/** The files that a model needs. */
const roles = ['unet', 'text-encoder', 'autoencoder', 'merges'] as const satisfies readonly FileRole[]

/** The engine in sentences. */
const engineName = 'The engine of this machine'

/** The entry of the picker for an installed model. */
export function pickerEntry({ id, name, description, referenceSeconds, steps, mostSteps }: OnnxModel): Model {
  const found = localModel({ provider: 'onnx', engine: engineName, prefix: installedPrefixes.onnx, id, pictures: 1 })
  return {
    ...found,
    name,
    description,
    stats: { ...found.stats, seconds: Math.ceil(referenceSeconds) },
    features: ['On this machine', 'No charge', 'Works offline', 'Image to image'],
    ...(mostSteps !== undefined && { controls: { steps: { least: 1, most: mostSteps, usual: steps } } }),
  }
}

const leftOut = ({ name }: Model, words: number) =>
  words === 0 ? [] : [`${name} reads about 60 words; the last ${words === 1 ? 'one was' : `${words} were`} left out.`]

/**
 * Models that are installed on this machine, painted by the engine of `engine/` in a process of its own: without a key, a network
 * or a charge. The same request gives the same pixels, so a picture that a restart interrupts is simply painted again.
 */
export function createOnnxProvider({ engine, catalogue, filesOf }: OnnxProviderDeps): ImageProvider {
  const known = catalogue.filter((model): model is OnnxModel => model.kind === 'model' && model.engine === 'onnx')

  async function look(model: OnnxModel): Promise<Installed | null> {
    const paths = await filesOf(model.id)
    const [unet, text, autoencoder, merges] = roles.map((role) => paths?.get(role))
    return unet && text && autoencoder && merges ? { model, files: { unet, text, autoencoder, merges } } : null
  }

  async function paint({ model, files }: Installed, request: ImageRequest, call: ImageCall): Promise<ImageAnswer> {
    const { start, warnings } = await startPicture(request, call)
    const { sampler, guidance, leastMemoryBytes } = model
    const steps = request.controls?.steps ?? model.steps
    const frame = frameFor(request.size, model.frameSide)
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
    localEngine: 'onnx',
    async generate(request, call) {
      call.signal.throwIfAborted()
      const model = known.find(({ id }) => id === request.model.apiModel)
      const installed = model && (await look(model))
      if (!installed)
        throw new ProviderError(
          'invalid',
          `${request.model.name} is not installed any more. Install it, or choose another model.`,
        )
      try {
        return await paint(installed, request, call)
      } catch (error) {
        call.signal.throwIfAborted()
        throw errorOfEngine(engineName, error)
      }
    },
    async discover() {
      const found = await Promise.all(known.map(look))
      return found.flatMap((installed) => (installed ? [pickerEntry(installed.model)] : []))
    },
    close: () => engine.close(),
  }
}
