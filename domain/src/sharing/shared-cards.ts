import { withDescendants } from '../lineage/descendants.ts'

/** The fields that decide whether a card is shown: its parent. */
export type SharedNode = {
  readonly id: string
  readonly parentId: string | null
  readonly parentImageId: string | null
}

/**
 * The cards that a link shows: all of a project, or one card with everything below it. A parent is named only where it
 * is shown as well, so that nothing inside the link reveals what is outside of it.
 * @param rootId The card at the top of the branch; null: the whole project.
 */
export function sharedCards<Card extends SharedNode>(cards: readonly Card[], rootId: string | null): Card[] {
  const isThere = (card: Card) => rootId === null || card.id === rootId
  if (!cards.some(isThere)) return []
  const shown = new Set(rootId === null ? cards.map(({ id }) => id) : withDescendants(rootId, cards))
  return cards.flatMap((card) => {
    if (!shown.has(card.id)) return []
    const isParentShown = card.id !== rootId && card.parentId !== null && shown.has(card.parentId)
    return [isParentShown ? card : { ...card, parentId: null, parentImageId: null }]
  })
}
