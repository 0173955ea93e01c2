import { longestTileSide } from './picture-size.ts'

/** The width of a column of the card's grid: four of them and three gaps of 8 fill 800 less the padding. */
const columnWidth = 186

/** The size of a picture in its column: as large as it fits, its own ratio kept. */
export function tileBox(picture: { readonly width: number; readonly height: number }) {
  const scale = Math.min(columnWidth / picture.width, longestTileSide / picture.height)
  return { width: Math.round(picture.width * scale), height: Math.round(picture.height * scale) }
}
