import fc from 'fast-check'
import { type CardPlace, cardRect } from '#domain/layout/card.ts'
import { createSpatialIndex } from '#domain/layout/spatial-index.ts'
import { boards } from '#domain/testing/boards.ts'
import type { CardFace, Scene, SceneCard } from '../scene/scene.ts'

type Branch = CardPlace & { readonly parent?: number }

const face: CardFace = {
  prompt: 'a red fox',
  model: 'Sketch',
  badge: null,
  branchKind: null,
  isRunning: false,
  bestPlace: 0,
  facts: [],
  usedFacts: null,
  images: Array.from({ length: 4 }, (_, place) => ({
    id: `image ${place}`,
    state: 'picture',
    averageColor: '#808080',
    isStarred: false,
    width: 832,
    height: 1_248,
    sheet: null,
  })),
}

/** A scene of these cards, named after their indexes in the list: the later one is above. */
export function sceneOf(places: readonly Branch[]): Scene & { readonly cards: ReadonlyMap<string, SceneCard> } {
  const index = createSpatialIndex()
  const cards = new Map<string, SceneCard>()
  for (const [order, { parent, ...place }] of places.entries()) {
    const id = String(order)
    cards.set(id, { ...place, id, order, parentId: parent === undefined ? null : String(parent) })
    index.set(id, cardRect(place))
  }
  return {
    cards,
    index,
    childrenOf: (id) => [...cards.values()].filter(({ parentId }) => parentId === id).map((card) => card.id),
    face: (id) => (cards.has(id) ? face : undefined),
    onChange: () => () => {},
  }
}

/** Scenes of cards at random, overlapping places. */
export const scenes = boards.map(sceneOf)
/** Areas of the board around scenes. */
export const areas = fc.record({
  x: fc.integer({ min: 4_000, max: 15_000 }),
  y: fc.integer({ min: 4_000, max: 15_000 }),
  width: fc.integer({ min: 200, max: 8_000 }),
  height: fc.integer({ min: 200, max: 8_000 }),
})
