import { pngChunks } from '#domain/records/png-chunks.ts'
import { isJpeg } from '../jpeg-record.ts'
import { isPng } from '../png-record.ts'
import { isWebp } from '../webp-record.ts'

const app11 = 0xeb
const startOfScan = 0xda
/** The label of a manifest store inside its box (ISO 19566-5, JUMBF). */
const label = Buffer.from('c2pa')

/** APP11 segments before the first scan (C2PA Technical Specification, A.3.1). */
function hasJpegManifest(file: Buffer): boolean {
  for (let at = 2; at + 4 <= file.length && file[at] === 0xff; at += 2 + file.readUInt16BE(at + 2)) {
    const marker = file[at + 1]
    if (marker === startOfScan) return false
    if (marker === app11 && file.subarray(at, at + 2 + file.readUInt16BE(at + 2)).includes(label)) return true
  }
  return false
}

/** A RIFF chunk of its own (C2PA Technical Specification, A.3.8). */
function hasWebpManifest(file: Buffer): boolean {
  for (let at = 12; at + 8 <= file.length; ) {
    if (file.toString('latin1', at, at + 4) === 'C2PA') return true
    const size = file.readUInt32LE(at + 4)
    at += 8 + size + (size % 2)
  }
  return false
}

/** Whether a PNG, JPEG or WebP holds content credentials (C2PA), whether or not they are valid. Pixels are not decoded. */
export function hasManifest(bytes: Uint8Array): boolean {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  // A chunk of its own (C2PA Technical Specification, A.3.2).
  if (isPng(file)) return pngChunks(file).some(({ type }) => type === 'caBX')
  if (isJpeg(file)) return hasJpegManifest(file)
  return isWebp(file) && hasWebpManifest(file)
}
