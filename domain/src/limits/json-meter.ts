/** Bounds on the structure of JSON, beside its length. */
export type JsonBounds = {
  /** Values, about: commas, line ends, and beginnings of objects and lists outside of texts. */
  readonly maxValues: number
  /** Objects and lists inside each other. */
  readonly maxDepth: number
}

/**
 * The longest text of other characters than those of one byte in memory, in bytes. A picture as base64 is longer, and has none:
 * one emoji in a text of 90 MB makes 180 MB of it.
 */
const maxWideText = 1_000_000

const quote = 0x22
const backslash = 0x5c
const [lineFeed, carriageReturn, comma] = [0x0a, 0x0d, 0x2c]
const opens = (byte: number) => byte === 0x5b || byte === 0x7b
const closes = (byte: number) => byte === 0x5d || byte === 0x7d

/**
 * Counts the structure of UTF-8 text with JSON in it while it arrives: one value, or events of a stream. Reads each byte once.
 * Text that is no JSON is counted in the same way.
 */
export function createJsonMeter({ maxValues, maxDepth }: JsonBounds): {
  /** @returns False from the chunk on that goes beyond a bound. */
  take(chunk: Uint8Array): boolean
} {
  let isInText = false
  let isEscaped = false
  let isWide = false
  let textBytes = 0
  let depth = 0
  let values = 0

  /** Reads a text up to its end, or that of the chunk: most bytes of a picture pass here. @returns The position after it. */
  function takeText(chunk: Uint8Array, from: number): number {
    let seen = 0
    let at = from
    let byte = 0
    for (; at < chunk.length; at += 1) {
      byte = chunk[at] ?? 0
      if (isEscaped) {
        // `\u` may stand for any character.
        if (byte === 0x75) isWide = true
        isEscaped = false
      } else if (byte === backslash) isEscaped = true
      else if (byte === quote || byte === lineFeed || byte === carriageReturn) break
      seen |= byte
    }
    if (seen >= 0x80) isWide = true
    textBytes += at - from
    if (at === chunk.length) return at
    isInText = false
    // No text of JSON holds a line end: what follows is another line of a stream.
    if (byte !== quote) values += 1
    return at + 1
  }

  function takeStructure(byte: number): void {
    if (byte === quote) {
      isInText = true
      isEscaped = false
      isWide = false
      textBytes = 0
    } else if (opens(byte)) {
      values += 1
      depth += 1
    } else if (closes(byte)) depth = Math.max(depth - 1, 0)
    else if (byte === comma || byte === lineFeed || byte === carriageReturn) values += 1
  }

  return {
    take(chunk) {
      for (let at = 0; at < chunk.length; ) {
        if (isInText) at = takeText(chunk, at)
        else {
          takeStructure(chunk[at] ?? 0)
          at += 1
        }
        if (values > maxValues || depth > maxDepth || (isWide && textBytes > maxWideText)) return false
      }
      return true
    },
  }
}
