import { sniffedBytes, sniffPicture } from '#domain/pictures/sniff-picture.ts'
import { maxParts } from '#domain/records/file-parts.ts'
import { jpegSegments } from '#domain/records/jpeg-segments.ts'
import { pngChunks } from '#domain/records/png-chunks.ts'
import { webpChunks } from '#domain/records/webp-chunks.ts'
import { isJpeg } from '../jpeg-record.ts'
import { isPng } from '../png-record.ts'
import { isWebp } from '../webp-record.ts'
import { gifManifest } from './gif-manifest.ts'

/** The head of a manifest store: a superbox whose description has the type and the label of one (C2PA Technical Specification 2.2, 11.1.4.2). */
const storeType = Buffer.from('6332706100110010800000aa00389b71', 'hex')
const storeLabel = Buffer.from('c2pa\0')
/** Lengths and types of the superbox and its description, then type, toggles and label of that (ISO 19566-5, A.2 and A.3). */
const typeAt = 16
const labelAt = typeAt + storeType.length + 1
const headBytes = labelAt + storeLabel.length

/** Whether bytes begin with a manifest store. @param room Bytes that it may have. */
function isStore(bytes: Uint8Array, room: number): boolean {
  const head = Buffer.from(bytes.subarray(0, headBytes))
  if (head.length < headBytes) return false
  const length = head.readUInt32BE(0)
  return (
    head.toString('latin1', 4, 8) === 'jumb' &&
    head.toString('latin1', 12, 16) === 'jumd' &&
    head.subarray(typeAt, labelAt - 1).equals(storeType) &&
    head.subarray(labelAt).equals(storeLabel) &&
    length > headBytes &&
    length <= room
  )
}

const app11 = 0xeb
/** The identifier of JPEG XT in front of a box: two letters, the number of the box and that of the segment (ISO 19566-5, D.2). */
const boxStart = 8

/** APP11 segments before the first scan, each with the head of the box (C2PA Technical Specification 2.2, A.3.1). */
function hasJpegManifest(file: Buffer): boolean {
  const boxes = jpegSegments(file)
    .filter(({ marker, data, end }) => marker === app11 && data[0] === 0x4a && data[1] === 0x50 && end <= file.length)
    .map(({ data }) => data)
    .toArray()
  const room = boxes.reduce((sum, { length }) => sum + Math.max(length - boxStart, 0), 0)
  return boxes.some((data) => isStore(data.subarray(boxStart), room))
}

/** The type of the box that holds a manifest in a file of boxes (C2PA Technical Specification 2.2, A.5). */
const manifestBox = Buffer.from('d8fec3d61b0e483c92975828877ec481', 'hex')
/** Its version and flags, its purpose and an offset stand in front of the store. */
const purposes = ['manifest', 'original', 'update'].map((purpose) => Buffer.from(`\0\0\0\0${purpose}\0`))
const offsetBytes = 8

function isManifestBox(file: Buffer, at: number, end: number): boolean {
  const content = at + 8 + manifestBox.length
  if (file.toString('latin1', at + 4, at + 8) !== 'uuid' || !manifestBox.equals(file.subarray(at + 8, content)))
    return false
  const purpose = purposes.find((each) => each.equals(file.subarray(content, content + each.length)))
  if (!purpose) return false
  const store = file.subarray(content + purpose.length + offsetBytes, end)
  return isStore(store, store.length)
}

/** A box of the outermost level. */
function hasAvifManifest(file: Buffer): boolean {
  let at = 0
  for (let count = 0; count < maxParts && at + 24 <= file.length; count++) {
    const size = file.readUInt32BE(at)
    // 1: the size has 64 bits and follows; 0: up to the end of the file.
    const length = size === 0 ? file.length - at : size === 1 ? Number(file.readBigUInt64BE(at + 8)) : size
    if (length < 8) return false
    if (isManifestBox(file, at, at + length)) return true
    at += length
  }
  return false
}

/**
 * Whether a picture holds content credentials (C2PA): a manifest store at the place of its format, whether or not it is valid. A
 * lookalike elsewhere, which no reader finds, is none. Pixels are not decoded.
 */
export function hasManifest(bytes: Uint8Array): boolean {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  // A chunk of its own (C2PA Technical Specification 2.2, A.3.2).
  if (isPng(file)) return pngChunks(file).some(({ type, data }) => type === 'caBX' && isStore(data, data.length))
  if (isJpeg(file)) return hasJpegManifest(file)
  // A chunk of its own (C2PA Technical Specification 2.2, A.3.8).
  if (isWebp(file))
    return webpChunks(file).some(({ name, content }) => name === 'C2PA' && isStore(content, content.length))
  const kind = sniffPicture(file.subarray(0, sniffedBytes))
  if (kind === 'avif') return hasAvifManifest(file)
  const store = kind === 'gif' ? gifManifest(file) : null
  return store !== null && isStore(store, store.length)
}
