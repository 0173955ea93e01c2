import { mergeXmp } from '#domain/records/merge-xmp.ts'
import { type XmpContent, xmpPacket } from '#domain/records/xmp-packet.ts'

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** A packet of another program; null where it is no UTF-8. */
function textOf(packet: Uint8Array): string | null {
  try {
    return utf8.decode(packet)
  } catch {
    return null
  }
}

/**
 * The one packet of a file with our properties, as UTF-8: those of another program are kept.
 * @param found The packets in the file. More than one, which is not allowed, and one that can't be read are replaced.
 */
export function mergedPacket(found: readonly Uint8Array[], content: XmpContent): Buffer {
  const [only] = found
  const text = only && found.length === 1 ? textOf(only) : null
  return Buffer.from((text !== null && mergeXmp(text, content)) || xmpPacket(content))
}
