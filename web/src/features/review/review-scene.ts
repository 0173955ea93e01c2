import type { SharedCardShape } from '#contract/shared-board.ts'
import { shownModel } from '#domain/generation/origin.ts'
import { cardRect } from '#domain/layout/card.ts'
import { createSpatialIndex } from '#domain/layout/spatial-index.ts'
import type { CardFace, Scene, SceneCard } from '#web/canvas/scene/scene.ts'
import type { Store } from '#web/data/store.ts'
import type { Shown } from './review-state.ts'

const faceOf = ({ recipe, images }: SharedCardShape): CardFace => ({
  prompt: recipe?.prompt ?? '',
  model: recipe ? shownModel(recipe.model) : '',
  badge: null,
  branchKind: null,
  isRunning: false,
  bestPlace: 0,
  facts: [],
  images: images.map((image) => ({ ...image, state: 'picture', isStarred: false, sheet: null })),
})

/** The content of a link as a scene of the canvas: cards at the places of their owner. */
export function reviewScene(shown: Store<Shown>): Scene {
  const cards = new Map<string, SceneCard>()
  const children = new Map<string, Set<string>>()
  const index = createSpatialIndex()
  let before: Shown['cards'] = new Map()

  const remove = (id: string) => {
    const parentId = cards.get(id)?.parentId ?? null
    if (parentId !== null) children.get(parentId)?.delete(id)
    cards.delete(id)
    index.remove(id)
  }
  const put = (card: SharedCardShape, order: number) => {
    const { id, parentGenerationId: parentId, canvasX: x, canvasY: y } = card
    remove(id)
    const place = { x, y, isCollapsed: false }
    cards.set(id, { ...place, id, parentId, order })
    index.set(id, cardRect(place))
    if (parentId !== null) children.set(parentId, (children.get(parentId) ?? new Set()).add(id))
  }

  /** Replaces the content; returns the cards that are new, deleted or changed. */
  const take = (): string[] => {
    const { board, cards: now } = shown.get()
    const touched: string[] = []
    for (const [order, card] of board.cards.entries()) {
      if (before.get(card.id) === card && cards.get(card.id)?.order === order) continue
      put(card, order)
      touched.push(card.id)
    }
    const gone = [...before.keys()].filter((id) => !now.has(id))
    for (const id of gone) remove(id)
    before = now
    return [...touched, ...gone]
  }
  take()

  return {
    cards,
    index,
    childrenOf: (id) => children.get(id) ?? [],
    face(id) {
      const card = shown.get().cards.get(id)
      return card && faceOf(card)
    },
    onChange(listener) {
      const notify = () => {
        const touched = take()
        if (touched.length > 0) listener(touched)
      }
      // Applies changes from before the first subscription.
      notify()
      return shown.subscribe(notify)
    },
  }
}
