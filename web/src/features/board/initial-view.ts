import type { CanvasStateShape } from '#contract/project.ts'
import { type Camera, centreOn, clampZoom, initialCamera, type ViewportSize } from '#domain/geometry/camera.ts'
import { cardRect } from '#domain/layout/card.ts'
import type { CardLayout } from '#web/data/board/card-layout.ts'

/** The card that was made last; null on an empty board. */
export function newestCard(cards: Iterable<CardLayout>): CardLayout | null {
  let newest: CardLayout | null = null
  for (const card of cards) if (!newest || card.order > newest.order) newest = card
  return newest
}

/** The view that shows the middle of a card at scale 1. */
export const viewOfCard = (card: CardLayout, viewport: ViewportSize): Camera => centreOn(cardRect(card), viewport, 1)

type Opening = {
  saved: CanvasStateShape | null
  cards: readonly CardLayout[]
  viewport: ViewportSize
  /** The generation that Go has just made and handed over. */
  freshId: string | null
}

/**
 * Where a project opens: on the card that was just made, if Go leads here; else exactly where it was left; else, never
 * having been left, on its newest card.
 */
export function initialView({ saved, cards, viewport, freshId }: Opening): Camera {
  const fresh = cards.find((card) => card.id === freshId)
  if (fresh) return viewOfCard(fresh, viewport)
  if (saved) return { zoom: clampZoom(saved.zoomLevel), panX: saved.panX, panY: saved.panY }
  const newest = newestCard(cards)
  return newest ? viewOfCard(newest, viewport) : initialCamera
}
