import type { EffectName } from '#domain/edit/effects.ts'
import type { MaskEdge } from '#domain/edit/mask-weights.ts'
import type { Adjustments, EditFrame, UpscaleFactor } from '#domain/edit/operation.ts'
import type { Rect } from '#domain/geometry/rect.ts'
import type { PixelSize } from '#domain/models/aspect-ratio.ts'

/** A canonical mask, as large as the picture that it belongs to, and how it is used. */
export type MaskInput = { readonly png: Uint8Array; readonly box: Rect } & MaskEdge

/** `exact`: all that is black in the mask is subject as well. */
export type CutOutMask = { readonly mask: MaskInput | null; readonly use: 'rough' | 'exact' }

/**
 * Work on one picture, as it is sent to a worker. Pictures are encoded (PNG, JPEG, WebP, AVIF or GIF). `source` gives its kind to the
 * result: see `result-kind.ts`. `variant`: 0 to 3, where a task has several results.
 */
export type RetouchTask =
  /** The picture in a frame, with mirrored edges beyond the source. */
  | { readonly kind: 'frame'; readonly source: Uint8Array; readonly frame: EditFrame }
  | { readonly kind: 'adjust'; readonly source: Uint8Array; readonly adjustments: Adjustments }
  | { readonly kind: 'effect'; readonly source: Uint8Array; readonly effect: EffectName; readonly variant: number }
  /** Fills a mask from its edges. */
  | { readonly kind: 'fill'; readonly source: Uint8Array; readonly mask: MaskInput; readonly variant: number }
  /** Makes the background transparent: what is white in the mask is surely background, the rest is looked at. Null: what `subjectBox` leaves. */
  | ({ readonly kind: 'cut-out'; readonly source: Uint8Array } & CutOutMask)
  /**
   * Makes transparent what another tool found to be background, and what is white in the mask. `matte`: encoded, its opacity counts, or
   * its gray without one.
   */
  | ({ readonly kind: 'apply-matte'; readonly source: Uint8Array; readonly matte: Uint8Array } & CutOutMask)
  /** Brings a picture into the kind of its source, at a size. */
  | {
      readonly kind: 'as-source'
      readonly source: Uint8Array
      readonly result: Uint8Array
      readonly size: PixelSize
    }
  | { readonly kind: 'enlarge'; readonly source: Uint8Array; readonly factor: UpscaleFactor }
  /** The input of a model: a part of the picture at another size, and the mask of what it may change. */
  | {
      readonly kind: 'give'
      readonly source: Uint8Array
      readonly mask: MaskInput | null
      readonly box: Rect | null
      readonly size: PixelSize
    }
  /** The same for an extension: the larger picture with mirrored edges, and the mask of what is new. `overlap`: source pixels. */
  | {
      readonly kind: 'give-frame'
      readonly source: Uint8Array
      readonly frame: EditFrame
      readonly overlap: number
      readonly size: PixelSize
    }
  /** Lays what a model made of a part over the source, by the mask. */
  | {
      readonly kind: 'paste'
      readonly source: Uint8Array
      readonly result: Uint8Array
      readonly mask: MaskInput
      readonly box: Rect | null
    }
  /** Lays the source over what a model made of a larger frame. */
  | {
      readonly kind: 'paste-frame'
      readonly source: Uint8Array
      readonly result: Uint8Array
      readonly frame: EditFrame
      readonly feather: number
    }

/** A picture that a task made. */
export type RetouchedPicture = PixelSize & {
  readonly bytes: Uint8Array
  /** Of `give` and `give-frame`: the mask of the part, a canonical PNG of the same size; null without one. */
  readonly mask: Uint8Array | null
  /** Warnings for people, as sentences. */
  readonly notes: readonly string[]
}

/** The messages between the pool and a worker. */
export type WorkerTask = { readonly id: number; readonly task: RetouchTask }
export type WorkerReply = { readonly id: number } & (
  | { readonly kind: 'progress'; readonly fraction: number }
  | { readonly kind: 'done'; readonly result: RetouchedPicture }
  | { readonly kind: 'failed'; readonly reason: 'picture' | 'bug'; readonly message: string }
)

/** A picture or mask that can't be worked on, with a sentence for people. */
export class UnusablePicture extends Error {
  override readonly name = 'UnusablePicture'
}
