import { partForMask, sizeOnCanvas, wholePart } from '#domain/edit/crop-box.ts'
import { defaultEditCanvas } from '#domain/edit/edit-offer.ts'
import { thisMachine } from '#domain/edit/edit-record.ts'
import { reachOf } from '#domain/edit/mask-weights.ts'
import { editWords } from '#domain/edit/operation.ts'
import type { Rect } from '#domain/geometry/rect.ts'
import { nearestShape, type PixelSize } from '#domain/models/aspect-ratio.ts'
import { cropToRatio } from '#domain/models/frame.ts'
import type { Model } from '#domain/models/model.ts'
import type { SensitiveState } from '#domain/pictures/sensitive.ts'
import type { LocalTools } from '#server/providers/local/onnx/local-tools.ts'
import { withPictureRoom } from '../../operations/decoding-room.ts'
import type { JobMemory } from '../../operations/work-limits.ts'
import { backgroundOf } from '../../pictures/canonical-mask.ts'
import { type ImageAnswer, type ImageEdit, type ImageRequest, ProviderError } from '../../providers/provider.ts'
import type { RetouchPool } from '../../retouch/retouch-pool.ts'
import { type MaskInput, type RetouchTask, UnusablePicture } from '../../retouch/retouch-task.ts'

export type EditDeps = { readonly retouch: RetouchPool; readonly localTools: LocalTools; readonly memory: JobMemory }

/** An edit with what was read for it. */
export type EditWork = Omit<ImageEdit, 'given' | 'words'> & {
  readonly prompt: string
  /** The safety filter's verdict on the source: the result shows most of it. */
  readonly sensitive: SensitiveState | null
}

/** The part of the source that the executor got, kept to lay its answer back. */
export type GivenEdit = {
  readonly request: ImageRequest
  readonly edit: ImageEdit
  readonly mask: MaskInput | null
  readonly box: Rect | null
}

/** Source pixels by which a model may paint beyond what is taken of it: scaling back mixes no old color into the edge. */
const seam = 2

const pixelsOf = ({ width, height }: PixelSize) => width * height

/** Source pixels along the seam that a model may change when it extends a picture, so that its own fit. */
const overlap = 24

/** A background that a tool found is blended over so many pixels. */
const softEdge = 2
const noSubject = 'No subject was found in the picture. Select it roughly, and try again.'

function runner({ retouch, memory }: EditDeps, work: EditWork, signal: AbortSignal) {
  return async (task: RetouchTask, made: PixelSize = work.source.size) => {
    try {
      const { notes, ...picture } = await retouch.run(task, {
        signal,
        admit: memory.admitEdit,
        pixels: pixelsOf(work.source.size) + pixelsOf(made),
      })
      return { ...picture, warnings: notes }
    } catch (error) {
      if (error instanceof UnusablePicture) throw new ProviderError('invalid', error.message, { cause: error })
      throw error
    }
  }
}

const maskOf = ({ asked, sourceMask }: EditWork): MaskInput | null =>
  sourceMask && { ...sourceMask, grow: asked.grow ?? 0, feather: asked.feather ?? 0 }

/** The background of a picture without a selection, found by the tool of this machine. */
async function foundBackground(
  { localTools, memory }: EditDeps,
  work: EditWork,
  signal: AbortSignal,
): Promise<MaskInput> {
  const found = await localTools.run('cut-out', { picture: work.source.bytes }, { signal, onProgress: () => {} })
  const cutOut = { source: found.png, use: 'mask' } as const
  const background = await withPictureRoom(memory.admit, cutOut, (room) => backgroundOf(found.png, room))
  if (!background) throw new ProviderError('invalid', noSubject)
  const { png, box } = background
  return { png, box, grow: 0, feather: softEdge }
}

/** Whether an executor paints a background only where it is shown one. */
const isShownBackground = (model: Model, { asked, sourceMask }: EditWork) =>
  model.isBuiltIn && asked.operation === 'replace-background' && sourceMask === null

/**
 * Prepares what an executor is given: nothing where it is this machine; else the source or the part of it around the mask, at a size that
 * the model takes, with the mask of all that may change.
 */
export async function giveEdit(
  deps: EditDeps,
  { request, work }: { readonly request: ImageRequest; readonly work: EditWork },
  signal: AbortSignal,
): Promise<GivenEdit> {
  const { model } = request
  const { asked, source } = work
  const run = runner(deps, work, signal)
  const words = editWords(work.prompt, asked.operation)
  const { prompt: _prompt, sensitive: _sensitive, ...passed } = work
  const editWith = (given: ImageEdit['given']): ImageEdit => ({ ...passed, words, given })
  const requestOf = (edit: ImageEdit, size: PixelSize): ImageRequest => ({
    ...request,
    ...nearestShape(size),
    size,
    edit,
  })
  if (model.value === thisMachine) {
    const edit = editWith(null)
    return { request: requestOf(edit, request.size), edit, mask: null, box: null }
  }
  const canvas = model.editCanvas ?? defaultEditCanvas
  if (asked.operation === 'extend' && asked.frame) {
    const size = sizeOnCanvas(asked.frame, canvas, 'own-size')
    const made = await run({ kind: 'give-frame', source: source.bytes, frame: asked.frame, overlap, size }, asked.frame)
    const edit = editWith({ picture: made.bytes, mask: made.mask, size })
    return { request: requestOf(edit, size), edit, mask: null, box: null }
  }
  const mask = isShownBackground(model, work) ? await foundBackground(deps, work, signal) : maskOf(work)
  const isLocalChange = mask !== null && (asked.operation === 'change' || asked.operation === 'erase')
  const reach = mask ? reachOf(mask) : 0
  const part = isLocalChange ? partForMask(mask.box, source.size, { reach, canvas }) : wholePart(source.size, canvas)
  const whole = asked.operation === 'upscale' ? source.size : part.size
  const shown = mask && { ...mask, grow: mask.grow + seam }
  const made = await run({ kind: 'give', source: source.bytes, mask: shown, box: part.box, size: whole }, whole)
  const edit = editWith({ picture: made.bytes, mask: made.mask, size: whole })
  return { request: requestOf(edit, whole), edit, mask, box: part.box }
}

/** A finished picture, with what people should know of it. */
export type FinishedEdit = { readonly bytes: Uint8Array; readonly warnings: readonly string[] }

type AnsweredEdit = {
  readonly work: EditWork
  readonly given: GivenEdit
  readonly answer: ImageAnswer
  /** The size of the answer. */
  readonly delivered: PixelSize
}

/** Lays what an executor answered over its source; what this machine made is finished already. */
export async function finishEdit(
  deps: EditDeps,
  { work, given, answer, delivered }: AnsweredEdit,
  signal: AbortSignal,
): Promise<FinishedEdit> {
  const { asked, source } = work
  const run = runner(deps, work, signal)
  const { bytes: result } = answer
  if (!given.edit.given) return { bytes: result, warnings: [] }
  if (asked.operation === 'extend' && asked.frame) {
    const feather = asked.feather ?? 0
    return run({ kind: 'paste-frame', source: source.bytes, result, frame: asked.frame, feather }, asked.frame)
  }
  if (asked.operation === 'remove-background')
    return run({
      kind: 'apply-matte',
      source: source.bytes,
      matte: result,
      mask: given.mask,
      use: asked.maskUse ?? 'rough',
    })
  if (asked.operation === 'upscale') return finishUpscale(run, work, { result, delivered })
  if (given.mask) return run({ kind: 'paste', source: source.bytes, result, mask: given.mask, box: given.box })
  return inRatioOfSource(run, work, { result, delivered })
}

type Run = ReturnType<typeof runner>

type Answer = { readonly result: Uint8Array; readonly delivered: PixelSize }

async function finishUpscale(
  run: Run,
  { asked, source }: EditWork,
  { result, delivered }: Answer,
): Promise<FinishedEdit> {
  const factor = asked.factor ?? 2
  const size = { width: source.size.width * factor, height: source.size.height * factor }
  const isFitting = delivered.width === size.width && delivered.height === size.height
  // In the kind of its source, with its transparency, which most models lose.
  if (isFitting) return run({ kind: 'as-source', source: source.bytes, result, size }, size)
  const made = await run({ kind: 'as-source', source: source.bytes, result, size }, size)
  return {
    ...made,
    warnings: [
      `The model delivered ${delivered.width} × ${delivered.height}; it was fitted to ${size.width} × ${size.height}.`,
    ],
  }
}

/** A picture that a model painted without a mask is all new: it keeps its own size, in the source's ratio. */
async function inRatioOfSource(run: Run, { source }: EditWork, { result, delivered }: Answer): Promise<FinishedEdit> {
  const crop = cropToRatio(delivered, source.size)
  if (!crop) return { bytes: result, warnings: [] }
  const frame = { x: crop.left, y: crop.top, width: crop.width, height: crop.height }
  const made = await run({ kind: 'frame', source: result, frame })
  return { ...made, warnings: ['The model changed the ratio; the picture was cropped to that of the original.'] }
}
