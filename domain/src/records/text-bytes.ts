/** Decodes bytes as Latin-1. */
export function latin1(bytes: Uint8Array): string {
  let text = ''
  // In pieces: a function accepts only so many arguments.
  for (let at = 0; at < bytes.length; at += 8_192) text += String.fromCharCode(...bytes.subarray(at, at + 8_192))
  return text
}

/** Where an ASCII text begins in bytes, from a place on; -1 where it is not there. Nothing is decoded: files have megabytes. */
export function indexOfText(bytes: Uint8Array, text: string, from = 0): number {
  const codes = Array.from(text, (each) => each.charCodeAt(0))
  const [first = 0] = codes
  for (let at = bytes.indexOf(first, from); at !== -1; at = bytes.indexOf(first, at + 1))
    if (codes.every((code, place) => bytes[at + place] === code)) return at
  return -1
}

/** Decodes bytes as UTF-8; as Latin-1 where they are no UTF-8. */
export function utf8(bytes: Uint8Array): string {
  const text = latin1(bytes)
  try {
    return decodeURIComponent(
      text.replace(/[%\x80-\xff]/g, (each) => `%${each.charCodeAt(0).toString(16).padStart(2, '0')}`),
    )
  } catch {
    return text
  }
}

/**
 * Decodes bytes as UTF-16. Without a byte order mark, uses the order in which the letters are rather western: writers
 * don't agree on whether the byte order of the file counts.
 * @param order The byte order to assume without a byte order mark.
 */
export function utf16(bytes: Uint8Array, order: 'big' | 'little'): string {
  const [first, second] = bytes
  const mark = first === 0xfe && second === 0xff ? 'big' : first === 0xff && second === 0xfe ? 'little' : null
  const zeros = [0, 0]
  bytes.forEach((byte, at) => {
    if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1
  })
  const [even = 0, odd = 0] = zeros
  const isBig = (mark ?? (even === odd ? order : even > odd ? 'big' : 'little')) === 'big'
  const units: number[] = []
  let text = ''
  for (let at = mark ? 2 : 0; at + 1 < bytes.length; at += 2) {
    const [high = 0, low = 0] = isBig ? [bytes[at], bytes[at + 1]] : [bytes[at + 1], bytes[at]]
    units.push(high * 256 + low)
    if (units.length === 4_096) text += String.fromCharCode(...units.splice(0))
  }
  return text + String.fromCharCode(...units)
}
