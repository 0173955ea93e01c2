import { type PngChunk, pngChunks, pngHeadEnd } from '#domain/records/png-chunks.ts'
import { latin1 } from '#domain/records/text-bytes.ts'
import { pngChunk } from '../operations/png-chunk.ts'

const isLatin1 = /^[\t\n\r -~\u00a0-\u00ff]*$/

/** A text, and whether it must be UTF-8: else it is Latin-1, for the oldest tools, where its characters allow that. */
export type PngText = { readonly text: string; readonly form: 'utf-8' | 'latin-1-if-it-can' }

/** tEXt, or iTXt without compression (PNG 11.3.3). */
const textChunk = (keyword: string, { text, form }: PngText): Buffer =>
  form === 'latin-1-if-it-can' && isLatin1.test(text)
    ? pngChunk('tEXt', Buffer.from(`${keyword}\0${text}`, 'latin1'))
    : pngChunk('iTXt', Buffer.concat([Buffer.from(`${keyword}\0\0\0\0\0`, 'latin1'), Buffer.from(text, 'utf8')]))

/** The keyword of a chunk of text; null for any other chunk. */
function keywordOf({ type, data }: PngChunk): string | null {
  if (!['tEXt', 'zTXt', 'iTXt'].includes(type)) return null
  const end = data.indexOf(0)
  return end === -1 ? null : latin1(data.subarray(0, end))
}

/** Replaces the texts of a PNG by these, with their keywords; its pixels are untouched. */
export function replacePngTexts(bytes: Uint8Array, texts: Readonly<Record<string, PngText>>): Uint8Array {
  if (bytes.length < pngHeadEnd) return bytes
  const kept: Uint8Array[] = []
  let at = pngHeadEnd
  for (const chunk of pngChunks(bytes, pngHeadEnd)) {
    const keyword = keywordOf(chunk)
    if (keyword === null || !(keyword in texts)) kept.push(bytes.subarray(chunk.start, chunk.end))
    at = chunk.end
  }
  const written = Object.entries(texts).map(([keyword, text]) => textChunk(keyword, text))
  return Buffer.concat([bytes.subarray(0, pngHeadEnd), ...written, ...kept, bytes.subarray(at)])
}
