import { inflateSync } from 'node:zlib'
import type { DigitalSource } from '#domain/records/digital-source.ts'
import { type PngChunk, pngChunks, pngHeadEnd } from '#domain/records/png-chunks.ts'
import { latin1 } from '#domain/records/text-bytes.ts'
import type { XmpContent } from '#domain/records/xmp-packet.ts'
import { pngChunk } from '../operations/png-chunk.ts'
import { mergedPacket } from './merged-packet.ts'

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const keyword = 'Espalier'

export const isPng = (bytes: Uint8Array) => signature.equals(bytes.subarray(0, signature.length))

/** The keyword of XMP in a PNG (XMP specification, part 3, 1.1.5). */
export const xmpKeyword = 'XML:com.adobe.xmp'

/** A text as an uncompressed iTXt chunk (PNG, third edition, 11.3.3.4). */
const textChunk = (name: string, text: Buffer): Buffer =>
  pngChunk('iTXt', Buffer.concat([Buffer.from(`${name}\0\0\0\0\0`, 'latin1'), text]))

/** The kinds of chunks of text (PNG, third edition, 11.3.3). XMP belongs into iTXt; libvips writes it as zTXt. */
const textTypes = ['iTXt', 'zTXt', 'tEXt']
const isXmp = ({ type, data }: PngChunk) =>
  textTypes.includes(type) && latin1(data.subarray(0, xmpKeyword.length + 1)) === `${xmpKeyword}\0`

/** The chunks of a PNG with XMP. Nothing is inflated. */
const xmpChunks = (bytes: Uint8Array): PngChunk[] => pngChunks(bytes, pngHeadEnd).filter(isXmp).toArray()

/** The one packet for a PNG with these. Only a packet that is alone is inflated, since several are replaced. */
function packetFor(found: readonly PngChunk[], source: DigitalSource): Buffer {
  const [only] = found
  const theirs = only && found.length === 1 ? textIn(only, xmpKeyword) : null
  return mergedPacket(theirs ? [theirs] : [], { record: null, source })
}

/** The one XMP packet of a PNG with the mark of its origin. */
export const pngPacket = (bytes: Uint8Array, source: DigitalSource): Buffer => packetFor(xmpChunks(bytes), source)

/** A PNG with our record as a text and the mark of its origin as XMP, in parts; its pixels are untouched. */
export function withPngTexts(bytes: Uint8Array, { record, source }: XmpContent): readonly Uint8Array[] {
  if (bytes.length < pngHeadEnd) return [bytes]
  const head = [bytes.subarray(0, pngHeadEnd)]
  const texts = record === null ? [] : [textChunk(keyword, Buffer.from(record))]
  if (source === null) return [...head, ...texts, bytes.subarray(pngHeadEnd)]
  const kept: Uint8Array[] = []
  let at = pngHeadEnd
  const found = xmpChunks(bytes)
  for (const { start, end } of found) {
    kept.push(bytes.subarray(at, start))
    at = end
  }
  return [...head, textChunk(xmpKeyword, packetFor(found, source)), ...texts, ...kept, bytes.subarray(at)]
}

/** The longest record of ours: a hundred ancestors with the longest prompts. Bytes, also of the compressed text. */
export const maxRecordLength = 2_000_000

/** Where the text of a chunk begins behind its keyword, and whether it is compressed; null where it is damaged. */
function formOf(type: string, data: Buffer, from: number): { at: number; isCompressed: boolean } | null {
  if (type === 'tEXt') return { at: from, isCompressed: false }
  if (type === 'zTXt') return { at: from + 1, isCompressed: true }
  const languageEnd = data.indexOf(0, from + 2)
  const translatedEnd = languageEnd < 0 ? -1 : data.indexOf(0, languageEnd + 1)
  return translatedEnd < 0 ? null : { at: translatedEnd + 1, isCompressed: data[from] === 1 }
}

/** The text of a chunk with this keyword. Null for a chunk with another one, and for a damaged one. */
function textIn({ type, data: bytes }: PngChunk, name: string): Buffer | null {
  const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const head = Buffer.from(`${name}\0`, 'latin1')
  if (!head.equals(data.subarray(0, head.length))) return null
  const form = formOf(type, data, head.length)
  if (!form) return null
  try {
    const text = data.subarray(form.at)
    return form.isCompressed ? inflateSync(text, { maxOutputLength: maxRecordLength }) : text
  } catch {
    return null
  }
}

/** Our text in a PNG: the first under our keyword, in front of which we write none. Null where there is none, or it is damaged. */
export function readPngText(bytes: Uint8Array): string | null {
  const ours = pngChunks(bytes).find(
    ({ type, data }) => type === 'iTXt' && latin1(data.subarray(0, keyword.length + 1)) === `${keyword}\0`,
  )
  return (ours && textIn(ours, keyword)?.toString('utf8')) ?? null
}
