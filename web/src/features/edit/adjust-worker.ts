import { adjustPixels } from '#domain/edit/adjust-pixels.ts'
import type { Adjustments } from '#domain/edit/operation.ts'
import type { PixelSize } from '#domain/models/aspect-ratio.ts'

/** The pixels to adjust (RGBA), sent once; then what they are adjusted by. */
export type AdjustMessage = ({ readonly pixels: Uint8ClampedArray } & PixelSize) | { readonly adjustments: Adjustments }
/** The adjusted pixels, in the order of the requests. */
export type AdjustAnswer = { readonly pixels: Uint8ClampedArray<ArrayBuffer> }

let source: ({ readonly data: Uint8ClampedArray } & PixelSize) | null = null

addEventListener('message', ({ data }: MessageEvent<AdjustMessage>) => {
  if ('pixels' in data) {
    source = { data: data.pixels, width: data.width, height: data.height }
    return
  }
  if (!source) return
  const pixels = new Uint8ClampedArray(source.data.length)
  adjustPixels(source, data.adjustments, { into: pixels })
  postMessage({ pixels } satisfies AdjustAnswer, { transfer: [pixels.buffer] })
})
