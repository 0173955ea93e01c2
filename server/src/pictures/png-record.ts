import { crc32 } from 'node:zlib'

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const keyword = 'Espalier'
/** The signature and the IHDR chunk, which must come first: 8 + 4 + 4 + 13 + 4 bytes. */
const headEnd = 33

export const isPng = (bytes: Uint8Array) => signature.equals(bytes.subarray(0, signature.length))

/** An uncompressed iTXt chunk, as section 11.3.3.4 of the PNG specification lays it out. */
function textChunk(text: string): Buffer {
  const body = Buffer.concat([
    Buffer.from('iTXt', 'latin1'),
    Buffer.from(`${keyword}\0\0\0\0\0`, 'latin1'),
    Buffer.from(text, 'utf8'),
  ])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(body.length - 4)
  const checksum = Buffer.alloc(4)
  checksum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, checksum])
}

/** The same PNG with a text of ours in it; its pixels are not touched. */
export function writePngText(bytes: Uint8Array, text: string): Uint8Array {
  if (bytes.length < headEnd) return bytes
  return Buffer.concat([bytes.subarray(0, headEnd), textChunk(text), bytes.subarray(headEnd)])
}

/** Our text in a PNG; null where there is none. */
export function readPngText(bytes: Uint8Array): string | null {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let offset = signature.length; offset + 12 <= buffer.length; ) {
    const length = buffer.readUInt32BE(offset)
    const type = buffer.toString('latin1', offset + 4, offset + 8)
    const body = buffer.subarray(offset + 8, offset + 8 + length)
    const head = `${keyword}\0\0\0\0\0`
    if (type === 'iTXt' && body.toString('latin1', 0, head.length) === head) return body.toString('utf8', head.length)
    offset += 12 + length
  }
  return null
}
