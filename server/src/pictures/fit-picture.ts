import type { AspectRatio, PixelSize } from '#domain/models/aspect-ratio.ts'
import { fitDelivered } from '#domain/models/delivered.ts'
import { sniffPicture } from '#domain/pictures/sniff-picture.ts'
import type { Admit } from '../operations/admission.ts'
import { withPictureRoom } from '../operations/decoding-room.ts'
import { encodeAs } from './encode-as.ts'

/** A picture in the requested ratio, with a warning for the user. */
export type FittedPicture = { readonly bytes: Uint8Array; readonly warnings: readonly string[] }

/**
 * Crops and shrinks a delivered picture to the requested size. One that fits already keeps its bytes.
 * @param delivered Its size in pixels, after rotation. @param admit Waits for the memory that decoding takes.
 */
export async function fitPicture(
  bytes: Uint8Array,
  delivered: PixelSize,
  asked: PixelSize & { readonly aspectRatio: AspectRatio },
  admit: Admit,
): Promise<FittedPicture> {
  const { crop, shrinkTo, warnings } = fitDelivered(delivered, asked)
  if (!crop && !shrinkTo) return { bytes, warnings }
  const kind = sniffPicture(bytes) ?? 'png'
  const fitted = await withPictureRoom(admit, { source: bytes, use: 'whole' }, async (room) => {
    const opened = await room.openPicture(bytes)
    const upright = opened.autoOrient()
    const cropped = crop ? upright.extract(crop) : upright
    const sized = shrinkTo ? cropped.resize({ ...shrinkTo, fit: 'fill', kernel: 'lanczos3' }) : cropped
    const { hasAlpha } = await opened.metadata()
    return encodeAs(kind, sized, { hasAlpha }).keepIccProfile().toBuffer()
  })
  return { bytes: fitted, warnings }
}
