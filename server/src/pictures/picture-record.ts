import sharp from 'sharp'
import { createJsonMeter } from '#domain/limits/json-meter.ts'
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

/** A record of ours nests five deep and has some 20 values for each of a hundred ancestors; a malicious one may have millions. */
const recordBounds = { maxValues: 50_000, maxDepth: 32 }

/** Reads the record of a picture; null where it has none of ours, or one that is no JSON, too long or too deep. */
export async function readRecord(bytes: Uint8Array): Promise<unknown> {
  const text = isPng(bytes) ? readPngText(bytes) : await readXmpText(bytes)
  if (text === null || text.length > longestRecord) return null
  if (!createJsonMeter(recordBounds).take(Buffer.from(text))) return null
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

async function readXmpText(bytes: Uint8Array): Promise<string | null> {
  const { xmp } = await sharp(bytes).metadata()
  // Entities make the packet longer than its text.
  return xmp && xmp.byteLength <= 2 * longestRecord ? textOfXmp(xmp.toString('utf8')) : null
}
