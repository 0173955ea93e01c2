/** The random bytes of a UUIDv7, of which 74 bits are used. */
export const uuidV7Bytes = 10

/**
 * A UUIDv7 (RFC 9562, section 5.7): 48 bits of Unix time, then random ones.
 * @param nowMs Unix time in whole milliseconds.
 * @param random `uuidV7Bytes` random bytes.
 */
export function uuidV7(nowMs: number, random: Uint8Array): string {
  const byte = (at: number) => random[at] ?? 0
  const time = nowMs.toString(16).padStart(12, '0')
  const bytes = Array.from({ length: uuidV7Bytes }, (_, at) => byte(at))
  bytes[0] = 0x70 | (byte(0) & 0x0f)
  bytes[2] = 0x80 | (byte(2) & 0x3f)
  const rest = bytes.map((value) => value.toString(16).padStart(2, '0')).join('')
  return `${time.slice(0, 8)}-${time.slice(8)}-${rest.slice(0, 4)}-${rest.slice(4, 8)}-${rest.slice(8)}`
}
