import type { Rect } from '../geometry/rect.ts'
import { type CardPlace, cardHeightExpanded, cardRect, cardWidth } from './card.ts'

/** The proportions of a picture, in any unit. */
export type Proportions = { readonly width: number; readonly height: number }

/** All in canvas pixels: 800 = 12 + 4 × 188 + 3 × 8 + 12. */
export const cardPadding = 12
const pictureGap = 8
const column = 188
/** A single picture may be as wide. */
const singleColumn = 700
const singleGap = 24
/** Taller pictures than this ratio need the height of the caption's second line. */
const tallRatio = 0.79

/** The parts of a card's 340 canvas pixels: 12 + 282 + 46 with tall pictures or a single one, else 12 + 256 + 72. */
export type CardForm = {
  /** The height of the row of pictures. */
  readonly rowHeight: number
  readonly captionHeight: number
  /** The lines of the caption. */
  readonly captionLines: number
  /** The width of a picture's column. */
  readonly columnWidth: number
}

const tallForm: CardForm = { rowHeight: 282, captionHeight: 46, captionLines: 1, columnWidth: column }
const wideForm: CardForm = { rowHeight: 256, captionHeight: 72, captionLines: 2, columnWidth: column }
const singleForm: CardForm = { ...tallForm, columnWidth: singleColumn }

/** The form of a card. Depends on the number and the first ratio of its pictures alone, so that every view computes the same. */
export function cardForm(pictures: readonly Proportions[]): CardForm {
  const [first] = pictures
  if (!first) return wideForm
  if (pictures.length === 1) return singleForm
  return first.width / first.height < tallRatio ? tallForm : wideForm
}

/** The size of a picture on a card: as large as it fits into its column, in its own ratio. */
export function pictureSize(picture: Proportions, { columnWidth, rowHeight }: CardForm) {
  const scale = Math.min(columnWidth / picture.width, rowHeight / picture.height)
  return { width: Math.round(picture.width * scale), height: Math.round(picture.height * scale) }
}

/** The column of one picture of a card, on the board; the picture is centered in it. */
export function pictureColumnRect(card: CardPlace, form: CardForm, place: number): Rect {
  return {
    x: card.x + cardPadding + place * (form.columnWidth + pictureGap),
    y: card.y + cardPadding,
    width: form.columnWidth,
    height: form.rowHeight,
  }
}

/** The places of a card's pictures on the board; a single one stands at the left of its column. */
export function pictureRects(card: CardPlace, pictures: readonly Proportions[]): Rect[] {
  const form = cardForm(pictures)
  return pictures.map((picture, place) => {
    const { x, y, width: room, height: rowHeight } = pictureColumnRect(card, form, place)
    const { width, height } = pictureSize(picture, form)
    const left = pictures.length === 1 ? x : x + (room - width) / 2
    return { x: left, y: y + (rowHeight - height) / 2, width, height }
  })
}

/** The width of the facts about a single picture, with the largest letters. */
const factsWidth = 230

/** Left edge of the facts beside the single picture of a card, from the left edge of the card; null: no room for them. */
export function singleFactsLeft(pictures: readonly Proportions[]): number | null {
  const [picture] = pictures
  const left = cardPadding + (picture ? pictureSize(picture, singleForm).width : 0) + singleGap
  return left + factsWidth > cardWidth ? null : left
}

/** Between the pictures of a card seen from far away. */
const farGap = 4
/** Wider pictures stand above each other beside the main one. */
const farColumnsRatio = 1.2

/**
 * The places of a card's pictures when zoomed out: they cover the card without words. The one at `mainPlace` is large,
 * 400 × 340, with the others as columns beside it; wide ones 586 × 340, with the others above each other. They are cropped
 * to fill.
 */
export function farPictureRects(card: CardPlace, pictures: readonly Proportions[], mainPlace: number): Rect[] {
  const area = cardRect({ ...card, isCollapsed: false })
  const others = pictures.length - 1
  if (others < 1) return [area]
  const main = pictures[mainPlace]
  const isInColumns = !main || main.width / main.height < farColumnsRatio
  const mainWidth = isInColumns ? 400 : 586
  const x = area.x + mainWidth + farGap
  const rest = cardWidth - mainWidth - farGap
  const inRow = (length: number) => (length - (others - 1) * farGap) / others
  return pictures.map((_, place) => {
    if (place === mainPlace) return { ...area, width: mainWidth }
    const nth = place < mainPlace ? place : place - 1
    if (isInColumns) {
      const width = inRow(rest)
      return { x: x + nth * (width + farGap), y: area.y, width, height: cardHeightExpanded }
    }
    const height = inRow(cardHeightExpanded)
    return { x, y: area.y + nth * (height + farGap), width: rest, height }
  })
}

/** The part of a picture that fills a box without distortion: its middle. */
export function coveringPart(picture: Proportions, box: Proportions): Rect {
  const scale = Math.max(box.width / picture.width, box.height / picture.height)
  const [width, height] = [box.width / scale, box.height / scale]
  return { x: (picture.width - width) / 2, y: (picture.height - height) / 2, width, height }
}

/** The longest side of the whole picture where a part of it fills this box. */
export function coveringSide(picture: Proportions, box: Proportions): number {
  const scale = Math.max(box.width / picture.width, box.height / picture.height)
  return Math.max(picture.width, picture.height) * scale
}
