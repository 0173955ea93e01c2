import type { Rect } from '../geometry/rect.ts'
import { type CardPlace, cardRect, cardWidth } from './card.ts'

/** All in canvas pixels: 800 = 16 + 4 × 186 + 3 × 8 + 16, and 340 = 16 + 64 + 12 + 192 + 8 + 40 + 8. */
export const cardPadding = 16
export const promptHeight = 64
export const pictureGap = 8
export const pictureColumn = 186
export const pictureHeight = 192
/** The top of the row of pictures, from the card's top: padding, prompt, gap. */
export const picturesTop = cardPadding + promptHeight + 12
const columns = 4

/** The size of a picture in its column: as large as it fits, in its own ratio. */
export function pictureSize(picture: { readonly width: number; readonly height: number }) {
  const scale = Math.min(pictureColumn / picture.width, pictureHeight / picture.height)
  return { width: Math.round(picture.width * scale), height: Math.round(picture.height * scale) }
}

/**
 * The column of one image of a card, on the board; the picture is centered in it. More than four images take further
 * rows.
 */
export function pictureColumnRect(card: CardPlace, place: number): Rect {
  const column = place % columns
  const row = Math.floor(place / columns)
  return {
    x: card.x + cardPadding + column * (pictureColumn + pictureGap),
    y: card.y + picturesTop + row * (pictureHeight + pictureGap),
    width: pictureColumn,
    height: pictureHeight,
  }
}

/** The place of the picture itself on the board. */
export function pictureRect(card: CardPlace, place: number, picture: { width: number; height: number }): Rect {
  const column = pictureColumnRect(card, place)
  const { width, height } = pictureSize(picture)
  return {
    x: column.x + (column.width - width) / 2,
    y: column.y + (column.height - height) / 2,
    width,
    height,
  }
}

/** The widest line of a card's prompt. */
export const promptWidth = cardWidth - 2 * cardPadding

/** The place of the single picture of a card seen from far away: as large as it fits into the card, centered. */
export function bestPictureRect(card: CardPlace, picture: { width: number; height: number }): Rect {
  const area = cardRect(card)
  const room = { width: area.width - 2 * cardPadding, height: area.height - 2 * cardPadding }
  const scale = Math.min(room.width / picture.width, room.height / picture.height)
  const [width, height] = [Math.round(picture.width * scale), Math.round(picture.height * scale)]
  return { x: area.x + (area.width - width) / 2, y: area.y + (area.height - height) / 2, width, height }
}
