const pngSignature = '\x89PNG\r\n\x1a\n'
/** What is looked through of a file that is no PNG: where its segments of text stand. Bytes. */
const lookedThrough = 2_000_000
/** Texts of one picture, and their length: more is nobody's record. */
const mostTexts = 64
const longestText = 5_000_000

const latin1 = (bytes: Uint8Array): string => {
  let text = ''
  // In pieces: a function takes only so many arguments.
  for (let at = 0; at < bytes.length; at += 8_192) text += String.fromCharCode(...bytes.subarray(at, at + 8_192))
  return text
}

/** Text whose bytes were read one by one, as the UTF-8 that they are. Not UTF-8 at all: as it is. */
function utf8(bytes: Uint8Array): string {
  const text = latin1(bytes)
  try {
    return decodeURIComponent(
      text.replace(/[%\x80-\xff]/g, (each) => `%${each.charCodeAt(0).toString(16).padStart(2, '0')}`),
    )
  } catch {
    return text
  }
}

/** An iTXt chunk: keyword, whether it is compressed, method, language, translated keyword, text (PNG 11.3.3.4). */
function readInternational(data: Uint8Array): [string, string] | null {
  const keywordEnd = data.indexOf(0)
  if (keywordEnd < 1 || data[keywordEnd + 1] !== 0) return null
  const languageEnd = data.indexOf(0, keywordEnd + 3)
  const translatedEnd = languageEnd < 0 ? -1 : data.indexOf(0, languageEnd + 1)
  return translatedEnd < 0 ? null : [latin1(data.subarray(0, keywordEnd)), utf8(data.subarray(translatedEnd + 1))]
}

function readPlain(data: Uint8Array): [string, string] | null {
  const end = data.indexOf(0)
  return end < 1 ? null : [latin1(data.subarray(0, end)), latin1(data.subarray(end + 1))]
}

function* pngTexts(bytes: Uint8Array): Generator<[string, string]> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let at = pngSignature.length; at + 12 <= bytes.length; ) {
    const length = view.getUint32(at)
    const type = latin1(bytes.subarray(at + 4, at + 8))
    const data = bytes.subarray(at + 8, Math.min(at + 8 + length, bytes.length))
    if (length <= longestText && (type === 'tEXt' || type === 'iTXt')) {
      const found = type === 'tEXt' ? readPlain(data) : readInternational(data)
      if (found) yield found
    }
    at += 12 + length
  }
}

const opening = '<espalier:record>'
const closing = '</espalier:record>'
const characters: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>' }

/** Our record in a JPEG or WebP, where it stands as XMP. */
function xmpRecord(bytes: Uint8Array): string | null {
  const halves = [bytes.subarray(0, lookedThrough), bytes.subarray(Math.max(0, bytes.length - lookedThrough))]
  for (const half of halves) {
    const text = latin1(half)
    const start = text.indexOf(opening)
    const end = text.indexOf(closing, start)
    if (start === -1 || end === -1) continue
    const inner = Uint8Array.from(text.slice(start + opening.length, end), (each) => each.charCodeAt(0))
    return utf8(inner).replace(/&(?:amp|lt|gt);/g, (entity) => characters[entity] ?? entity)
  }
  return null
}

/**
 * The texts that a picture carries, by their keywords: every uncompressed one of a PNG, and our own record of a JPEG or WebP
 * (as `Espalier`). Reads bytes from outside: what does not fit is passed over.
 */
export function pictureTexts(bytes: Uint8Array): ReadonlyMap<string, string> {
  const texts = new Map<string, string>()
  if (latin1(bytes.subarray(0, 8)) === pngSignature) {
    for (const [keyword, text] of pngTexts(bytes)) {
      if (!texts.has(keyword)) texts.set(keyword, text)
      if (texts.size === mostTexts) break
    }
    return texts
  }
  const record = xmpRecord(bytes)
  if (record !== null) texts.set('Espalier', record)
  return texts
}
