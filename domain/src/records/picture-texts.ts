import { exifData } from './exif-data.ts'
import { exifTexts } from './exif-texts.ts'
import { pngSignature } from './png-chunks.ts'
import { type PictureText, pngTexts } from './png-texts.ts'
import { indexOfText, latin1, utf8 } from './text-bytes.ts'

/** How much is read of a file that is no PNG: its text segments are there. Bytes. */
const lookedThrough = 2_000_000

/** The keyword of our own record. */
export const ourKeyword = 'Espalier'
const opening = '<espalier:record>'
const closing = '</espalier:record>'
const characters: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>' }

/** Our record in a JPEG or WebP, which is stored as XMP. */
function xmpRecord(bytes: Uint8Array): string | null {
  const last = Math.max(0, bytes.length - lookedThrough)
  const parts = last < lookedThrough ? [bytes] : [bytes.subarray(0, lookedThrough), bytes.subarray(last)]
  for (const part of parts) {
    const start = indexOfText(part, opening)
    const end = start === -1 ? -1 : indexOfText(part, closing, start)
    if (end === -1) continue
    const inner = part.subarray(start + opening.length, end)
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
