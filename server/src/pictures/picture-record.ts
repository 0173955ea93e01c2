import { createJsonMeter } from '#domain/limits/json-meter.ts'
import type { DigitalSource } from '#domain/records/digital-source.ts'
import { textOfXmp, type XmpContent } from '#domain/records/xmp-packet.ts'
import { readHeader } from '../operations/decoding-room.ts'
import { joinBytes } from '../operations/join-bytes.ts'
import { hasManifest } from './credentials/has-manifest.ts'
import { isJpeg, withJpegXmp } from './jpeg-record.ts'
import { isPng, maxRecordLength, readPngText, withPngTexts } from './png-record.ts'
import { isWebp, withWebpXmp } from './webp-record.ts'

/**
 * Adds a record of how a picture was made, as JSON, and the mark of its origin (IPTC's Digital Source Type): texts of a PNG, XMP in a
 * JPEG or WebP. No pixel is touched. Returned unchanged: formats without metadata, and a file with content credentials, whose
 * signature any other byte would break.
 */
export async function writeRecord(
  bytes: Uint8Array,
  record: unknown,
  source: DigitalSource | null = null,
): Promise<Uint8Array> {
  return withContent(bytes, { record: JSON.stringify(record), source })
}

/** Adds the mark of a picture's origin alone. @param source null: the bytes are returned unchanged. */
export const markPicture = async (bytes: Uint8Array, source: DigitalSource | null): Promise<Uint8Array> =>
  source === null ? bytes : withContent(bytes, { record: null, source })

async function withContent(bytes: Uint8Array, content: XmpContent): Promise<Uint8Array> {
  if (hasManifest(bytes)) return bytes
  const parts = partsWith(bytes, content)
  return parts.length === 1 ? bytes : joinBytes(parts)
}

function partsWith(bytes: Uint8Array, content: XmpContent): readonly Uint8Array[] {
  if (isPng(bytes)) return withPngTexts(bytes, content)
  if (isJpeg(bytes)) return withJpegXmp(bytes, content)
  return isWebp(bytes) ? withWebpXmp(bytes, content) : [bytes]
}

/** A record of ours nests five deep and has some 20 values for each of a hundred ancestors; a malicious one may have millions. */
const recordBounds = { maxValues: 50_000, maxDepth: 32 }

/** Reads the record of a picture; null where it has none of ours, or one that is no JSON, too long or too deep. */
export async function readRecord(bytes: Uint8Array): Promise<unknown> {
  const text = isPng(bytes) ? readPngText(bytes) : await readXmpText(bytes)
  if (text === null || text.length > maxRecordLength) return null
  if (!createJsonMeter(recordBounds).take(Buffer.from(text))) return null
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

async function readXmpText(bytes: Uint8Array): Promise<string | null> {
  const { xmp } = await readHeader(bytes)
  // Entities make the packet longer than its text.
  return xmp && xmp.byteLength <= 2 * maxRecordLength ? textOfXmp(xmp.toString('utf8')) : null
}
