import type { Point, Rect } from '#domain/geometry/rect.ts'
import type { CardPlace } from '#domain/layout/card.ts'
import {
  type CardForm,
  coveringSide,
  farPictureRects,
  type Proportions,
  pictureRects,
  pictureSize,
} from '#domain/layout/picture-box.ts'
import type { CardFace, ImageFace, Scene, SceneCard } from './scene.ts'

/** Below this zoom text is unreadable and left out, and the pictures cover the card. */
export const readableZoom = 0.35

/** From this zoom on cards are elements of the page; below they are painted. */
export const nearZoom = 0.45

/** The places of a card's pictures at a zoom: below the readable one they cover the card. */
export const pictureBoxes = (
  card: CardPlace & { readonly face: Pick<CardFace, 'images' | 'bestPlace'> },
  zoom: number,
): Rect[] =>
  zoom < readableZoom
    ? farPictureRects(card, card.face.images, card.face.bestPlace)
    : pictureRects(card, card.face.images)

/**
 * The longest side of a whole picture on the screen, in CSS pixels, at this zoom and at the smallest one at which cards are elements: a
 * smaller file would be loaded for cards that are about to leave the page.
 * @param on.farBox Its place on the card when zoomed out, which it fills.
 */
export function shownSide(
  picture: Proportions,
  { form, farBox }: { readonly form: CardForm; readonly farBox: Proportions },
  zoom: number,
): number {
  const { width, height } = pictureSize(picture, form)
  const near = Math.max(zoom, nearZoom) * Math.max(width, height)
  return zoom < readableZoom ? Math.max(near, zoom * coveringSide(picture, farBox)) : near
}

const holds = (point: Point, { x, y, width, height }: Point & { width: number; height: number }) =>
  point.x >= x && point.x < x + width && point.y >= y && point.y < y + height

/** The visible card at a point of the board: the newest of those that are there. */
export function cardAt(scene: Pick<Scene, 'cards' | 'index'>, point: Point): SceneCard | null {
  let top: SceneCard | null = null
  for (const id of scene.index.at(point)) {
    const card = scene.cards.get(id)
    if (card && (!top || card.order > top.order)) top = card
  }
  return top
}

/** The visible image at a point of the board and a zoom, with its card. */
export function imageAt(
  scene: Pick<Scene, 'cards' | 'index' | 'face'>,
  point: Point,
  zoom: number,
): { card: SceneCard; image: ImageFace; place: number } | null {
  const card = cardAt(scene, point)
  if (!card || card.isCollapsed) return null
  const face = scene.face(card.id)
  if (!face) return null
  const place = pictureBoxes({ ...card, face }, zoom).findIndex((box) => holds(point, box))
  const image = face.images[place]
  return image ? { card, image, place } : null
}
