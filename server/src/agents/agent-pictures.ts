import { buffer } from 'node:stream/consumers'
import { type DigitalSource, digitalSourceOfAll } from '#domain/records/digital-source.ts'
import { success } from '#domain/result.ts'
import type { AsyncResult } from '../db/refusal.ts'
import { type ImageFileRequest, readImageFile } from '../features/images/read-image-file.ts'
import { readDigitalSource } from '../features/provenance/digital-source.ts'
import { blankPicture, type DecodingRoom, openSmall, withDecodingRoom } from '../operations/decoding-room.ts'
import type { DecodedUse } from '../operations/picture-weight.ts'
import { markPicture } from '../pictures/picture-record.ts'
import { measureFile } from '../pictures/stored-picture.ts'
import type { AgentCall, AgentDeps, AgentPicture } from './agent-tool.ts'

/**
 * Pictures for models: JPEG, which all of them read. About width × height / 750 tokens each, so a sheet of four costs as much as
 * one picture of its size: 790 for 768 by 768.
 */
const quality = 80
const sheetSide = 768
const gap = 4
/** Pixels of the longest side of one picture, by what it is for. */
const sides = { low: 512, high: 1_024 } as const

async function asPicture(
  { fileSigner }: Pick<AgentDeps, 'fileSigner'>,
  jpeg: Uint8Array,
  source: DigitalSource | null,
): Promise<AgentPicture> {
  const signed = await fileSigner.sign(await markPicture(jpeg, source), source)
  return { mediaType: 'image/jpeg', base64: Buffer.from(signed).toString('base64') }
}

export type PictureCaller = Pick<AgentCall, 'deps' | 'userId' | 'signal'>
type WantedFile = Pick<ImageFileRequest, 'imageId' | 'size' | 'format'> & {
  /** The use of a decoded file of this type. */
  use(mediaType: string): DecodedUse
}

/**
 * Reads the file of an image and makes something of its bytes, with room in memory for both; blurred while the safety filter hides it,
 * as for its person.
 */
export async function withPicture<Value>(
  { deps, userId, signal }: PictureCaller,
  { imageId, use, ...wanted }: WantedFile,
  make: (bytes: Buffer, mediaType: string, room: DecodingRoom) => Promise<Value>,
): AsyncResult<Value> {
  const work = deps.work.of(userId, signal)
  const file = await readImageFile(deps, { userId, imageId, ...wanted, sensitive: 'blurred', work })
  if (!file.ok) return file
  const { byteSize, mediaType } = file.value
  try {
    const picture = await measureFile({ byteSize, pixels: null, read: file.value.read })
    return await withDecodingRoom(work.admit, { pictures: [picture], use: use(mediaType) }, async (room) => {
      const read = file.value.read()
      return success(await make(read instanceof Uint8Array ? Buffer.from(read) : await buffer(read), mediaType, room))
    })
  } finally {
    file.value.close?.()
  }
}

/** The picture of an image in a size for models. */
export async function pictureForAgent(
  call: PictureCaller,
  imageId: string,
  detail: keyof typeof sides,
): AsyncResult<AgentPicture> {
  const size = detail === 'high' ? 'original' : 512
  return withPicture(
    call,
    { imageId, size, format: 'stored', use: () => 'shrunk' },
    async (bytes, _mediaType, room) => {
      const picture = await room.openPicture(bytes)
      const jpeg = await picture
        .autoOrient()
        .resize({ width: sides[detail], height: sides[detail], fit: 'inside', withoutEnlargement: true })
        .flatten({ background: '#ffffff' })
        .jpeg({ quality })
        .toBuffer()
      return asPicture(call.deps, jpeg, await readDigitalSource(call.deps, imageId))
    },
  )
}

/** The digits 1 to 4 as dots, five wide and seven high: this server opens no SVG, and a font may be missing. */
const digits = [
  ['..#..', '.##..', '..#..', '..#..', '..#..', '..#..', '.###.'],
  ['.###.', '#...#', '....#', '...#.', '..#..', '.#...', '#####'],
  ['.###.', '#...#', '....#', '..##.', '....#', '#...#', '.###.'],
  ['...#.', '..##.', '.#.#.', '#..#.', '#####', '...#.', '...#.'],
] as const
const dot = 4
const labelSize = { width: 7 * dot, height: 9 * dot }

/** A number in a corner: white on black, so that it is seen on every picture. Raw pixels of one channel. */
function label(place: number): Buffer {
  const pixels = Buffer.alloc(labelSize.width * labelSize.height)
  for (let y = 0; y < labelSize.height; y++)
    for (let x = 0; x < labelSize.width; x++)
      if (digits[place]?.[Math.floor(y / dot) - 1]?.[Math.floor(x / dot) - 1] === '#')
        pixels[y * labelSize.width + x] = 255
  return pixels
}

/**
 * One sheet of the images of a card, two by two with their numbers in the corners; a place without a picture stays gray. Null where
 * there is none at all. @param imageIds By their places.
 */
export async function sheetForAgent(
  call: AgentCall,
  imageIds: readonly (string | null)[],
): Promise<AgentPicture | null> {
  const side = (sheetSide - gap) / 2
  const parts = await Promise.all(
    imageIds.slice(0, 4).map(async (imageId, place) => {
      const picture = imageId === null ? null : await pictureForAgent(call, imageId, 'low')
      if (!picture?.ok) return []
      const left = (place % 2) * (side + gap)
      const top = Math.floor(place / 2) * (side + gap)
      const tile = await openSmall(Buffer.from(picture.value.base64, 'base64'))
        .resize({ width: side, height: side, fit: 'contain', background: '#808080' })
        .toBuffer()
      return [
        { input: tile, left, top },
        { input: label(place), raw: { ...labelSize, channels: 1 as const }, left, top },
      ]
    }),
  )
  if (parts.every((part) => part.length === 0)) return null
  const height = imageIds.length > 2 ? sheetSide : side
  const width = imageIds.length > 1 ? sheetSide : side
  const sheet = blankPicture({ width, height, channels: 3, background: '#808080' })
  const jpeg = await sheet.composite(parts.flat()).jpeg({ quality }).toBuffer()
  const shown = imageIds.slice(0, 4).filter((id) => id !== null)
  const sources = await Promise.all(shown.map((id) => readDigitalSource(call.deps, id)))
  return asPicture(call.deps, jpeg, digitalSourceOfAll(sources))
}
