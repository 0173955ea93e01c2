import type { Rect } from '#domain/geometry/rect.ts'
import type { CardPlace } from '#domain/layout/card.ts'
import {
  type CardForm,
  coveringSide,
  farPictureRects,
  type Proportions,
  pictureRects,
  pictureSize,
} from '#domain/layout/picture-box.ts'
import type { CardFace } from './scene.ts'

/** Below this zoom text is unreadable and left out, and the pictures cover the card. */
export const readableZoom = 0.35

/** The places of a card's pictures at a zoom: below the readable one they cover the card. */
export const pictureBoxes = (
  card: CardPlace & { readonly face: Pick<CardFace, 'images' | 'bestPlace'> },
  zoom: number,
): Rect[] =>
  zoom < readableZoom
    ? farPictureRects(card, card.face.images, card.face.bestPlace)
    : pictureRects(card, card.face.images)

/**
 * The longest side of a whole picture on the screen at a zoom, in CSS pixels.
 * @param on.farBox Its place on the card when zoomed out, which it fills.
 */
export function shownSide(
  picture: Proportions,
  { form, farBox }: { readonly form: CardForm; readonly farBox: Proportions },
  zoom: number,
): number {
  const { width, height } = pictureSize(picture, form)
  return zoom * (zoom < readableZoom ? coveringSide(picture, farBox) : Math.max(width, height))
}
