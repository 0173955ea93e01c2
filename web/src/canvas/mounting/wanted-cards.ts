import { overlaps, type Rect } from '#domain/geometry/rect.ts'
import { cardRect } from '#domain/layout/card.ts'
import type { Scene, SceneCard } from '../scene/scene.ts'
import { visibleCards } from '../scene/visible-cards.ts'

/** From this zoom on cards are elements of the page; below they are painted. */
export const nearZoom = 0.45
/** The most cards in the page at once: a view at zoom 0.45 has two dozen; every further one costs layout and memory. */
export const mostMounted = 60
/** How much around the view is mounted in advance, as a fraction of its size. */
const margin = 0.3

/**
 * Cards that cover the view more often than this overlap too much. As elements they share layers, which the browser
 * repaints whenever one comes or goes: sixty of them took half of each core in a pan.
 */
const mostCovered = 2

/** A rectangle extended by a fraction of its own size on each side. */
export const around = ({ x, y, width, height }: Rect, part: number): Rect => ({
  x: x - width * part,
  y: y - height * part,
  width: width * (1 + 2 * part),
  height: height * (1 + 2 * part),
})

/**
 * The cards that should be elements of the page, nearest to the middle of the view first: those in and around it. None
 * when zoomed out, and none where so many overlap that tiles are better.
 */
export function wantedCards(scene: Pick<Scene, 'cards' | 'index'>, view: Rect, zoom: number): SceneCard[] {
  if (zoom < nearZoom) return []
  const near = visibleCards(scene, around(view, margin)).cards
  const inView = near.filter((card) => overlaps(cardRect(card), view))
  const covered = inView.reduce((sum, card) => sum + sharedArea(cardRect(card), view), 0)
  if (inView.length > mostMounted || covered > mostCovered * view.width * view.height) return []
  const distance = (card: SceneCard) => {
    const { x, y, width, height } = cardRect(card)
    return Math.hypot(x + width / 2 - view.x - view.width / 2, y + height / 2 - view.y - view.height / 2)
  }
  return near.sort((a, b) => distance(a) - distance(b)).slice(0, mostMounted)
}

function sharedArea(a: Rect, b: Rect): number {
  const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x)
  const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y)
  return Math.max(0, width) * Math.max(0, height)
}
