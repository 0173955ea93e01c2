/** The fields of an image that its place depends on. */
export type LaidImage = { readonly id: string; readonly width: number; readonly height: number; readonly day: string }

/** Screen pixels from the top left of the list. `index` is the image's index in the list. */
type PlacedImage = { readonly index: number; readonly left: number; readonly width: number }
export type LayoutRow =
  | {
      readonly kind: 'day'
      readonly top: number
      readonly height: number
      readonly day: string
      readonly count: number
    }
  | { readonly kind: 'images'; readonly top: number; readonly height: number; readonly images: readonly PlacedImage[] }

type LayoutMeasures = {
  /** Width of the list. */
  readonly width: number
  /** The approximate height of a row. */
  readonly rowHeight: number
  readonly gap: number
}

/** A day's heading: 16 above it, its line of 20, and 12 below it. */
const dayHeight = 48
/** A row is closed at the first image with which it is no higher than this, as a fraction of the wanted height. */
const tallest = 1.12

/**
 * Rows that fill the width without cropping anything, under a heading for each day. The last row of a day keeps the
 * wanted height instead of being stretched.
 */
export function layOutAssets(images: readonly LaidImage[], { width, rowHeight, gap }: LayoutMeasures) {
  const rows: LayoutRow[] = []
  let top = 0
  let row: number[] = []

  const ratioOf = (index: number) => {
    const image = images[index]
    return image ? image.width / image.height : 1
  }
  const close = (height: number) => {
    let left = 0
    const placed = row.map((index) => {
      const place = { index, left, width: height * ratioOf(index) }
      left += place.width + gap
      return place
    })
    rows.push({ kind: 'images', top, height, images: placed })
    top += height + gap
    row = []
  }
  const fullHeight = () => (width - gap * (row.length - 1)) / row.reduce((sum, index) => sum + ratioOf(index), 0)

  for (const [index, { day }] of images.entries()) {
    if (day !== images[index - 1]?.day) {
      const count = images.findIndex((image, after) => after > index && image.day !== day)
      rows.push({ kind: 'day', top, height: dayHeight, day, count: (count < 0 ? images.length : count) - index })
      top += dayHeight
    }
    row.push(index)
    if (fullHeight() <= rowHeight * tallest) close(fullHeight())
    else if (images[index + 1]?.day !== day) close(Math.min(rowHeight, fullHeight()))
  }
  return { rows, height: Math.max(0, top - gap) }
}

/** The rows between two heights, by binary search. */
export function rowsBetween(rows: readonly LayoutRow[], from: number, to: number): readonly LayoutRow[] {
  let low = 0
  let high = rows.length
  while (low < high) {
    const middle = (low + high) >> 1
    const row = rows[middle]
    if (row && row.top + row.height < from) low = middle + 1
    else high = middle
  }
  const end = rows.findIndex((row, index) => index >= low && row.top > to)
  return rows.slice(low, end < 0 ? rows.length : end)
}

/** `quick`: pictures pass too fast to be looked at. */
export type ScrollPace = 'calm' | 'quick'

/** The position of a list at a time: screen pixels from the window's top, and milliseconds of the page's clock. */
export type ScrollPlace = { readonly top: number; readonly atMs: number }

/** Screens a second. A wheel that is turned steadily stays below. */
const quickest = 2

/** The scroll speed between two positions. @param screenHeight Screen pixels. */
export function paceBetween(before: ScrollPlace, after: ScrollPlace, screenHeight: number): ScrollPace {
  const seconds = Math.max(1, after.atMs - before.atMs) / 1_000
  return Math.abs(after.top - before.top) / screenHeight / seconds > quickest ? 'quick' : 'calm'
}
