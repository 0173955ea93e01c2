import { sniffPicture } from '#domain/pictures/sniff-picture.ts'
import type { Admit } from '../operations/admission.ts'
import { measurePicture, mostPixels, readHeader, withDecodingRoom } from '../operations/decoding-room.ts'
import { hasManifest } from './credentials/has-manifest.ts'

/** Formats that hold no mark without being encoded again. */
const unmarkable: ReadonlySet<string | null> = new Set(['gif', 'avif'])

export const firstFrameAlone = 'This animation has more pixels than are taken: its first frame was kept.'

type Markable = { readonly bytes: Uint8Array; readonly warnings: readonly string[] }

/**
 * Converts a GIF or AVIF of a model, which can't be marked as it is, without loss of a pixel: to PNG, or to WebP where it moves. One with
 * content credentials stays: they say where it comes from, and a conversion would lose them.
 * @throws AdmissionRefused where there is no room for it.
 */
export async function markablePicture(bytes: Uint8Array, admit: Admit): Promise<Markable> {
  const kind = sniffPicture(bytes)
  if (!unmarkable.has(kind) || hasManifest(bytes)) return { bytes, warnings: [] }
  const { width, height, pages = 1 } = await readHeader(bytes)
  const moves = kind === 'gif' && pages > 1
  const pixels = width * height * pages
  const measured = await measurePicture(bytes)
  if (moves && pixels <= mostPixels)
    return withDecodingRoom(admit, { pictures: [{ ...measured, pixels }], use: 'whole' }, async (room) => {
      const animation = room.openAnimation(bytes).webp({ lossless: true, effort: 2 })
      return { bytes: await animation.toBuffer(), warnings: [] }
    })
  return withDecodingRoom(admit, { pictures: [measured], use: 'whole' }, async (room) => {
    const picture = room.open(bytes).autoOrient().keepIccProfile()
    return { bytes: await picture.png({ compressionLevel: 6 }).toBuffer(), warnings: moves ? [firstFrameAlone] : [] }
  })
}
