import sharp from 'sharp'
import { joinBytes } from './join-bytes.ts'
import { isJpeg, withJpegText } from './jpeg-record.ts'
import { isPng, longestRecord, readPngText, withPngText } from './png-record.ts'
import { isWebp, withWebpText } from './webp-record.ts'
import { textOfXmp } from './xmp.ts'

/**
 * Adds a record of how a picture was made, as JSON: a text chunk in a PNG, XMP in a JPEG or WebP. No pixel is touched. Formats
 * without metadata are returned unchanged.
 */
export async function writeRecord(bytes: Uint8Array, record: unknown): Promise<Uint8Array> {
  const parts = partsWith(bytes, JSON.stringify(record))
  return parts.length === 1 ? bytes : joinBytes(parts)
}

function partsWith(bytes: Uint8Array, text: string): readonly Uint8Array[] {
  if (isPng(bytes)) return withPngText(bytes, text)
  if (isJpeg(bytes)) return withJpegText(bytes, text)
  return isWebp(bytes) ? withWebpText(bytes, text) : [bytes]
}

/** A record of ours nests five deep; a malicious one may nest a million deep. */
const mostDepth = 32

/** Whether JSON nests deeper than a record of ours, by its brackets outside of texts. */
function isDeep(json: string): boolean {
  let depth = 0
  for (const [bracket] of json.matchAll(/"(?:[^"\\]|\\.)*"|[[\]{}]/g)) {
    if (bracket === '[' || bracket === '{') depth += 1
    else if (bracket === ']' || bracket === '}') depth -= 1
    if (depth > mostDepth) return true
  }
  return false
}

/** Reads the record of a picture; null where it has none of ours, or one that is too long or too deep. */
export async function readRecord(bytes: Uint8Array): Promise<unknown> {
  const text = isPng(bytes) ? readPngText(bytes) : await readXmpText(bytes)
  if (text === null || text.length > longestRecord || isDeep(text)) return null
  return JSON.parse(text)
}

async function readXmpText(bytes: Uint8Array): Promise<string | null> {
  const { xmp } = await sharp(bytes).metadata()
  // Entities make the packet longer than its text.
  return xmp && xmp.byteLength <= 2 * longestRecord ? textOfXmp(xmp.toString('utf8')) : null
}
