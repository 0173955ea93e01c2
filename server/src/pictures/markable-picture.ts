import sharp from 'sharp'
import { sniffPicture } from '#domain/pictures/sniff-picture.ts'
import { hasManifest } from './credentials/has-manifest.ts'
import { mostPixels, openPicture } from './inspect-picture.ts'

/** Formats that hold no mark without being encoded again. */
const unmarkable: ReadonlySet<string | null> = new Set(['gif', 'avif'])

export const firstFrameAlone = 'This animation has more pixels than are taken: its first frame was kept.'

type Markable = { readonly bytes: Uint8Array; readonly warnings: readonly string[] }

/**
 * Converts a GIF or AVIF of a model, which can't be marked as it is, without loss of a pixel: to PNG, or to WebP where it moves. One with
 * content credentials stays: they say where it comes from, and a conversion would lose them.
 */
export async function markablePicture(bytes: Uint8Array): Promise<Markable> {
  const kind = sniffPicture(bytes)
  if (!unmarkable.has(kind) || hasManifest(bytes)) return { bytes, warnings: [] }
  const { width, height, pages = 1 } = await openPicture(bytes).metadata()
  const moves = kind === 'gif' && pages > 1
  if (moves && width * height * pages <= mostPixels) {
    const animation = sharp(bytes, { animated: true, limitInputPixels: mostPixels, failOn: 'error' })
    return { bytes: await animation.webp({ lossless: true, effort: 2 }).toBuffer(), warnings: [] }
  }
  const picture = openPicture(bytes).autoOrient().keepIccProfile()
  return { bytes: await picture.png({ compressionLevel: 6 }).toBuffer(), warnings: moves ? [firstFrameAlone] : [] }
}
