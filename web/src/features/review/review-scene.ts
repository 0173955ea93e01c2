import { cardRect } from '#domain/layout/card.ts'
import { createSpatialIndex } from '#domain/layout/spatial-index.ts'
import type { CardFace, Scene, SceneCard } from '#web/canvas/scene/scene.ts'
import type { SharedBoard } from '#web/data/shared/shared-board.ts'
import { settingsOf } from './settings-of.ts'

/** What a link shows, as the canvas sees it: cards that stand still. */
export function reviewScene(board: SharedBoard): Scene {
  const cards = new Map<string, SceneCard>()
  const children = new Map<string, string[]>()
  const faces = new Map<string, CardFace>()
  const index = createSpatialIndex()
  for (const [order, card] of board.cards.entries()) {
    const { id, parentGenerationId: parentId, canvasX: x, canvasY: y } = card
    const place = { x, y, isCollapsed: false }
    cards.set(id, { ...place, id, parentId, order })
    index.set(id, cardRect(place))
    if (parentId !== null) children.set(parentId, [...(children.get(parentId) ?? []), id])
    faces.set(id, {
      prompt: card.recipe?.prompt ?? '',
      model: card.recipe?.model ?? '',
      badge: null,
      settings: card.recipe ? settingsOf(card.recipe) : '',
      toggle: '',
      isRunning: false,
      bestPlace: null,
      images: card.images.map((image) => ({ ...image, state: 'picture', sheet: null })),
    })
  }
  return {
    cards,
    index,
    childrenOf: (id) => children.get(id) ?? [],
    face: (id) => faces.get(id),
    onChange: () => () => {},
  }
}
