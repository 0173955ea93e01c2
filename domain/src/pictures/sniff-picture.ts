/** The media types of pictures that can be uploaded. */
export type PictureKind = 'png' | 'jpeg' | 'webp' | 'avif' | 'gif'

/** Number of bytes at the beginning of a file that identify its media type. */
export const sniffedBytes = 64

const latin1 = (bytes: Uint8Array, start: number, end: number) => String.fromCharCode(...bytes.subarray(start, end))

/** The brands in an ISO media file's first box; none where it is no such box. */
function brandsOf(head: Uint8Array): string[] {
  if (latin1(head, 4, 8) !== 'ftyp') return []
  const length = Math.min(new DataView(head.buffer, head.byteOffset).getUint32(0), head.length)
  const brands = [latin1(head, 8, 12)]
  for (let at = 16; at + 4 <= length; at += 4) brands.push(latin1(head, at, at + 4))
  return brands
}

/**
 * The media type by a file's first bytes, whatever its name; null for everything else.
 * @param head The first `sniffedBytes` bytes, or all of a shorter file.
 */
export function sniffPicture(head: Uint8Array): PictureKind | null {
  if (latin1(head, 0, 8) === '\x89PNG\r\n\x1a\n') return 'png'
  if (latin1(head, 0, 3) === '\xff\xd8\xff') return 'jpeg'
  if (latin1(head, 0, 4) === 'RIFF' && latin1(head, 8, 12) === 'WEBP') return 'webp'
  if (/^GIF8[79]a$/.test(latin1(head, 0, 6))) return 'gif'
  if (head.length >= 16 && brandsOf(head).some((brand) => brand === 'avif' || brand === 'avis')) return 'avif'
  return null
}
