/** The signature and the IHDR chunk, which must come first: 8 + 4 + 4 + 13 + 4 bytes. */
const headEnd = 33

const bytesOf = (ascii: string) => Uint8Array.from(ascii, (character) => character.charCodeAt(0))
/** Keyword, no compression, no language, no translation (PNG, third edition, 11.3.3.4; XMP specification, part 3, 1.1.5). */
const textHead = bytesOf('iTXtXML:com.adobe.xmp\0\0\0\0\0')

/** CRC-32 of bytes (PNG, third edition, annex D). */
function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0)
  }
  return (crc ^ 0xffffffff) >>> 0
}

/**
 * Adds an XMP packet to a PNG that has none, for pages, which have no other writer.
 * @param packet UTF-8
 * @returns The file in parts.
 */
export function withXmpChunk(png: Uint8Array<ArrayBuffer>, packet: Uint8Array): readonly Uint8Array<ArrayBuffer>[] {
  const body = new Uint8Array(textHead.length + packet.length)
  body.set(textHead)
  body.set(packet, textHead.length)
  const frame = new Uint8Array(8)
  const view = new DataView(frame.buffer)
  view.setUint32(0, body.length - 4)
  view.setUint32(4, crc32(body))
  return [png.subarray(0, headEnd), frame.subarray(0, 4), body, frame.subarray(4), png.subarray(headEnd)]
}
