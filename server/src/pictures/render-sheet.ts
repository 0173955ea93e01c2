import { type SheetSize, sheetColumns, sheetSlotRect } from '#domain/board/sheet.ts'
import { blankPicture, openSmall, pictureOfPixels } from '../operations/decoding-room.ts'

/** One picture of a sheet. */
export type SheetTile = {
  readonly slot: number
  /** Pixels of the image itself. */
  readonly width: number
  readonly height: number
  /** `#rrggbb`: the fallback for a missing thumbnail. */
  readonly averageColor: string
}

const slotSize = 64
const sheetSide = sheetColumns * slotSize
const channels = 3

/** Limited concurrency, so that requests of users come first. */
const atOnce = 4

/** A slot's pixels, the picture's last row and column repeated to its edge, so that no foreign color bleeds into it. */
export function drawTile(tile: SheetTile, thumbnail: Uint8Array | null): Promise<Buffer> {
  const { width, height } = sheetSlotRect(tile.slot, slotSize, tile)
  const background = tile.averageColor
  if (!thumbnail) return blankPicture({ width: slotSize, height: slotSize, channels, background }).raw().toBuffer()
  return openSmall(thumbnail)
    .flatten({ background })
    .resize(width, height, { fit: 'fill' })
    .extend({ right: slotSize - width, bottom: slotSize - height, extendWith: 'copy' })
    .toColourspace('srgb')
    .raw()
    .toBuffer()
}

/** The same, with the color alone where the thumbnail can not be decoded. */
const drawTileOrColor = (tile: SheetTile, thumbnail: Uint8Array | null): Promise<Buffer> =>
  drawTile(tile, thumbnail).catch(() => drawTile(tile, null))

/** The same at half its size: the mean of each four pixels, so that neighboring slots don't bleed in. */
function halve(pixels: Buffer, side: number): Buffer {
  const half = side / 2
  const halved = Buffer.alloc(half * half * channels)
  const stride = side * channels
  for (let y = 0, to = 0; y < half; y++)
    for (let x = 0; x < half; x++)
      for (let channel = 0; channel < channels; channel++) {
        const at = 2 * y * stride + 2 * x * channels + channel
        const sum = (pixels[at] ?? 0) + (pixels[at + channels] ?? 0) + (pixels[at + stride] ?? 0)
        halved[to++] = (sum + (pixels[at + stride + channels] ?? 0) + 2) >> 2
      }
  return halved
}

/**
 * JPEG: WebP of the same look decodes three times as slowly in Chromium (60 against 17 ms for 1280 × 1280) and is no
 * smaller. A slot is whole blocks of 16 pixels, so that slots don't mix.
 */
const encode = (pixels: Buffer, side: number) =>
  pictureOfPixels(pixels, { width: side, height: side, channels }).jpeg({ quality: 80 }).toBuffer()

/** A sheet that is being filled slot by slot. */
export function createSheetPixels() {
  const pixels = Buffer.alloc(sheetSide * sheetSide * channels)
  return {
    /** @param tile As `drawTile` makes it. */
    place(slot: number, tile: Buffer) {
      const stride = sheetSide * channels
      const row = slotSize * channels
      const start = Math.floor(slot / sheetColumns) * slotSize * stride + (slot % sheetColumns) * row
      for (let y = 0; y < slotSize; y++) tile.copy(pixels, start + y * stride, y * row, (y + 1) * row)
    },
    /** The files of both sizes. */
    async encode(): Promise<Readonly<Record<SheetSize, Buffer>>> {
      return { 32: await encode(halve(pixels, sheetSide), sheetSide / 2), 64: await encode(pixels, sheetSide) }
    },
  }
}

/** Draws a sheet in both sizes. @param thumbnailOf The thumbnail of 64 pixels; null where it is missing. */
export async function renderSheet<Tile extends SheetTile>(
  tiles: readonly Tile[],
  thumbnailOf: (tile: Tile) => Promise<Uint8Array | null>,
): Promise<Readonly<Record<SheetSize, Buffer>>> {
  const sheet = createSheetPixels()
  const waiting = [...tiles]
  const draw = async () => {
    for (let tile = waiting.pop(); tile; tile = waiting.pop())
      sheet.place(tile.slot, await drawTileOrColor(tile, await thumbnailOf(tile)))
  }
  await Promise.all(Array.from({ length: atOnce }, draw))
  return sheet.encode()
}
