import { open, stat } from 'node:fs/promises'
import sharp, { type Create, type CreateRaw, type Metadata, type Sharp, type SharpOptions } from 'sharp'
import { type PictureKind, sniffedBytes, sniffPicture } from '#domain/pictures/sniff-picture.ts'
import { describesColors } from '#domain/records/png-colors.ts'
import type { Admit } from './admission.ts'
import { withColorProfile } from './described-colors.ts'
import type { PictureSource } from './picture-source.ts'
import { type DecodedKind, type DecodedUse, decodedKindOf, pictureWeight } from './picture-weight.ts'

// Only the formats that providers deliver; formats that can run code or load other files (SVG, PDF, Magick) are never
// opened.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: [
    'VipsForeignLoadPng',
    'VipsForeignLoadJpeg',
    'VipsForeignLoadWebp',
    'VipsForeignLoadHeif',
    'VipsForeignLoadNsgif',
  ],
})

/** 50 megapixels: the limit for a picture from outside. */
export const maxPixels = 50_000_000
/** The limit for a picture that is opened without room: about 10 MB, of the slowest kind 50 MB. */
const maxSmallPixels = 2_400_000

/** A picture as its first bytes describe it. */
export type MeasuredPicture = {
  readonly kind: PictureKind | null
  /** null: no picture, or one that can't be opened. It weighs its file, and fails when it is opened. */
  readonly decoded: DecodedKind | null
  readonly pixels: number
  readonly fileBytes: number
  /** Bytes of the copy with a color profile that a file in memory gets where its decoder doesn't read its colors; 0: it gets none. */
  readonly copyBytes: number
}

/** Room in memory that is held while pictures are decoded. */
export type DecodingRoom = {
  /**
   * Opens a picture in the colors that its file describes, with a limit on pixels; broken data fails instead of decoding to something else.
   * @throws Error once the room is given back: nothing is decoded outside of it.
   */
  openPicture(source: PictureSource): Promise<Sharp>
  /** Opens a mask: values as they are stored, whatever colors the file says they are. */
  openMask(source: PictureSource): Sharp
  /** The same as a picture with all frames of an animation. */
  openAnimation(source: PictureSource): Sharp
}

const optionsOf = (limitInputPixels: number) =>
  ({ limitInputPixels, failOn: 'error', sequentialRead: true }) as const satisfies SharpOptions
const decode = (source: PictureSource, pixels: number) => sharp(source, optionsOf(pixels)).timeout({ seconds: 30 })
const decodeAnimation = (source: PictureSource) =>
  sharp(source, { ...optionsOf(maxPixels), animated: true }).timeout({ seconds: 30 })

/** Reads what a file says of its picture; nothing is decoded. @throws Error where it says nothing that can be read. */
export const readHeader = (source: PictureSource): Promise<Metadata> =>
  sharp(source, { limitInputPixels: false }).metadata()

async function headOf(source: PictureSource): Promise<{ readonly head: Uint8Array; readonly fileBytes: number }> {
  if (typeof source !== 'string') return { head: source, fileBytes: source.byteLength }
  const file = await open(source, 'r')
  try {
    const { buffer, bytesRead } = await file.read(new Uint8Array(sniffedBytes), 0, sniffedBytes, 0)
    return { head: buffer.subarray(0, bytesRead), fileBytes: (await stat(source)).size }
  } finally {
    await file.close()
  }
}

/** The copy with a profile, as the beginning of a file in memory tells of it. */
const copyOf = (kind: PictureKind | null, head: Uint8Array, fileBytes: number) =>
  kind === 'png' && describesColors(head) ? fileBytes : 0

/** The facts by a whole file, where its header says more than its first bytes. */
const decodedBy = (kind: PictureKind, { isProgressive, depth }: Metadata): DecodedKind => ({
  kind,
  isProgressive: isProgressive === true,
  bitsPerChannel: depth === 'uchar' ? 8 : 16,
})

/** Measures a picture by its own bytes, whatever it is called. */
export async function measurePicture(source: PictureSource): Promise<MeasuredPicture> {
  const { head, fileBytes } = await headOf(source)
  const kind = sniffPicture(head.subarray(0, sniffedBytes))
  const header = kind && (await readHeader(source).catch(() => null))
  // The copy of a file on the disk is the only one in memory.
  const copyBytes = typeof source === 'string' ? 0 : copyOf(kind, source, fileBytes)
  if (!kind || !header) return { kind, decoded: null, pixels: 0, fileBytes, copyBytes }
  const pixels = header.width * (header.pageHeight ?? header.height)
  return { kind, decoded: decodedBy(kind, header), pixels, fileBytes, copyBytes }
}

/**
 * Measures a picture by its beginning, before the rest of it is read. @param stored.pixels As it was measured before; null: unknown,
 * then the beginning says it, or it weighs as the largest.
 */
export async function measureHead(
  head: Uint8Array,
  stored: { readonly fileBytes: number; readonly pixels: number | null },
): Promise<MeasuredPicture> {
  const { fileBytes } = stored
  const kind = sniffPicture(head.subarray(0, sniffedBytes))
  const copyBytes = copyOf(kind, head, fileBytes)
  if (!kind) return { kind, decoded: null, pixels: 0, fileBytes, copyBytes }
  const header = stored.pixels === null ? await readHeader(head).catch(() => null) : null
  const measured = header ? header.width * (header.pageHeight ?? header.height) : maxPixels
  return { kind, decoded: decodedKindOf(kind, head), pixels: stored.pixels ?? measured, fileBytes, copyBytes }
}

/** Memory that a measured picture takes, in bytes. One with more pixels than are ever opened is refused by its header. */
export function weightOfMeasured(picture: MeasuredPicture, use: DecodedUse): number {
  const { decoded, pixels, fileBytes, copyBytes } = picture
  if (decoded === null || pixels > maxPixels) return 2 * fileBytes + copyBytes
  return pictureWeight({ pixels, fileBytes }, decoded, use) + (use === 'unopened' ? 0 : copyBytes)
}

/** Pictures that are decoded in one room, and the memory for other things beside them, in bytes. */
export type RoomNeeded = {
  readonly pictures: readonly MeasuredPicture[]
  readonly use: DecodedUse
  readonly besides?: number
}

/**
 * Waits for the room that pictures need, and decodes them within it: the one way to open a picture. Rooms are taken one after the
 * other, never one within another: both would be of one owner's share.
 * @throws AdmissionRefused where there is none.
 */
export function withDecodingRoom<Value>(
  admit: Admit,
  { pictures, use, besides = 0 }: RoomNeeded,
  work: (room: DecodingRoom) => Promise<Value>,
): Promise<Value> {
  const weight = pictures.reduce((sum, picture) => sum + weightOfMeasured(picture, use), besides)
  return admit(weight, async () => {
    let isHeld = true
    const checkHeld = () => {
      if (!isHeld) throw new Error('A picture is opened outside of the room that was taken for it.')
    }
    try {
      return await work({
        async openPicture(source) {
          checkHeld()
          return decode(await withColorProfile(source), maxPixels)
        },
        openMask(source) {
          checkHeld()
          return decode(source, maxPixels)
        },
        openAnimation(source) {
          checkHeld()
          return decodeAnimation(source)
        },
      })
    } finally {
      isHeld = false
    }
  })
}

/** The same for one encoded picture that is in memory, or in a file. */
export async function withPictureRoom<Value>(
  admit: Admit,
  { source, use }: { readonly source: PictureSource; readonly use: DecodedUse },
  work: (room: DecodingRoom) => Promise<Value>,
): Promise<Value> {
  return withDecodingRoom(admit, { pictures: [await measurePicture(source)], use }, work)
}

/** The room that another process holds for this one, which was started to decode one picture. */
export const roomOfParent: DecodingRoom = {
  openPicture: async (source) => decode(await withColorProfile(source), maxPixels),
  openMask: (source) => decode(source, maxPixels),
  openAnimation: decodeAnimation,
}

/** Opens a picture that needs no room: one of at most 2.4 megapixels, such as a thumbnail. */
export const openSmall = (source: Uint8Array): Sharp => decode(source, maxSmallPixels)

/** A picture of pixels that were decoded or drawn here. */
export const pictureOfPixels = (data: Uint8Array, raw: CreateRaw): Sharp => sharp(data, { raw })

/** A picture of one color. */
export const blankPicture = (create: Create): Sharp => sharp({ create })

/** Frames of an animation, each a small picture. */
export const animationOf = (frames: readonly Buffer[]): Sharp => sharp([...frames], { join: { animated: true } })
