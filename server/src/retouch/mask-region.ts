import { grownBox, isEmptyBox } from '#domain/edit/crop-box.ts'
import { type GreyPixels, maskWeights, reachOf } from '#domain/edit/mask-weights.ts'
import type { Rect } from '#domain/geometry/rect.ts'
import type { PixelSize } from '#domain/models/aspect-ratio.ts'
import { decodeMask } from './picture-pixels.ts'
import { type MaskInput, UnusablePicture } from './retouch-task.ts'

/** Copies a rectangle out of rows of pixels. @param bytes Of one pixel. */
export function cutRows(data: Uint8Array, width: number, box: Rect, bytes: number): Uint8Array {
  const cut = new Uint8Array(box.width * box.height * bytes)
  for (let row = 0; row < box.height; row++) {
    const from = ((box.y + row) * width + box.x) * bytes
    cut.set(data.subarray(from, from + box.width * bytes), row * box.width * bytes)
  }
  return cut
}

/** Copies a rectangle back to where it was cut out. */
export function putRows(
  data: Uint8Array,
  width: number,
  { box, cut }: { box: Rect; cut: Uint8Array },
  bytes: number,
): void {
  for (let row = 0; row < box.height; row++) {
    const from = row * box.width * bytes
    data.set(cut.subarray(from, from + box.width * bytes), ((box.y + row) * width + box.x) * bytes)
  }
}

/**
 * The weights of a change, for the part of the picture that changes at all.
 * @param picture The size of the picture that the mask belongs to.
 */
export async function weightsOf(mask: MaskInput, picture: PixelSize): Promise<GreyPixels> {
  const { data, width, height } = await decodeMask(mask.png)
  if (width !== picture.width || height !== picture.height)
    throw new UnusablePicture(
      `The mask has ${width} × ${height} pixels and the picture ${picture.width} × ${picture.height}.`,
    )
  const box = grownBox(mask.box, reachOf(mask), picture)
  if (isEmptyBox(box)) throw new UnusablePicture('The selection lies beside the picture.')
  const weights = maskWeights({ box, data: cutRows(data, width, box, 1) }, mask)
  if (mask.grow < 0 && !weights.data.some((weight) => weight > 0))
    throw new UnusablePicture(`Nothing is left of the selection where it shrinks by ${-mask.grow} pixels.`)
  return weights
}
