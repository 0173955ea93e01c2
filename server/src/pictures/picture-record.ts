import sharp from 'sharp'
import { isJpeg, writeJpegText } from './jpeg-record.ts'
import { isPng, readPngText, writePngText } from './png-record.ts'
import { isWebp, writeWebpText } from './webp-record.ts'
import { textOfXmp } from './xmp.ts'

/**
 * The same picture with a record of how it was made, as JSON: a text chunk in a PNG, XMP in a JPEG or WebP. No pixel is
 * touched. Formats that carry none are given back as they are.
 */
export function writeRecord(bytes: Uint8Array, record: unknown): Uint8Array {
  const text = JSON.stringify(record)
  if (isPng(bytes)) return writePngText(bytes, text)
  if (isJpeg(bytes)) return writeJpegText(bytes, text)
  return isWebp(bytes) ? writeWebpText(bytes, text) : bytes
}

/** The record in a picture, parsed; null where there is none of ours. */
export async function readRecord(bytes: Uint8Array): Promise<unknown> {
  const text = isPng(bytes) ? readPngText(bytes) : await readXmpText(bytes)
  return text === null ? null : JSON.parse(text)
}

async function readXmpText(bytes: Uint8Array): Promise<string | null> {
  const { xmp } = await sharp(bytes).metadata()
  return xmp ? textOfXmp(xmp.toString('utf8')) : null
}
