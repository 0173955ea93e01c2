import { sniffedBytes, sniffPicture } from '#domain/pictures/sniff-picture.ts'
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

/** The type of the box that holds a manifest in a file of boxes (C2PA Technical Specification, A.5). */
const manifestBox = Buffer.from('d8fec3d61b0e483c92975828877ec481', 'hex')

/** A box of the outermost level. */
function hasAvifManifest(file: Buffer): boolean {
  for (let at = 0; at + 24 <= file.length; ) {
    if (file.toString('latin1', at + 4, at + 8) === 'uuid' && manifestBox.equals(file.subarray(at + 8, at + 24)))
      return true
    const size = file.readUInt32BE(at)
    // 1: the size has 64 bits and follows; 0: up to the end of the file.
    const length = size === 1 ? Number(file.readBigUInt64BE(at + 8)) : size
    if (length < 8) return false
    at += length
  }
  return false
}

/** The head of the extension of a GIF that holds a manifest (C2PA Technical Specification, A.3). */
const gifExtension = Buffer.from('\x21\xff\x0bC2PA_GIF', 'latin1')

/** Whether a picture holds content credentials (C2PA), whether or not they are valid. Pixels are not decoded. */
export function hasManifest(bytes: Uint8Array): boolean {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  // A chunk of its own (C2PA Technical Specification, A.3.2).
  if (isPng(file)) return pngChunks(file).some(({ type }) => type === 'caBX')
  if (isJpeg(file)) return hasJpegManifest(file)
  if (isWebp(file)) return hasWebpManifest(file)
  const kind = sniffPicture(file.subarray(0, sniffedBytes))
  return kind === 'gif' ? file.includes(gifExtension) : kind === 'avif' && hasAvifManifest(file)
}
