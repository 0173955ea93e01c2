import type { AspectRatio, PixelSize } from '#domain/models/aspect-ratio.ts'
import { fitDelivered } from '#domain/models/delivered.ts'
import { sniffPicture } from '#domain/pictures/sniff-picture.ts'
import type { Admit } from '../operations/admission.ts'
import { decodeOutside } from './decode-apart.ts'

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
  const input = { source: bytes, kind, crop, shrinkTo }
  const fitted = await decodeOutside({ name: 'fit', input }, { source: bytes, use: 'whole', admit })
  return { bytes: fitted, warnings }
}
