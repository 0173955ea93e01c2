import type { FileRole, LocalModel, LocalTool, ToolTask } from '#domain/local-models/local-model.ts'
import { EngineFailure } from '#engine/engine-failure.ts'
import type { LocalEngine } from '#engine/local-engine.ts'
import type { CutOutPicture, ErasedPicture, PictureFeatures, UpscaledPicture, UpscaleFactor } from '#engine/task.ts'

/** The input of a tool. Pictures are encoded (PNG, JPEG, WebP, AVIF or GIF), at most 8192 × 8192. */
export type ToolInputs = {
  /** @see UpscaleTask of the engine. The result has at most 8192 × 8192 pixels. */
  readonly upscale: { readonly picture: Uint8Array; readonly factor: UpscaleFactor; readonly cleaning: number }
  readonly 'cut-out': { readonly picture: Uint8Array }
  /** `mask`: encoded, 8 bits, one channel, exactly as large as the picture: white (255) is erased, black (0) stays as it is. */
  readonly erase: { readonly picture: Uint8Array; readonly mask: Uint8Array }
}

/** The result of a tool: PNG files, and their size. */
export type ToolResults = {
  readonly upscale: UpscaledPicture
  readonly 'cut-out': CutOutPicture
  readonly erase: ErasedPicture
}

/** Why a tool made nothing: a sentence for people. `missing`: none is installed. Other reasons are the engine's. */
export class ToolFailure extends Error {
  override readonly name = 'ToolFailure'
  readonly reason: EngineFailure['reason'] | 'missing'

  constructor(reason: ToolFailure['reason'], message: string, options: ErrorOptions = {}) {
    super(message, options)
    this.reason = reason
  }
}

/** The tool for a task on this machine: one that is installed, or the one to install. */
export type ToolState =
  | { readonly kind: 'installed'; readonly tool: LocalTool }
  | { readonly kind: 'missing'; readonly tool: LocalTool }

/** Small nets that work on pictures on the server's own machine. */
export type LocalTools = {
  /** null where this release has no tool for it. Of several that are installed, the last of the catalogue counts: the better one. */
  state(task: ToolTask): Promise<ToolState | null>
  /**
   * Works on one picture, after those of other tools and models. It takes seconds to a minute: call it in a job, not in a request.
   * @param call.onProgress From 0 to 1. @throws ToolFailure; the signal's reason when aborted.
   */
  run<Task extends ToolTask>(
    task: Task,
    input: ToolInputs[Task],
    call: { readonly signal: AbortSignal; onProgress(fraction: number): void },
  ): Promise<ToolResults[Task]>
  /**
   * Describes a picture by 1,280 numbers and five classes, by a net that comes with the engine; takes a moment.
   * @throws ToolFailure; the signal's reason when aborted.
   */
  features(picture: Uint8Array, call: { readonly signal: AbortSignal }): Promise<PictureFeatures>
}

type LocalToolsDeps = {
  readonly engine: Pick<LocalEngine, 'upscale' | 'cutOut' | 'erase' | 'features'>
  readonly catalogue: readonly LocalModel[]
  /** The paths of a tool's files; null where it is not installed. */
  filesOf(id: string): Promise<ReadonlyMap<FileRole, string> | null>
}

type Installed = { readonly tool: LocalTool; readonly net: string; readonly secondNet: string }

const taskNames = {
  upscale: 'enlarges pictures',
  'cut-out': 'cuts pictures out',
  erase: 'erases things',
} as const satisfies Record<ToolTask, string>

/** The memory of the net of the features beside a process that may be there. */
const featuresBytes = 300_000_000

/** Does some work. @throws ToolFailure in place of an engine's; the signal's reason when aborted. */
async function orToolFailure<Result>(signal: AbortSignal, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    signal.throwIfAborted()
    if (!(error instanceof EngineFailure)) throw error
    const { reason, message } = error
    throw new ToolFailure(reason, reason === 'bug' ? bugSentence : message, { cause: error })
  }
}

const bugSentence = 'This tool failed by an error of the program. The log of the server says more.'

/** Of a process without the engine: nothing can be installed. */
export const noLocalTools: LocalTools = {
  state: async () => null,
  async run(task) {
    throw new ToolFailure('missing', `This server has no tool that ${taskNames[task]}.`)
  },
  async features() {
    throw new ToolFailure('missing', 'This server has no tool that describes pictures.')
  },
}

export function createLocalTools({ engine, catalogue, filesOf }: LocalToolsDeps): LocalTools {
  const toolsFor = (task: ToolTask) =>
    catalogue.filter((model): model is LocalTool => model.kind === 'tool' && model.does === task)

  async function installedFor(task: ToolTask): Promise<Installed | null> {
    for (const tool of toolsFor(task).toReversed()) {
      const files = await filesOf(tool.id)
      const net = files?.get('net')
      if (net !== undefined) return { tool, net, secondNet: files?.get('second-net') ?? net }
    }
    return null
  }

  type Call = Parameters<LocalTools['run']>[2]
  const does: {
    readonly [Task in ToolTask]: (found: Installed, input: ToolInputs[Task], call: Call) => Promise<ToolResults[Task]>
  } = {
    upscale: ({ tool, net, secondNet }, input, call) =>
      engine.upscale(
        {
          ...input,
          net: { kind: 'srvgg', cleaning: net, keeping: secondNet },
          leastMemoryBytes: tool.leastMemoryBytes,
        },
        call,
      ),
    'cut-out': ({ tool, net }, input, call) => {
      const kind = tool.net === 'birefnet' ? tool.net : 'is-net'
      return engine.cutOut({ ...input, net: { kind, model: net }, leastMemoryBytes: tool.leastMemoryBytes }, call)
    },
    erase: ({ tool, net }, input, call) => {
      const kind = tool.net === 'lama' ? tool.net : 'mi-gan'
      return engine.erase({ ...input, net: { kind, model: net }, leastMemoryBytes: tool.leastMemoryBytes }, call)
    },
  }

  return {
    async state(task) {
      const installed = await installedFor(task)
      if (installed) return { kind: 'installed', tool: installed.tool }
      const [offered] = toolsFor(task)
      return offered ? { kind: 'missing', tool: offered } : null
    },
    async run(task, input, call) {
      call.signal.throwIfAborted()
      const installed = await installedFor(task)
      if (!installed) throw new ToolFailure('missing', `No tool that ${taskNames[task]} is installed on this machine.`)
      return orToolFailure(call.signal, () => does[task](installed, input, call))
    },
    features: (picture, { signal }) =>
      orToolFailure(signal, () =>
        engine.features({ picture, leastMemoryBytes: featuresBytes }, { signal, onProgress: () => undefined }),
      ),
  }
}
