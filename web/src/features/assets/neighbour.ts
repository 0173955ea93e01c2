import type { LayoutRow } from './asset-layout.ts'

/** The image beside, above or below one, by an arrow key; null at the edges and for any other key. */
export function neighbourOf(rows: readonly LayoutRow[], index: number, key: string): number | null {
  const imageRows = rows.filter((row) => row.kind === 'images')
  const at = imageRows.findIndex(({ images }) => images.some((image) => image.index === index))
  const own = imageRows[at]?.images.find((image) => image.index === index)
  if (!own) return null
  const last = imageRows.at(-1)?.images.at(-1)?.index ?? 0
  if (key === 'ArrowLeft') return index > 0 ? index - 1 : null
  if (key === 'ArrowRight') return index < last ? index + 1 : null
  const next = key === 'ArrowUp' ? imageRows[at - 1] : key === 'ArrowDown' ? imageRows[at + 1] : undefined
  if (!next) return null
  const middle = own.left + own.width / 2
  const distance = (image: { left: number; width: number }) => Math.abs(image.left + image.width / 2 - middle)
  return next.images.reduce((best, image) => (distance(image) < distance(best) ? image : best)).index
}
