import { failure, success } from '#domain/result.ts'
import type { SystemDatabase } from '../../db/database.ts'
import { blurredPicture } from '../../pictures/blurred-picture.ts'
import type { Thumbnailer } from '../../pictures/thumbnailer.ts'
import { displaySize, type KeptSize } from '../../pictures/thumbnails.ts'
import type { Refusable } from '../refusal.ts'
import type { OpenShare } from './open-share.ts'
import { findShownImage } from './shown-image.ts'

type SharedFileRequest = { readonly imageId: string; readonly size: KeptSize }

/** A picture that a link shows, as WebP: never the original, whose metadata says how it was made. */
export async function readSharedFile(
  { system, thumbnailer }: { readonly system: SystemDatabase; readonly thumbnailer: Thumbnailer },
  share: OpenShare,
  { imageId, size }: SharedFileRequest,
): Refusable<Uint8Array> {
  const image = await findShownImage(system, share, imageId)
  if (!image) return failure({ code: 'not-found' })
  if (image.isHidden) {
    const thumbnail = await thumbnailer.read(image, 64)
    return thumbnail ? success(await blurredPicture(thumbnail, size)) : failure({ code: 'not-found' })
  }
  const bytes = await (size === displaySize ? thumbnailer.readDisplay(image) : thumbnailer.read(image, size))
  return bytes ? success(bytes) : failure({ code: 'not-found' })
}
