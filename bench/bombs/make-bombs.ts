import { randomBytes, randomUUID } from 'node:crypto'
import { crc32, deflateRawSync, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { pngChunk } from '#server/operations/png-chunk.ts'
import { withPngTexts } from '#server/pictures/png-record.ts'
import { cardRecord, fileId, imageRecord } from '#server-testing/project-files.ts'

type ZipEntry = { readonly name: string; readonly bytes: Buffer; readonly packed?: boolean }

/** A zip as the format lays it out (APPNOTE 4.3): local headers with their data, the list, its end. */
export function zipOf(entries: Iterable<ZipEntry>): Buffer {
  const parts: Buffer[] = []
  const list: Buffer[] = []
  let offset = 0
  let count = 0
  for (const { name, bytes, packed = true } of entries) {
    const data = packed ? deflateRawSync(bytes) : bytes
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt16LE(packed ? 8 : 0, 4)
    common.writeUInt32LE(crc32(bytes), 10)
    common.writeUInt32LE(data.length, 14)
    common.writeUInt32LE(bytes.length, 18)
    common.writeUInt16LE(name.length, 22)
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), common, Buffer.from(name)])
    const tail = Buffer.alloc(14)
    tail.writeUInt32LE(offset, 10)
    list.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\0', 'latin1'), common, tail, Buffer.from(name)]))
    parts.push(local, data)
    offset += local.length + data.length
    count += 1
  }
  const central = Buffer.concat(list)
  const isLong = count > 65_535
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(isLong ? 0xffff : count, 8)
  end.writeUInt16LE(isLong ? 0xffff : count, 10)
  end.writeUInt32LE(isLong ? 0xffffffff : central.length, 12)
  end.writeUInt32LE(isLong ? 0xffffffff : offset, 16)
  return Buffer.concat([...parts, central, ...(isLong ? [zip64End(count, central.length, offset)] : []), end])
}

/** The end of a list with more than 65,535 names, and its offset (APPNOTE 4.3.14 and 4.3.15). */
function zip64End(count: number, size: number, offset: number): Buffer {
  const record = Buffer.alloc(76)
  record.writeUInt32LE(0x06064b50, 0)
  record.writeBigUInt64LE(44n, 4)
  record.writeUInt16LE(45, 12)
  record.writeUInt16LE(45, 14)
  record.writeBigUInt64LE(BigInt(count), 24)
  record.writeBigUInt64LE(BigInt(count), 32)
  record.writeBigUInt64LE(BigInt(size), 40)
  record.writeBigUInt64LE(BigInt(offset), 48)
  record.writeUInt32LE(0x07064b50, 56)
  record.writeBigUInt64LE(BigInt(offset + size), 64)
  record.writeUInt32LE(1, 72)
  return record
}

const shell = '{"format":"espalier-project","version":1,"title":"Bomb","view":null,"uploads":[],'

/** A zip whose tree is a repeated part between a head and a tail. */
export const treeOf = (head: string, part: string, bytes: number): Buffer =>
  zipOf([{ name: 'project.json', bytes: Buffer.from(head + part.repeat(Math.floor(bytes / part.length))) }])

/** A chain of cards of which the last one has a picture, in the form of an export. */
export async function chainOf(length: number): Promise<Buffer> {
  const cards = Array.from({ length }, (_, place) => {
    const id = fileId(place + 1)
    const isLast = place === length - 1
    return cardRecord(id, {
      parentGenerationId: place === 0 ? null : fileId(place),
      branchKind: place === 0 ? null : 'remix',
      canvasY: 450 * place,
      images: [imageRecord(id.replace(/.$/, '1'), isLast ? {} : { status: 'cancelled', file: null })],
    })
  })
  const picture = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#336699' } })
    .png()
    .toBuffer()
  return zipOf([
    { name: 'project.json', bytes: Buffer.from(`${shell}"cards":${JSON.stringify(cards)}}`) },
    { name: cards.at(-1)?.images[0]?.file ?? '', bytes: picture },
  ])
}

/** The most cards of a project, each with a long prompt: no bomb, but the largest accepted import. */
export function maxTree(cards: number): Buffer {
  const prompt = 'a fox in the snow, '.repeat(40)
  const records = Array.from({ length: cards }, (_, place) =>
    JSON.stringify(
      cardRecord(fileId(place + 1), {
        prompt,
        canvasX: (place % 200) * 900,
        canvasY: Math.floor(place / 200) * 450,
        images: Array.from({ length: 2 }, (_image, orderNum) =>
          imageRecord(fileId(place + 1).replace(/.$/, String(orderNum + 1)), {
            orderNum,
            status: 'cancelled',
            file: null,
          }),
        ),
      }),
    ),
  )
  return zipOf([{ name: 'project.json', bytes: Buffer.from(`${shell}"cards":[${records.join(',')}]}`) }])
}

/** A tree without cards behind this many names of missing pictures. */
export function manyNames(count: number): Buffer {
  function* entries(): Generator<ZipEntry> {
    for (let place = 0; place < count; place++)
      yield { name: `images/${randomUUID()}.png`, bytes: Buffer.alloc(0), packed: false }
    yield { name: 'project.json', bytes: Buffer.from(`${shell}"cards":[]}`) }
  }
  return zipOf(entries())
}

export const zipBombs: readonly (readonly [string, () => Buffer])[] = [
  ['30 MB of empty cards in a zip', () => treeOf(`${shell}"cards":[`, '{},', 30_000_000)],
  ['200 MB of empty cards in a zip', () => treeOf(`${shell}"cards":[`, '{},', 199_000_000)],
  ['30 MB of lists in lists in a zip', () => treeOf(`${shell}"cards":[`, '[', 30_000_000)],
  ['30 MB of small values in one card', () => treeOf(`${shell}"cards":[{"images":[`, '0,', 30_000_000)],
  ['a title of 90 MB', () => treeOf('{"title":"', 'x', 90_000_000)],
]

/** A picture of about this many bytes, all neighboring pixels different. @param text The text of its record. */
export async function largePicture(bytes: number, text: string): Promise<Buffer> {
  const side = Math.floor(Math.sqrt(bytes / 3))
  const raw = randomBytes(side * side * 3)
  const png = await sharp(raw, { raw: { width: side, height: side, channels: 3 } })
    .png({ compressionLevel: 0 })
    .toBuffer()
  return Buffer.concat(withPngTexts(png, { record: text, source: null }))
}

/** A small PNG whose record is compressed: some hundred bytes for two million characters (PNG, 11.3.3.4). */
export async function packedRecord(text: string): Promise<Buffer> {
  const png = await largePicture(300, '{}')
  const data = Buffer.concat([Buffer.from('Espalier\0\x01\0\0\0', 'latin1'), deflateSync(Buffer.from(text))])
  const headEnd = 33
  return Buffer.concat([png.subarray(0, headEnd), pngChunk('iTXt', data), png.subarray(headEnd)])
}

const flatSide = 7_000
const flat = (channels: 3 | 4) =>
  sharp({ create: { width: flatSide, height: flatSide, channels, background: '#123456' } })

/** Pictures of one color: small files that take as much memory as their decoders ever do. */
export const flatPictures: readonly (readonly [string, () => Promise<Buffer>])[] = [
  ['PNG', () => flat(4).png({ compressionLevel: 9 }).toBuffer()],
  ['interlaced PNG', () => flat(4).png({ progressive: true, compressionLevel: 9 }).toBuffer()],
  [
    'interlaced PNG of 16 bits',
    () => flat(4).toColourspace('rgb16').png({ progressive: true, compressionLevel: 9 }).toBuffer(),
  ],
  ['progressive JPEG', () => flat(3).jpeg({ progressive: true, quality: 50 }).toBuffer()],
  ['WebP', () => flat(4).webp({ lossless: true, effort: 0 }).toBuffer()],
  ['GIF', () => flat(3).gif({ effort: 1 }).toBuffer()],
  ['AVIF', () => flat(3).avif({ effort: 0, quality: 40 }).toBuffer()],
]

/** A mask with a white square. */
export async function flatMask(): Promise<Buffer> {
  const square = await sharp({ create: { width: 3_000, height: 3_000, channels: 3, background: '#fff' } })
    .png()
    .toBuffer()
  return sharp({ create: { width: flatSide, height: flatSide, channels: 3, background: '#000' } })
    .composite([{ input: square, left: 1_000, top: 1_000 }])
    .png()
    .toBuffer()
}
