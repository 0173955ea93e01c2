import type { Camera, ViewportSize } from '#domain/geometry/camera.ts'
import type { Rect } from '#domain/geometry/rect.ts'

/** The side of a tile in CSS pixels: a view of 1440 × 900 has a dozen, each painted in a few milliseconds. */
export const tileSide = 512

/** A tile's place in the grid of its level; the top left corner of 0:0 is the board's origin. */
export type TilePlace = { readonly column: number; readonly row: number }

export const tileKey = ({ column, row }: TilePlace) => `${column}:${row}`

/** The area of the board that a tile shows. @param zoom The zoom of the tile's level. */
export function tileArea({ column, row }: TilePlace, zoom: number): Rect {
  const side = tileSide / zoom
  return { x: column * side, y: row * side, width: side, height: side }
}

/** The tiles of a level that overlap a rectangle of the board, row by row. */
export function tilesIn(area: Rect, zoom: number): TilePlace[] {
  const side = tileSide / zoom
  const places: TilePlace[] = []
  const lastColumn = Math.ceil((area.x + area.width) / side)
  const lastRow = Math.ceil((area.y + area.height) / side)
  for (let row = Math.floor(area.y / side); row < lastRow; row++)
    for (let column = Math.floor(area.x / side); column < lastColumn; column++) places.push({ column, row })
  return places
}

/** As `tilesIn`, those nearest to the middle of the rectangle first. */
export function tilesOf(area: Rect, zoom: number): TilePlace[] {
  const side = tileSide / zoom
  const distance = ({ column, row }: TilePlace) =>
    Math.hypot((column + 0.5) * side - area.x - area.width / 2, (row + 0.5) * side - area.y - area.height / 2)
  return tilesIn(area, zoom).sort((a, b) => distance(a) - distance(b))
}

/** A rectangle extended by `pixels` of the screen on every side. */
export const grownBy = (area: Rect, pixels: number, zoom: number): Rect => ({
  x: area.x - pixels / zoom,
  y: area.y - pixels / zoom,
  width: area.width + (2 * pixels) / zoom,
  height: area.height + (2 * pixels) / zoom,
})

/** The camera's pan, aligned to whole device pixels: there tiles and text are sharp. */
export const onDevicePixels = ({ zoom, panX, panY }: Camera, devicePixelRatio: number): Camera => ({
  zoom,
  panX: Math.round(panX * devicePixelRatio) / devicePixelRatio,
  panY: Math.round(panY * devicePixelRatio) / devicePixelRatio,
})

/** Whether a viewport has a width and a height. */
export const hasArea = ({ width, height }: ViewportSize) => width > 0 && height > 0
