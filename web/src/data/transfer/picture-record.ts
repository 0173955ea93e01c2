import { type FoundRecord, findRecord } from '#domain/records/found-record.ts'

/** The largest picture that is read; the server's limit as well. Bytes. */
export const maxRecordedPicture = 60_000_000

/** Reads how a picture file was made; null where it does not say, or is too large. */
export async function readPictureRecord(file: File): Promise<FoundRecord | null> {
  if (file.size > maxRecordedPicture) return null
  return findRecord(new Uint8Array(await file.arrayBuffer()), unpack)
}

/** A record with a hundred ancestors is a tenth of this. A longer text is an attack. Bytes. */
const mostBytes = 5_000_000

/**
 * Decompresses a text of a picture (zlib). Stops where it becomes longer than any record: a compressed text can be a
 * thousand times smaller.
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
