import sharp from 'sharp'
import { type SheetSize, sheetColumns, sheetSizes, sheetSlotRect } from '#domain/board/sheet.ts'

/** One picture of a sheet. */
export type SheetTile = {
  readonly slot: number
  /** Pixels of the image itself. */
  readonly width: number
  readonly height: number
  /** `#rrggbb`: stands in for a thumbnail that can't be had. */
  readonly averageColor: string
}

/** What a person waits for comes first: a sheet is drawn with little at a time. */
const atOnce = 4

/** A slot's pixels, the picture's last row and column repeated to its edge, so that no foreign colour bleeds into it. */
async function drawTile(tile: SheetTile, size: SheetSize, thumbnail: Uint8Array | null): Promise<Buffer> {
  const { width, height } = sheetSlotRect(tile.slot, size, tile)
  const background = tile.averageColor
  if (!thumbnail)
    return sharp({ create: { width: size, height: size, channels: 3, background } })
      .raw()
      .toBuffer()
  const drawn = await sharp(thumbnail)
    .flatten({ background })
    .resize(width, height, { fit: 'fill' })
    .png({ compressionLevel: 0 })
    .toBuffer()
  return sharp(drawn)
    .extend({ right: size - width, bottom: size - height, extendWith: 'copy' })
    .toColourspace('srgb')
    .raw()
    .toBuffer()
}

/**
 * Draws a sheet in both sizes, as JPEG: WebP of the same look decodes three times as slowly in Chromium (17 against 60 ms
 * for 1280 × 1280) and is no smaller. Quality 80 without chroma at full size: a slot is whole blocks, so slots don't mix.
 * @param thumbnailOf The thumbnail of 64 pixels; null where it can't be had.
 */
export async function renderSheet<Tile extends SheetTile>(
  tiles: readonly Tile[],
  thumbnailOf: (tile: Tile) => Promise<Uint8Array | null>,
): Promise<Readonly<Record<SheetSize, Buffer>>> {
  const pixels: Record<SheetSize, Buffer> = { 32: blankSheet(32), 64: blankSheet(64) }
  const waiting = [...tiles]
  const draw = async () => {
    for (let tile = waiting.pop(); tile; tile = waiting.pop()) {
      const thumbnail = await thumbnailOf(tile)
      for (const size of sheetSizes) copySlot(await drawTile(tile, size, thumbnail), pixels[size], tile.slot, size)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, draw))
  const encode = (size: SheetSize) => {
    const side = sheetColumns * size
    return sharp(pixels[size], { raw: { width: side, height: side, channels: 3 } })
      .jpeg({ quality: 80 })
      .toBuffer()
  }
  return { 32: await encode(32), 64: await encode(64) }
}

const blankSheet = (size: SheetSize) => Buffer.alloc((sheetColumns * size) ** 2 * 3)

function copySlot(from: Buffer, to: Buffer, slot: number, size: SheetSize): void {
  const stride = sheetColumns * size * 3
  const start = Math.floor(slot / sheetColumns) * size * stride + (slot % sheetColumns) * size * 3
  for (let row = 0; row < size; row++) from.copy(to, start + row * stride, row * size * 3, (row + 1) * size * 3)
}
