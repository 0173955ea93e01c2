import { latin1, utf8, utf16 } from './text-bytes.ts'

/** Tags of the first directory (TIFF 6.0), and the offset of the Exif one. */
const imageDescription = 0x010e
const make = 0x010f
const model = 0x0110
const exifDirectory = 0x8769
/** Exif 2.32, 4.6.5: eight bytes name the encoding, the text follows. */
const userComment = 0x9286

/** Types of values that are read: text, a long number, untyped bytes; and their size in bytes. */
const ascii = 2
const long = 4
const undefinedBytes = 7
const sizes = new Map([
  [ascii, 1],
  [long, 4],
  [undefinedBytes, 1],
])
/** Distinguishes parameters, in lines or as JSON, from the comments of people and cameras. */
const isOfTool = (text: string) =>
  /(?:^|\s)Steps: \d/.test(text) || (text.trimStart().startsWith('{') && text.includes('prompt'))
/** The most entries that are read: a camera's directory has dozens. */
const maxEntries = 500

type Entry = { readonly type: number; readonly data: Uint8Array }

/** The entries of one directory, as far as they are inside the file. */
function directoryAt(bytes: Uint8Array, start: number, isLittle: boolean): ReadonlyMap<number, Entry> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const entries = new Map<number, Entry>()
  if (start + 2 > bytes.length) return entries
  const count = Math.min(view.getUint16(start, isLittle), maxEntries)
  for (let place = 0; place < count; place++) {
    const at = start + 2 + place * 12
    if (at + 12 > bytes.length) break
    const type = view.getUint16(at + 2, isLittle)
    const length = view.getUint32(at + 4, isLittle) * (sizes.get(type) ?? 0)
    const from = length <= 4 ? at + 8 : view.getUint32(at + 8, isLittle)
    if (length > 0 && from + length <= bytes.length)
      entries.set(view.getUint16(at, isLittle), { type, data: bytes.subarray(from, from + length) })
  }
  return entries
}

const withoutEnd = (text: string) => text.replace(/\0[\s\S]*$/, '')

/** The names of encodings that a comment begins with, in capitals; eight zeros: undefined. */
const encodings: ReadonlySet<string> = new Set(['ASCII', 'UNICODE', 'JIS'])

/**
 * The text of a comment. Writers name an encoding and use another, or name none: zeros between the letters of ASCII, which every
 * comment of a tool has, tell UTF-16 from UTF-8.
 */
function commentOf({ data }: Entry, order: 'big' | 'little'): string {
  const head = withoutEnd(latin1(data.subarray(0, 8)))
  const isNamed =
    head === '' ? data.subarray(0, 8).every((byte) => byte === 0) : encodings.has(head.trim().toUpperCase())
  const text = isNamed ? data.subarray(8) : data
  const ends = text.indexOf(0)
  const isWide = ends !== -1 && text.subarray(ends).some((byte) => byte !== 0)
  return withoutEnd(isWide ? utf16(text, order) : utf8(text))
}

/**
 * The texts that image tools write into Exif, by the keywords of their text chunks: AUTOMATIC1111 its `parameters` as the user
 * comment, ComfyUI its graphs as `prompt:…` and `workflow:…` in the fields for the camera.
 * @param tiff The Exif data from its TIFF header on; bytes from outside, invalid entries are skipped.
 */
export function exifTexts(tiff: Uint8Array): readonly { readonly keyword: string; readonly text: string }[] {
  const mark = latin1(tiff.subarray(0, 4))
  if ((mark !== 'II*\0' && mark !== 'MM\0*') || tiff.length < 8) return []
  const isLittle = mark.startsWith('I')
  const view = new DataView(tiff.buffer, tiff.byteOffset, tiff.byteLength)
  const first = directoryAt(tiff, view.getUint32(4, isLittle), isLittle)
  const graphs = [model, make, imageDescription].flatMap((tag) => {
    const entry = first.get(tag)
    const found = entry?.type === ascii ? /^(prompt|workflow):([\s\S]*)$/i.exec(withoutEnd(utf8(entry.data))) : null
    return found ? [{ keyword: (found[1] ?? '').toLowerCase(), text: found[2] ?? '' }] : []
  })
  const link = first.get(exifDirectory)
  if (link?.type !== long) return graphs
  const start = new DataView(link.data.buffer, link.data.byteOffset).getUint32(0, isLittle)
  const comment = directoryAt(tiff, start, isLittle).get(userComment)
  if (comment?.type !== undefinedBytes && comment?.type !== ascii) return graphs
  const text = commentOf(comment, isLittle ? 'little' : 'big')
  return isOfTool(text) ? [...graphs, { keyword: 'parameters', text }] : graphs
}
