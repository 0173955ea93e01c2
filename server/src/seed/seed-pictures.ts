import { pixelSize } from '#domain/models/aspect-ratio.ts'
import { createSketchPool } from '#sketch/sketch-pool.ts'
import type { Admit } from '../operations/admission.ts'
import { openSmall, withPictureRoom } from '../operations/decoding-room.ts'
import { averageOf, inspectPicture } from '../pictures/inspect-picture.ts'
import { drawTile } from '../pictures/render-sheet.ts'
import { makeThumbnail } from '../pictures/thumbnails.ts'
import { seedRatios } from './plan-cards.ts'
import { type Random, rootPrompt } from './prompts.ts'

/** A picture with everything derived from it. */
export type SeedPicture = {
  /** JPEG */
  readonly original: Buffer
  readonly width: number
  readonly height: number
  readonly averageColor: string
  readonly thumbnail: Buffer
  /** Its slot of a sheet. */
  readonly tile: Buffer
}

/** Pictures painted by the built-in engine; the others are cropped and colored from them. */
const paintings = 12
const paintedSide = 512
/** Pictures of each ratio. */
const perRatio = 100
/** 30 to 60 kB for a megapixel: tens of thousands fit on a laptop. */
const quality = 35

/** A program of the operator, of whose pictures one is decoded at a time. */
const atOnce: Admit = (_weight, work) => work()

/** Measures a JPEG, and derives its thumbnails. */
export async function seedPictureOf(original: Buffer): Promise<SeedPicture> {
  const { width, height, averageColor, preview } = await withPictureRoom(
    atOnce,
    { source: original, use: 'shrunk' },
    (room) => inspectPicture(original, room),
  )
  const thumbnail = await makeThumbnail(preview, 64)
  const tile = await drawTile({ slot: 0, width, height, averageColor }, thumbnail)
  return { original, width, height, averageColor, thumbnail, tile }
}

async function paint(random: Random, threads: number): Promise<Uint8Array[]> {
  const pool = createSketchPool({ size: threads })
  try {
    return await Promise.all(
      Array.from({ length: paintings }, async (_, index) => {
        const seed = Math.floor(random() * 2_147_483_647)
        const { png } = await pool.paint({
          prompt: rootPrompt(random),
          seed,
          orderNum: index % 4,
          width: paintedSide,
          height: paintedSide,
        })
        return png
      }),
    )
  } finally {
    await pool.close()
  }
}

/** A hundred different pictures for each ratio: crops, mirrored or not, in other hues. */
export async function makeSeedPictures(random: Random, threads: number): Promise<ReadonlyMap<string, SeedPicture[]>> {
  const painted = await paint(random, threads)
  const make = async (ratio: (typeof seedRatios)[number], index: number): Promise<SeedPicture> => {
    const { width, height } = pixelSize(ratio, '1K')
    const side = Math.floor(paintedSide * (0.55 + random() * 0.45))
    const left = Math.floor(random() * (paintedSide - side))
    const top = Math.floor(random() * (paintedSide - side))
    const original = await openSmall(painted[index % paintings] ?? new Uint8Array())
      .extract({ left, top, width: side, height: side })
      .flop(index % 2 === 0)
      .modulate({ hue: Math.floor(random() * 360), brightness: 0.8 + random() * 0.4 })
      .resize(width, height, { fit: 'cover', kernel: 'linear' })
      .jpeg({ quality })
      .toBuffer()
    return seedPictureOf(original)
  }
  const byRatio = new Map<string, SeedPicture[]>()
  for (const ratio of seedRatios) {
    const pictures: SeedPicture[] = []
    for (let index = 0; index < perRatio; index += 4)
      pictures.push(...(await Promise.all([0, 1, 2, 3].map((more) => make(ratio, index + more)))))
    byRatio.set(ratio, pictures)
  }
  return byRatio
}

const quantizationMarker = 0xdb

/** The offsets of the quantization tables in a JPEG: luminance, then chrominance. */
function stepTables(jpeg: Buffer): number[] {
  const tables: number[] = []
  for (let offset = 2; jpeg[offset] === 0xff && jpeg[offset + 1] !== 0xda; ) {
    const end = offset + 2 + jpeg.readUInt16BE(offset + 2)
    if (jpeg[offset + 1] === quantizationMarker) for (let at = offset + 4; at < end; at += 65) tables.push(at + 1)
    offset = end
  }
  return tables
}

/** The largest growth of a step: up to here the picture keeps its look. */
const stepRange = 12

/**
 * The same picture with other pixels everywhere: its quantization steps of luminance, chrominance and gradients are a
 * little larger. Only bytes of the tables change, so that it takes no time.
 * @param variant From 0; 1,728 of them differ.
 */
export async function variantOf(picture: SeedPicture, variant: number): Promise<SeedPicture> {
  const original = Buffer.from(picture.original)
  const [light = 0, color = 0] = stepTables(original)
  const grow = (offset: number, by: number) => {
    original[offset] = Math.min(255, (original[offset] ?? 1) + by)
  }
  grow(light, variant % stepRange)
  // Both: a picture without color differs in its gradients.
  grow(color, Math.floor(variant / stepRange) % stepRange)
  grow(light + 1, Math.floor(variant / stepRange) % stepRange)
  grow(light + 2, Math.floor(variant / stepRange ** 2) % stepRange)
  const { data, info } = await openSmall(original)
    .resize(64, 64, { fit: 'inside' })
    .raw()
    .toBuffer({ resolveWithObject: true })
  const averageColor = averageOf(data, info.channels)
  const thumbnail = await makeThumbnail({ data, width: info.width, height: info.height, channels: 3 }, 64)
  const tile = await drawTile({ slot: 0, width: picture.width, height: picture.height, averageColor }, thumbnail)
  return { ...picture, original, averageColor, thumbnail, tile }
}
