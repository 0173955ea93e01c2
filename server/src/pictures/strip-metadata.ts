import { maxParts } from '#domain/records/file-parts.ts'
import { pngChunks } from '#domain/records/png-chunks.ts'
import { webpChunks } from '#domain/records/webp-chunks.ts'
import { type DecodingRoom, readHeader } from '../operations/decoding-room.ts'
import { withColorProfile } from '../operations/described-colors.ts'
import { encodeAs } from './encode-as.ts'
import { isJpeg } from './jpeg-record.ts'
import { isPng } from './png-record.ts'
import { isWebp } from './webp-record.ts'

/** Chunks of a PNG that say how its pixels are shown (PNG, third edition, 5.6); every other one is left out. */
const keptChunks = new Set(['IHDR', 'PLTE', 'tRNS', 'cICP', 'gAMA', 'cHRM', 'sRGB', 'sBIT', 'IDAT', 'IEND'])

function strippedPng(file: Buffer): Uint8Array | null {
  const kept = [file.subarray(0, 8)]
  for (const { type, start, end } of pngChunks(file)) {
    if (end > file.length) return null
    if (keptChunks.has(type)) kept.push(file.subarray(start, end))
    if (type === 'IEND') return Buffer.concat(kept)
  }
  return null
}

const isRestart = (marker: number) => marker >= 0xd0 && marker <= 0xd7
/**
 * APP0 (JFIF) and APP14 (Adobe: the color model of its components) are kept; the other APPn segments and comments are
 * not.
 */
const isLeftOut = (marker: number) => (marker >= 0xe1 && marker <= 0xef && marker !== 0xee) || marker === 0xfe

/** Where the entropy-coded data behind a start of scan ends (ITU-T T.81, B.1.1.5): at the next marker that is no restart. */
function endOfScan(file: Buffer, from: number): number {
  for (let at = from; at + 1 < file.length; at++) {
    if (file[at] !== 0xff) continue
    const next = file[at + 1] ?? 0
    if (next !== 0 && next !== 0xff && !isRestart(next)) return at
  }
  return -1
}

function strippedJpeg(file: Buffer): Uint8Array | null {
  const kept = [file.subarray(0, 2)]
  let at = 2
  for (let count = 0; count < maxParts && at + 4 <= file.length + 2; count++) {
    if (file[at] !== 0xff) return null
    const marker = file[at + 1] ?? 0
    if (marker === 0xd9) return Buffer.concat([...kept, file.subarray(at, at + 2)])
    if (marker === 0xff) {
      at += 1
      continue
    }
    if (at + 4 > file.length) return null
    let end = at + 2 + file.readUInt16BE(at + 2)
    if (marker === 0xda) end = endOfScan(file, end)
    if (end === -1 || end > file.length) return null
    if (!isLeftOut(marker)) kept.push(file.subarray(at, end))
    at = end
  }
  return null
}

const keptOfWebp = new Set(['VP8X', 'VP8 ', 'VP8L', 'ALPH'])
/** Of the flags of an extended WebP only that of transparency (RFC 9649, 2.7.1). */
const alphaFlag = 0x10

function strippedWebp(file: Buffer): Uint8Array | null {
  const kept: Buffer[] = []
  let hasPixels = false
  for (const { name, size, content, start, end } of webpChunks(file)) {
    if (name === 'ANIM' || content.length < size) return null
    if (keptOfWebp.has(name)) {
      const chunk = Buffer.from(file.subarray(start, end))
      if (name === 'VP8X') chunk[8] = (chunk[8] ?? 0) & alphaFlag
      kept.push(chunk)
      hasPixels = name === 'VP8 ' || name === 'VP8L'
      if (hasPixels) break
    }
  }
  if (!hasPixels) return null
  const body = Buffer.concat([Buffer.from('WEBP', 'latin1'), ...kept])
  const head = Buffer.from('RIFF\0\0\0\0', 'latin1')
  head.writeUInt32LE(body.length, 4)
  return Buffer.concat([head, body])
}

/**
 * Strips a PNG, JPEG or WebP to its pixels: no text, no Exif, no color profile, no credentials, and no trailing bytes. The pixels
 * are not decoded and stay as they are; a picture that relies on its Exif orientation has to be decoded instead. @returns null
 * where the file is of another format, animated, or can't be read to its end, which more than `maxParts` parts hide.
 */
export function withoutMetadata(bytes: Uint8Array): Uint8Array | null {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (isPng(file)) return strippedPng(file)
  if (isJpeg(file)) return strippedJpeg(file)
  return isWebp(file) ? strippedWebp(file) : null
}

/** The pixels alone of a file that shows them as they are stored, without decoding them; null where they have to be. */
export async function plainPixels(original: Uint8Array): Promise<Uint8Array | null> {
  const { icc, orientation = 1 } = await readHeader(original)
  const showsOthers = icc || orientation !== 1 || (await withColorProfile(original)) !== original
  return showsOthers ? null : withoutMetadata(original)
}

/** The pixels alone: unchanged where the file shows them as they are stored, else re-encoded. @param room For the picture, whole. */
export async function pixelsAlone(original: Uint8Array, room: DecodingRoom): Promise<Uint8Array> {
  const bare = await plainPixels(original)
  if (bare) return bare
  const metadata = await readHeader(original)
  const { format } = metadata
  const kind = format === 'jpeg' || format === 'webp' ? format : 'png'
  const picture = await room.openPicture(original)
  return encodeAs(kind, picture.autoOrient().toColourspace('srgb'), metadata).toBuffer()
}
