import { pngChunks } from './png-chunks.ts'
import { latin1, utf8 } from './text-bytes.ts'

/** A text of a picture. A compressed one has to be inflated (zlib) by the caller. */
export type PictureText = { readonly keyword: string } & (
  | { readonly text: string }
  | { readonly packed: Uint8Array; readonly decode: (bytes: Uint8Array) => string }
)

/** Longest text that is read, in bytes: no real record is larger. */
const maxTextLength = 5_000_000

/** tEXt: keyword, text (PNG 11.3.3.2). */
function readPlain(data: Uint8Array): PictureText | null {
  const end = data.indexOf(0)
  return end < 1 ? null : { keyword: latin1(data.subarray(0, end)), text: latin1(data.subarray(end + 1)) }
}

/** zTXt: keyword, method (0 is zlib), compressed text (PNG 11.3.3.3). */
function readPacked(data: Uint8Array): PictureText | null {
  const end = data.indexOf(0)
  if (end < 1 || data[end + 1] !== 0) return null
  return { keyword: latin1(data.subarray(0, end)), packed: data.subarray(end + 2), decode: latin1 }
}

/** iTXt: keyword, whether it is compressed, method, language, translated keyword, text (PNG 11.3.3.4). */
function readInternational(data: Uint8Array): PictureText | null {
  const end = data.indexOf(0)
  const [isPacked, method] = [data[end + 1], data[end + 2]]
  const languageEnd = data.indexOf(0, end + 3)
  const translatedEnd = languageEnd < 0 ? -1 : data.indexOf(0, languageEnd + 1)
  if (end < 1 || translatedEnd < 0) return null
  const keyword = latin1(data.subarray(0, end))
  const rest = data.subarray(translatedEnd + 1)
  if (isPacked === 0) return { keyword, text: utf8(rest) }
  return isPacked === 1 && method === 0 ? { keyword, packed: rest, decode: utf8 } : null
}

const readers = new Map([
  ['tEXt', readPlain],
  ['zTXt', readPacked],
  ['iTXt', readInternational],
])

/** The texts of a PNG, in their order. */
export function* pngTexts(bytes: Uint8Array): Generator<PictureText> {
  for (const { type, data } of pngChunks(bytes)) {
    const found = data.length <= maxTextLength ? readers.get(type)?.(data) : null
    if (found) yield found
  }
}
