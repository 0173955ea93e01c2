import { dirname } from 'node:path'
import type { FileRole, LocalModel, SdServerModel } from '#domain/local-models/local-model.ts'
import type { Model } from '#domain/models/model.ts'
import { EngineFailure } from '#engine/engine-failure.ts'
import { createManagedServer, type ManagedServer, type ServerStart } from '#engine/managed-server.ts'
import { type ImageProvider, ProviderError } from '#server/providers/provider.ts'
import { errorOfEngine } from '../engine-errors.ts'
import { installedPrefixes, localModel } from '../local-model.ts'
import { sdServerAt } from '../openai-server/sd-server.ts'
import { unpackProgram } from './unpack-program.ts'

/** The engine in sentences. */
const engineName = 'stable-diffusion.cpp'

/** The command line and the output of sd-server, for the process that runs it. @param leaseName Shared with the other engines. */
export const createSdServer = (leaseName: string): ManagedServer =>
  createManagedServer({
    leaseName,
    addressArgs: (host, port) => ['--listen-ip', host, '--listen-port', String(port)],
    readyPath: '/sdcpp/v1/capabilities',
    progressOf,
  })

/** Of a picture's time, the share of its steps; the rest is the decoder. */
const stepsShare = 0.9

/** '  |====>    | 3/8 - 1.20s/it': a step of the sampler. Weights that are read are drawn with '#', and count as nothing yet. */
export function progressOf(text: string): number | null {
  const [, step, steps] = [...text.matchAll(/\|[=> ]*\| (\d+)\/(\d+) - /g)].at(-1) ?? []
  return step === undefined || Number(steps) === 0 ? null : (stepsShare * Number(step)) / Number(steps)
}

type Paths = ReadonlyMap<FileRole, string>

export type SdServerProviderDeps = {
  readonly server: Pick<ManagedServer, 'work' | 'close'>
  /** The models that can be installed; tools and the models of other engines are left out. */
  readonly catalogue: readonly LocalModel[]
  /** The paths of a model's files; null where it is not installed. */
  filesOf(modelId: string): Promise<Paths | null>
  /** A program that the machine has already; null: that of the installation. */
  ownProgram(): Promise<string | null>
  /** Where programs are unpacked; also the home of the process, for what drivers keep. */
  readonly folder: string
  /** The pause between two looks at a picture in work. */
  readonly pollMs?: number
}

/** An hour: without a graphics card a picture takes many minutes. */
const timeLimitSeconds = 3_600

/** The entry of the picker for an installed model. */
export function pickerEntry(model: SdServerModel): Model {
  const { id, name, description, mostPictures, referenceSeconds, steps, mostSteps } = model
  const found = localModel({
    provider: 'sd-server',
    engine: engineName,
    prefix: installedPrefixes['sd-server'],
    id,
    pictures: mostPictures,
  })
  return {
    ...found,
    name,
    description,
    // A graphics card takes seconds, and the picker shows no minutes of a processor that may not be used.
    stats: { ...found.stats, seconds: Math.min(found.stats.seconds, referenceSeconds) },
    ...(mostSteps !== undefined && { controls: { steps: { least: 1, most: mostSteps, usual: steps } } }),
    features: ['On this machine', 'No charge', 'Works offline', ...(mostPictures > 0 ? ['Reads pictures'] : [])],
  }
}

const fileArgs = [
  ['diffusion-model', '--diffusion-model'],
  ['language-model', '--llm'],
  ['decoder', '--vae'],
] as const satisfies readonly (readonly [FileRole, string])[]

/** Arguments for a model's files and its sampling; null where a file is missing. */
function modelArgs({ steps }: SdServerModel, paths: Paths): readonly string[] | null {
  const files = fileArgs.flatMap(([role, name]) => {
    const path = paths.get(role)
    return path === undefined ? [] : [name, path]
  })
  if (files.length < 2 * fileArgs.length) return null
  // Distilled models: without guidance, by Euler's method.
  return [...files, '--steps', String(steps), '--cfg-scale', '1', '--sampling-method', 'euler', '--diffusion-fa']
}

/**
 * Modern models that are installed on this machine, painted by stable-diffusion.cpp's server, which runs only while pictures are
 * wanted. A request that a restart interrupts is painted again.
 */
export function createSdServerProvider(deps: SdServerProviderDeps): ImageProvider {
  const { server, catalogue, folder, pollMs = 500 } = deps
  const known = catalogue.filter(
    (model): model is SdServerModel => model.kind === 'model' && model.engine === 'sd-server',
  )

  async function programOf(paths: Paths): Promise<string | null> {
    const own = await deps.ownProgram()
    if (own !== null) return own
    const zip = paths.get('program')
    if (zip === undefined) return null
    return unpackProgram(zip, folder).catch((error: unknown) => {
      throw new EngineFailure('runtime', 'The program of the engine can not be unpacked. Check the model’s files.', {
        cause: error,
      })
    })
  }

  async function startOf(model: SdServerModel): Promise<ServerStart | null> {
    const paths = await deps.filesOf(model.id)
    const args = paths && modelArgs(model, paths)
    const program = args && (await programOf(paths))
    if (!program) return null
    const libraries = dirname(program)
    return {
      program,
      args,
      // It finds its libraries beside itself, and a place for what drivers of graphics cards keep.
      environment: { PATH: '/usr/local/bin:/usr/bin:/bin', HOME: folder, LD_LIBRARY_PATH: libraries },
      leastMemoryBytes: model.leastMemoryBytes,
    }
  }

  /** Whether it could be started, without unpacking anything. */
  async function isInstalled(model: SdServerModel): Promise<boolean> {
    const paths = await deps.filesOf(model.id)
    if (!paths || modelArgs(model, paths) === null) return false
    return paths.has('program') || (await deps.ownProgram()) !== null
  }

  return {
    name: 'sd-server',
    concurrency: 1,
    // Over all processes: a second one would take the memory of the first.
    atOncePerKey: 1,
    timeLimitSeconds,
    opens: 'freely',
    localEngine: 'sd-server',
    async generate(request, call) {
      call.signal.throwIfAborted()
      const model = known.find(({ id }) => id === request.model.apiModel)
      try {
        const start = model && (await startOf(model))
        if (!start)
          throw new ProviderError(
            'invalid',
            `${request.model.name} is not installed any more. Install it, or choose another model.`,
          )
        const answer = await server.work(
          start,
          (address, signal) =>
            // A job's id ends with the process, so there is none to remember.
            sdServerAt(address, pollMs, 'references').generate(request, {
              ...call,
              signal,
              requestId: null,
              rememberRequest: async () => undefined,
            }),
          { signal: call.signal, onProgress: (fraction) => call.progress({ fraction, preview: null }) },
        )
        const { bytes, seed, warnings } = answer
        return { bytes, seed, warnings }
      } catch (error) {
        call.signal.throwIfAborted()
        throw errorOfEngine(engineName, error)
      }
    },
    async discover() {
      const installed = await Promise.all(known.map(isInstalled))
      return known.filter((_, place) => installed[place]).map(pickerEntry)
    },
    close: () => server.close(),
  }
}
