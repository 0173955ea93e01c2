import { inflateSync } from 'node:zlib'
import { pngChunks } from '#domain/records/png-chunks.ts'
import { type XmpContent, xmpPacket } from '#domain/records/xmp-packet.ts'
import { pngChunk } from './png-texts.ts'

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const keyword = 'Espalier'
/** The signature and the IHDR chunk, which must come first: 8 + 4 + 4 + 13 + 4 bytes. */
const headEnd = 33

export const isPng = (bytes: Uint8Array) => signature.equals(bytes.subarray(0, signature.length))

/** The keyword of XMP in a PNG (XMP specification, part 3, 1.1.5). */
export const xmpKeyword = 'XML:com.adobe.xmp'

/** A text as an uncompressed iTXt chunk (PNG, third edition, 11.3.3.4). */
const textChunk = (name: string, text: string): Buffer =>
  pngChunk('iTXt', Buffer.concat([Buffer.from(`${name}\0\0\0\0\0`, 'latin1'), Buffer.from(text, 'utf8')]))

/** A PNG with our record as a text and the mark of its origin as XMP, in parts; its pixels are untouched. */
export function withPngTexts(bytes: Uint8Array, { record, source }: XmpContent): readonly Uint8Array[] {
  if (bytes.length < headEnd) return [bytes]
  return [
    bytes.subarray(0, headEnd),
    ...(source === null ? [] : [textChunk(xmpKeyword, xmpPacket({ record: null, source }))]),
    ...(record === null ? [] : [textChunk(keyword, record)]),
    bytes.subarray(headEnd),
  ]
}

/** The longest record of ours: a hundred ancestors with the longest prompts. Bytes, also of the compressed text. */
export const longestRecord = 2_000_000

/** The text of an iTXt chunk of ours; other programs may have compressed it. Null for any other chunk, and for a damaged one. */
function textOf(data: Buffer): string | null {
  const head = Buffer.from(`${keyword}\0`, 'latin1')
  if (!head.equals(data.subarray(0, head.length))) return null
  const languageEnd = data.indexOf(0, head.length + 2)
  const translatedEnd = languageEnd < 0 ? -1 : data.indexOf(0, languageEnd + 1)
  if (translatedEnd < 0) return null
  const text = data.subarray(translatedEnd + 1)
  if (data[head.length] !== 1) return text.toString('utf8')
  try {
    return inflateSync(text, { maxOutputLength: longestRecord }).toString('utf8')
  } catch {
    return null
  }
}

/** Our text in a PNG; null where there is none. */
export function readPngText(bytes: Uint8Array): string | null {
  for (const { type, data } of pngChunks(bytes)) {
    const text = type === 'iTXt' ? textOf(Buffer.from(data.buffer, data.byteOffset, data.byteLength)) : null
    if (text !== null) return text
  }
  return null
}
