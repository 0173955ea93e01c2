import { sniffPicture } from '#domain/pictures/sniff-picture.ts'
import type { Admit } from '../operations/admission.ts'
import { maxPixels, measurePicture, readHeader, withDecodingRoom } from '../operations/decoding-room.ts'
import { hasManifest } from './credentials/has-manifest.ts'
import { decodeFromOutside, decodeOutside } from './decode-apart.ts'

/** Formats that hold no mark without being encoded again. */
export const unmarkable: ReadonlySet<string | null> = new Set(['gif', 'avif'])

export const firstFrameAlone = 'This animation has more pixels than are taken: its first frame was kept.'
export const firstFrameOfHeavy =
  'This animation takes more memory or time to convert than the server has: its first frame was kept.'
export const keptAsDelivered =
  'This picture could not be converted to a format that holds a mark of its origin: it is stored as it was delivered.'

type Markable = { readonly bytes: Uint8Array; readonly warnings: readonly string[] }

/**
 * Converts a GIF or AVIF of a model, which can't be marked as it is, without loss of a pixel: to PNG, or to WebP where it moves. One with
 * content credentials stays: they say where it comes from, and a conversion would lose them. The picture is paid, so that nothing is thrown
 * where there is no room or time for it: the first frame is kept, or the file as it was delivered.
 */
export async function markablePicture(bytes: Uint8Array, admit: Admit): Promise<Markable> {
  const kind = sniffPicture(bytes)
  if (!unmarkable.has(kind) || hasManifest(bytes)) return { bytes, warnings: [] }
  const { width, height, pages = 1 } = await readHeader(bytes)
  const moves = kind === 'gif' && pages > 1
  const pixels = width * height * pages
  const isTaken = pixels <= maxPixels
  const moving = moves && isTaken ? await convertAnimation(bytes, { pixels, admit }).catch(() => null) : null
  if (moving) return { bytes: moving, warnings: [] }
  const still = await convertStill(bytes, admit).catch(() => null)
  if (!still) return { bytes, warnings: [keptAsDelivered] }
  return { bytes: still, warnings: moves ? [isTaken ? firstFrameOfHeavy : firstFrameAlone] : [] }
}

async function convertAnimation(
  bytes: Uint8Array,
  { pixels, admit }: { readonly pixels: number; readonly admit: Admit },
): Promise<Uint8Array> {
  const picture = { ...(await measurePicture(bytes)), pixels }
  return withDecodingRoom(admit, { pictures: [picture], use: 'whole' }, (room) =>
    decodeFromOutside({ name: 'to-animation', input: bytes }, { picture, use: 'whole', room }),
  )
}

const convertStill = (bytes: Uint8Array, admit: Admit): Promise<Uint8Array> =>
  decodeOutside({ name: 'to-png', input: bytes }, { source: bytes, use: 'whole', admit })
