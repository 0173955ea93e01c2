import { failure, success } from '#domain/result.ts'
import type { AsyncResult } from '#server/db/refusal.ts'
import type { SystemDatabase } from '../../db/database.ts'
import { blurredPicture } from '../../pictures/blurred-picture.ts'
import type { FileSigner } from '../../pictures/credentials/file-signer.ts'
import { thumbnailKey } from '../../pictures/picture-keys.ts'
import { markPicture } from '../../pictures/picture-record.ts'
import type { Thumbnailer } from '../../pictures/thumbnailer.ts'
import { displaySize, type KeptSize } from '../../pictures/thumbnails.ts'
import type { Watermarks } from '../../pictures/watermark.ts'
import type { ModelRegistry } from '../../providers/registry.ts'
import { readDigitalSource } from '../provenance/digital-source.ts'
import type { OpenShare } from './open-share.ts'
import { findShownImage, type ShownImage } from './shown-image.ts'

type SharedFileRequest = { readonly imageId: string; readonly size: KeptSize }

type SharedFileDeps = {
  readonly system: SystemDatabase
  readonly thumbnailer: Thumbnailer
  readonly watermarks: Watermarks
  readonly registry: Pick<ModelRegistry, 'find'>
  readonly fileSigner: FileSigner
}

/** The picture as the link shows it; blurred while the safety filter hides it. */
async function readShown(thumbnailer: Thumbnailer, image: ShownImage, size: KeptSize): Promise<Uint8Array | null> {
  if (image.isHidden) {
    const thumbnail = await thumbnailer.read(image, 64)
    return thumbnail && blurredPicture(thumbnail, size)
  }
  return size === displaySize ? thumbnailer.readDisplay(image) : thumbnailer.read(image, size)
}

/** A picture that a link shows, as WebP, with a visible mark where the link wants it: never the original, whose metadata says how it was made. */
export async function readSharedFile(
  deps: SharedFileDeps,
  share: OpenShare,
  { imageId, size }: SharedFileRequest,
): AsyncResult<Uint8Array> {
  const { system, thumbnailer } = deps
  const image = await findShownImage(system, share, imageId)
  if (!image) return failure({ code: 'not-found' })
  const shown = await readShown(thumbnailer, image, size)
  if (!shown) return failure({ code: 'not-found' })
  const key = `${thumbnailKey(imageId, image.attempt, size)}${image.isHidden ? ' hidden' : ''}`
  const bytes = share.hasWatermark ? await deps.watermarks.read(key, shown) : shown
  const source = await readDigitalSource({ ...deps, db: system }, image.imageId)
  return success(await deps.fileSigner.sign(await markPicture(bytes, source), source))
}
