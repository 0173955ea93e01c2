import { partForMask } from '#domain/edit/crop-box.ts'
import { thisMachine } from '#domain/edit/edit-record.ts'
import { effectIn } from '#domain/edit/effects.ts'
import { reachOf } from '#domain/edit/mask-weights.ts'
import type { EditOperation } from '#domain/edit/operation.ts'
import type { PixelSize } from '#domain/models/aspect-ratio.ts'
import { EngineFailure } from '#engine/engine-failure.ts'
import {
  type ImageAnswer,
  type ImageCall,
  type ImageEdit,
  type ImageProvider,
  type ImageRequest,
  ProviderError,
} from '#server/providers/provider.ts'
import type { RetouchPool } from '#server/retouch/retouch-pool.ts'
import {
  type MaskInput,
  type RetouchedPicture,
  type RetouchTask,
  UnusablePicture,
} from '#server/retouch/retouch-task.ts'
import { type LocalTools, ToolFailure } from '../onnx/local-tools.ts'

type Deps = {
  readonly retouch: RetouchPool
  readonly tools: LocalTools
  /** Edits at once. */
  readonly concurrency: number
}

type Made = Pick<RetouchedPicture, 'bytes' | 'notes'>

const pixelsOf = ({ width, height }: PixelSize) => width * height

/** The parts that an edit must have, and has since it was asked for. */
function needed<Value>(value: Value | null | undefined, name: string): Value {
  if (value === null || value === undefined) throw new ProviderError('invalid', `The edit has no ${name}.`)
  return value
}

const withoutModel = 'Enlarged without a model: it has no new detail.'
const noSubject = 'No subject was found in the picture. Select it roughly, and try again.'
/** A subject smaller than this share of the picture is none. */
const leastSubject = 0.002

/** The amount of noise that is taken away by the four candidates of an enlargement. */
const cleanings = [0.5, 0, 1, 0.25] as const
/** By how much the four candidates of an erasure reach beyond the selection. */
const reaches = [0, 4, 8, 16] as const
/** A net sees holes at their own size: what is around a hole in a large picture need not be decoded. */
const eraseCanvas = { pixels: 4_194_304, minPixels: 1, multipleOf: 1, widest: 8 }

/**
 * Edits that this server makes itself, without a key: cuts, adjustments and fills at once, and what nets of the local tools do once
 * they are installed. Free, and nothing leaves the machine.
 */
export function createThisMachineProvider({ retouch, tools, concurrency }: Deps): ImageProvider {
  function start(request: ImageRequest, edit: ImageEdit, { signal, memory, progress }: ImageCall) {
    const { asked, source, sourceMask } = edit
    const report = (fraction: number) => progress({ fraction, preview: null })
    const run = (task: RetouchTask, made: PixelSize = source.size) =>
      retouch.run(task, {
        signal,
        admit: memory.admitEdit,
        pixels: pixelsOf(source.size) + pixelsOf(made),
        onProgress: report,
      })
    const byTool = edit.tool !== null
    const call = { signal, onProgress: report }
    const edge = { grow: asked.grow ?? 0, feather: asked.feather ?? 0 }
    const mask: MaskInput | null = sourceMask && { ...sourceMask, ...edge }
    const bytes = source.bytes

    async function erase(): Promise<Made> {
      const selected = needed(mask, 'mask')
      if (!byTool) return run({ kind: 'fill', source: bytes, mask: selected, variant: request.orderNum })
      const grown = { ...selected, grow: selected.grow + (reaches[request.orderNum % 4] ?? 0) }
      const part = partForMask(grown.box, source.size, { reach: reachOf(grown), canvas: eraseCanvas })
      const size = part.box ?? source.size
      const given = await run({ kind: 'give', source: bytes, mask: grown, box: part.box, size })
      const erased = await tools.run('erase', { picture: given.bytes, mask: needed(given.mask, 'mask') }, call)
      return run({ kind: 'paste', source: bytes, result: erased.png, mask: grown, box: part.box })
    }

    async function removeBackground(): Promise<Made> {
      const cut = { source: bytes, mask, use: asked.maskUse ?? 'rough' } as const
      if (!byTool) return run({ kind: 'cut-out', ...cut })
      const found = await tools.run('cut-out', { picture: bytes }, call)
      if (cut.use !== 'exact' && found.share < leastSubject) throw new ProviderError('invalid', noSubject)
      return run({ kind: 'apply-matte', matte: found.png, ...cut })
    }

    async function upscale(): Promise<Made> {
      const factor = needed(asked.factor, 'factor')
      const size = { width: source.size.width * factor, height: source.size.height * factor }
      if (!byTool) {
        const made = await run({ kind: 'enlarge', source: bytes, factor }, size)
        return { ...made, notes: [withoutModel] }
      }
      const cleaning = cleanings[request.orderNum % 4] ?? cleanings[0]
      const { png } = await tools.run('upscale', { picture: bytes, factor, cleaning }, call)
      return run({ kind: 'as-source', source: bytes, result: png, size }, size)
    }

    function restyle(): Promise<Made> {
      const effect = effectIn(`${edit.words} ${request.style?.promptFragment ?? ''}`)
      return run({ kind: 'effect', source: bytes, effect: needed(effect, 'effect'), variant: request.orderNum })
    }

    const frame = () => {
      const wanted = needed(asked.frame, 'frame')
      return run({ kind: 'frame', source: bytes, frame: wanted }, wanted)
    }

    const does: Readonly<Partial<Record<EditOperation, () => Promise<Made>>>> = {
      crop: frame,
      extend: frame,
      adjust: () => run({ kind: 'adjust', source: bytes, adjustments: needed(asked.adjustments, 'adjustments') }),
      restyle,
      erase,
      'remove-background': removeBackground,
      upscale,
    }
    return needed(does[asked.operation], 'executor')()
  }

  return {
    name: thisMachine,
    concurrency,
    opens: 'freely',
    async generate(request, call): Promise<ImageAnswer> {
      const edit = needed(request.edit, 'operation')
      try {
        const { bytes, notes } = await start(request, edit, call)
        return { bytes, seed: request.seed, warnings: notes }
      } catch (error) {
        call.signal.throwIfAborted()
        throw failureOf(error)
      }
    },
  }
}

/** Why a tool made nothing. Its engine may be away while cuts and adjustments still work: nothing is said of the machine's health. */
const failures = {
  missing: 'invalid',
  model: 'invalid',
  picture: 'invalid',
  memory: 'invalid',
  runtime: 'invalid',
  crashed: 'provider-down',
  resting: 'provider-down',
  bug: 'failed',
} as const satisfies Record<ToolFailure['reason'], ProviderError['code']>

function failureOf(error: unknown): unknown {
  if (error instanceof UnusablePicture) return new ProviderError('invalid', error.message, { cause: error })
  if (!(error instanceof ToolFailure)) return error
  const retryAfterMs = error.cause instanceof EngineFailure ? error.cause.retryAfterMs : null
  return new ProviderError(failures[error.reason], error.message, {
    cause: error,
    ...(retryAfterMs === null ? {} : { retryAfterMs }),
  })
}
