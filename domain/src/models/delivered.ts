import type { AspectRatio, PixelSize } from './aspect-ratio.ts'
import { type Crop, cropToRatio } from './frame.ts'

/** The steps that a delivered picture needs, and the warning for the user. */
export type Fitting = {
  readonly crop: Crop | null
  /** The size to scale down to; null to keep its size. Nothing is ever enlarged. */
  readonly shrinkTo: PixelSize | null
  readonly warnings: readonly string[]
}

/** Frames of models that have a common name. */
const namedFrames = ['1:1', '4:3', '3:2', '16:9', '21:9', '2:1', '4:5', '3:4', '2:3', '9:16', '9:21', '1:2', '5:4'].map(
  (name) => {
    const [across = 1, down = 1] = name.split(':').map(Number)
    return { name, ratio: across / down }
  },
)
/** The deviation of a frame from its name: sides are whole pixels, often multiples of 64. */
const nameTolerance = 0.03
/**
 * From this many times the requested pixels, a picture is scaled down: a download should not be larger than requested.
 */
const muchLarger = 2
/** Below this share of the requested pixels, the image gets a warning. */
const clearlySmaller = 0.9

const pixelsOf = ({ width, height }: PixelSize) => width * height
const sizeText = ({ width, height }: PixelSize) => `${width} × ${height}`

function frameName(size: PixelSize): string {
  const ratio = size.width / size.height
  return namedFrames.find((frame) => Math.abs(Math.log(frame.ratio / ratio)) <= nameTolerance)?.name ?? sizeText(size)
}

/** Fits a delivered picture, in any frame, to the requested ratio and size. */
export function fitDelivered(
  delivered: PixelSize,
  { aspectRatio, ...asked }: PixelSize & { readonly aspectRatio: AspectRatio },
): Fitting {
  const crop = cropToRatio(delivered, asked)
  const kept: PixelSize = crop ?? delivered
  const isSmall = pixelsOf(kept) < pixelsOf(asked) * clearlySmaller
  return {
    crop,
    shrinkTo: pixelsOf(kept) > pixelsOf(asked) * muchLarger ? { width: asked.width, height: asked.height } : null,
    warnings: [
      ...(crop ? [`${aspectRatio} was cropped from ${frameName(delivered)}.`] : []),
      ...(isSmall ? [`The model delivered ${sizeText(kept)} instead of ${sizeText(asked)}.`] : []),
    ],
  }
}

/** Says that a picture was enlarged, where it was: as a list of warnings. */
export const enlargedSentence = (painted: PixelSize, { width, height }: PixelSize): readonly string[] =>
  pixelsOf(painted) < width * height
    ? [`Made at ${sizeText(painted)}, enlarged to ${sizeText({ width, height })}.`]
    : []
