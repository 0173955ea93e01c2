import { openSmall } from '../operations/decoding-room.ts'

/** The letters of the mark, each five cells wide and seven high. Drawn here: a server may have no fonts. */
const letters = [
  ['11110', '10001', '10001', '11110', '10000', '10000', '10000'],
  ['11110', '10001', '10001', '11110', '10100', '10010', '10001'],
  ['01110', '10001', '10001', '10001', '10001', '10001', '01110'],
  ['01110', '10001', '10001', '10001', '10001', '10001', '01110'],
  ['11111', '10000', '10000', '11110', '10000', '10000', '10000'],
]
const letterCells = { width: 6, height: 7 }
/** Cells between one mark and the next: in a row, and from row to row. */
const gap = { x: 12, y: 11 }
const wordCells = { width: letters.length * letterCells.width + gap.x, height: letterCells.height + gap.y }
/** Marks across the longest side. */
const marksAcross = 4
const white = { color: 255, alpha: 96 }
/** Keeps the mark readable on white. */
const shadow = { color: 0, alpha: 64 }

/** Whether a cell of one mark is inked; below zero and beyond it, the mark begins again. */
function isInked(column: number, row: number): boolean {
  const line = Math.floor(row / wordCells.height)
  // Every other row begins half a mark further, so that no column stays free.
  const shifted = column + (line % 2 === 0 ? 0 : Math.floor(wordCells.width / 2))
  const x = ((shifted % wordCells.width) + wordCells.width) % wordCells.width
  const y = ((row % wordCells.height) + wordCells.height) % wordCells.height
  const letter = letters[Math.floor(x / letterCells.width)]
  return letter?.[y]?.[x % letterCells.width] === '1'
}

/** The mark all over a picture, as RGBA. */
function drawMarks(width: number, height: number): Buffer {
  const cell = Math.max(1, Math.round(Math.max(width, height) / (marksAcross * wordCells.width)))
  const pixels = Buffer.alloc(width * height * 4)
  const offset = Math.max(1, Math.round(cell / 3))
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const isMark = isInked(Math.floor(x / cell), Math.floor(y / cell))
      const isShadow = !isMark && isInked(Math.floor((x - offset) / cell), Math.floor((y - offset) / cell))
      if (!isMark && !isShadow) continue
      const { color, alpha } = isMark ? white : shadow
      pixels.fill(color, (y * width + x) * 4, (y * width + x) * 4 + 3)
      pixels[(y * width + x) * 4 + 3] = alpha
    }
  }
  return pixels
}

/** A picture of at most 2.4 megapixels with a visible mark all over it, as WebP. */
async function markVisibly(picture: Uint8Array): Promise<Uint8Array> {
  const { width, height } = await openSmall(picture).metadata()
  const raw = { width, height, channels: 4 } as const
  return openSmall(picture)
    .composite([{ input: drawMarks(width, height), raw }])
    .webp({ quality: 82, effort: 2 })
    .toBuffer()
}

/** Limit of the marked pictures that are kept, in bytes. */
const maxKeptBytes = 32_000_000

/** Marked pictures by their key, each made once while it is in use. */
export type Watermarks = {
  read(key: string, picture: Uint8Array): Promise<Uint8Array>
}

/** Keeps marked pictures in this process; those that were not read for longest are dropped first. */
export function createWatermarks(): Watermarks {
  const kept = new Map<string, Uint8Array>()
  const making = new Map<string, Promise<Uint8Array>>()
  let bytes = 0

  function keep(key: string, picture: Uint8Array): void {
    bytes += picture.byteLength - (kept.get(key)?.byteLength ?? 0)
    kept.delete(key)
    kept.set(key, picture)
    for (const [oldest, { byteLength }] of kept) {
      if (bytes <= maxKeptBytes) return
      kept.delete(oldest)
      bytes -= byteLength
    }
  }

  return {
    async read(key, picture) {
      const current = kept.get(key) ?? (await making.get(key))
      if (current) {
        keep(key, current)
        return current
      }
      const made = markVisibly(picture).finally(() => making.delete(key))
      making.set(key, made)
      const marked = await made
      keep(key, marked)
      return marked
    },
  }
}
