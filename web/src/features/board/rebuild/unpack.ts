/** A record with a hundred ancestors is a tenth of it. A text that unpacks to more is a trap. Bytes. */
const mostBytes = 5_000_000

/**
 * Unpacks a text of a picture, which zlib has packed. Stops where it becomes longer than any record: a thousandth of that is
 * enough to pack it.
 */
export async function unpack(packed: Uint8Array): Promise<Uint8Array | null> {
  const parts: Uint8Array[] = []
  let length = 0
  const stream = new Blob([Uint8Array.from(packed)]).stream().pipeThrough(new DecompressionStream('deflate'))
  const reader = stream.getReader()
  try {
    for (;;) {
      const { value, done } = await reader.read()
      if (done) break
      length += value.byteLength
      if (length > mostBytes) {
        await reader.cancel()
        return null
      }
      parts.push(value)
    }
  } catch {
    return null
  }
  const whole = new Uint8Array(length)
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.byteLength
  }
  return whole
}
