import type { Point } from '#domain/geometry/rect.ts'
import { pictureBoxes } from './picture-boxes.ts'
import type { ImageFace, Scene, SceneCard } from './scene.ts'

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
