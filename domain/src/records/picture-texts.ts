import { exifData } from './exif-data.ts'
import { exifTexts } from './exif-texts.ts'
import { jpegSegments } from './jpeg-segments.ts'
import { pngSignature } from './png-chunks.ts'
import { type PictureText, pngTexts } from './png-texts.ts'
import { indexOfText, latin1, utf8 } from './text-bytes.ts'
import { webpChunks, webpHead } from './webp-chunks.ts'
import { recordClosing, recordOpening } from './xmp-packet.ts'

/** The longest packet that is looked through: one of ours is a record with its entities. Bytes. */
const longestPacket = 4_000_000

/** The keyword of our own record. */
export const ourKeyword = 'Espalier'
const characters: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>' }

const app1 = 0xe1
/** The prefix of an APP1 segment that contains XMP (XMP specification, part 3, 1.1.3). */
const xmpPrefix = 'http://ns.adobe.com/xap/1.0/\0'

/** The XMP packets of a JPEG or WebP: other parts of a file, whose texts are of anyone, hold no record of ours. */
function* xmpPackets(bytes: Uint8Array): Generator<Uint8Array> {
  const head = latin1(bytes.subarray(0, webpHead))
  if (head.startsWith('\xff\xd8'))
    for (const { marker, data } of jpegSegments(bytes)) {
      if (marker === app1 && latin1(data.subarray(0, xmpPrefix.length)) === xmpPrefix)
        yield data.subarray(xmpPrefix.length)
    }
  else if (head.startsWith('RIFF') && head.endsWith('WEBP'))
    for (const { name, content } of webpChunks(bytes)) if (name === 'XMP ') yield content
}

/** Our record in a JPEG or WebP, which is stored as XMP. */
function xmpRecord(bytes: Uint8Array): string | null {
  for (const packet of xmpPackets(bytes)) {
    if (packet.length > longestPacket) continue
    const start = indexOfText(packet, recordOpening)
    const end = start === -1 ? -1 : indexOfText(packet, recordClosing, start)
    if (end === -1) continue
    const inner = packet.subarray(start + recordOpening.length, end)
    return utf8(inner).replace(/&(?:amp|lt|gt);/g, (entity) => characters[entity] ?? entity)
  }
  return null
}

function* allTexts(bytes: Uint8Array, keywords: ReadonlySet<string>): Generator<PictureText> {
  if (latin1(bytes.subarray(0, 8)) === pngSignature) yield* pngTexts(bytes)
  else if (keywords.has(ourKeyword)) {
    const text = xmpRecord(bytes)
    if (text !== null) yield { keyword: ourKeyword, text }
  }
  const exif = exifData(bytes)
  if (exif) yield* exifTexts(exif)
}

/**
 * The texts of a picture under some keywords, the first of each: those of a PNG, our own record of a JPEG or WebP (as
 * `Espalier`), and what other tools write into Exif. Reads bytes from outside: invalid parts are skipped.
 */
export function pictureTexts(bytes: Uint8Array, keywords: ReadonlySet<string>): ReadonlyMap<string, PictureText> {
  const texts = new Map<string, PictureText>()
  for (const found of allTexts(bytes, keywords))
    if (keywords.has(found.keyword) && !texts.has(found.keyword)) texts.set(found.keyword, found)
  return texts
}
