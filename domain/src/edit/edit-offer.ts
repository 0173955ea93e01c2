import type { EditOperation } from './operation.ts'

/** What a model offers for one operation. */
export type EditOffer = {
  /** For one image, in hundredths of a credit; absent: what the model takes for any image. */
  readonly priceHundredths?: number
  /** What one image usually takes; absent: what any image of the model takes. */
  readonly seconds?: number
  /** Without a choice the lowest comes first among what is connected; absent: 100. */
  readonly rank?: number
  /** How much of the picture it may change, 0 to 1, where it reads such a number. */
  readonly strength?: number
  /** It can't do without a mask where the operation could. */
  readonly needsMask?: true
}

/** What a model can do to a picture; it can't do what is not listed. */
export type ModelEdits = Readonly<Partial<Record<EditOperation, EditOffer>>>

/** The pictures that an editing model takes: what is larger is cut to the mask, or scaled down. */
export type EditCanvas = {
  /** The pixels at which it works best, and the most that it is given. */
  readonly pixels: number
  /** What is smaller is enlarged to so many. */
  readonly leastPixels: number
  /** Sides are multiples of this. */
  readonly multipleOf: number
  /** The longest side over the shortest. */
  readonly widest: number
}

/** Of a model that says nothing else: the size for which most are trained. */
export const usualEditCanvas: EditCanvas = {
  pixels: 1_048_576,
  leastPixels: 262_144,
  multipleOf: 16,
  widest: 3,
}
