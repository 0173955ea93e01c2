import { cardRect } from '#domain/layout/card.ts'
import { createSpatialIndex } from '#domain/layout/spatial-index.ts'
import type { Scene, SceneCard } from '#web/canvas/scene/scene.ts'
import { type GroveCard, groveCards } from '../grove-cards.ts'
import { grovePlaces } from '../grove-pictures.ts'
import { landingTexts } from '../texts.ts'

/** Pictures of a card have the ratio of its settings. */
const widthOf = ({ settings }: GroveCard) => (settings.startsWith('2:3') ? 2 : 3)

/** The tree of the landing page as a scene of the canvas. It never changes. */
export function groveScene(): Scene {
  const cards = new Map<string, SceneCard>()
  const index = createSpatialIndex()
  for (const [order, { name, parent, ...place }] of groveCards.entries()) {
    cards.set(name, { ...place, id: name, parentId: parent, order })
    index.set(name, cardRect(place))
  }
  return {
    cards,
    index,
    childrenOf: (id) => groveCards.filter(({ parent }) => parent === id).map(({ name }) => name),
    face(id) {
      const card = groveCards.find(({ name }) => name === id)
      if (!card) return undefined
      return {
        prompt: card.prompt,
        model: landingTexts.engine,
        badge: null,
        branchKind: null,
        isRunning: false,
        bestPlace: 0,
        facts: [],
        images: grovePlaces.map((place) => ({
          id: `${id}-${place}`,
          state: 'picture',
          averageColor: null,
          isStarred: false,
          width: widthOf(card),
          height: 3,
          sheet: null,
        })),
      }
    },
    onChange: () => () => {},
  }
}
