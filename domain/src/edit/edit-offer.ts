import type { EditOperation } from './operation.ts'

/** The offer of a model for one operation. */
export type EditOffer = {
  /** Price of one image, in hundredths of a credit; absent: that of any image of the model. */
  readonly priceHundredths?: number
  /** Seconds that one image usually takes; absent: those of any image of the model. */
  readonly seconds?: number
  /** Without a choice the lowest comes first among what is connected; absent: 100. */
  readonly rank?: number
  /** Share of the picture that it may change, 0 to 1, if it reads such a number. */
  readonly strength?: number
  /** It can't do without a mask where the operation could. */
  readonly needsMask?: true
}

/** The edits of a model by their operations: it can do no others. */
export type ModelEdits = Readonly<Partial<Record<EditOperation, EditOffer>>>

/** The pictures that an editing model takes: what is larger is cut to the mask, or scaled down. */
export type EditCanvas = {
  /** The pixels at which it works best, and the most that it is given. */
  readonly pixels: number
  /** Smaller pictures are enlarged to so many pixels. */
  readonly minPixels: number
  /** Sides are multiples of this. */
  readonly multipleOf: number
  /** The longest side over the shortest. */
  readonly widest: number
}

/** Default of a model: the size for which most are trained. */
export const defaultEditCanvas: EditCanvas = {
  pixels: 1_048_576,
  minPixels: 262_144,
  multipleOf: 16,
  widest: 3,
}
