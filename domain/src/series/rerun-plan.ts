import type { Point } from '../geometry/rect.ts'
import { avoidOverlap } from '../layout/avoid-overlap.ts'
import { type CardPlace, cardHeightExpanded, cardRect, siblingOffset } from '../layout/card.ts'
import { withDescendants } from '../lineage/descendants.ts'
import { around, movedAsOne } from './moved-as-one.ts'

/** A card as a re-run needs to know it. */
export type RerunCard = CardPlace & {
  readonly id: string
  readonly parentId: string | null
  /** Which image of its parent it starts from, from 0; null where it has no parent. */
  readonly parentImagePlace: number | null
}

/** One card that is made again. */
export type RerunStep = {
  /** The card that it repeats. */
  readonly cardId: string
  /** The step whose picture it starts from; null for the first, which starts where the old one did. */
  readonly dependsOn: number | null
  readonly parentImagePlace: number | null
  /** Where the new card will lie. */
  readonly place: Point
}

/** Between the old branch and the new one, in canvas pixels: as between siblings. */
const gap = siblingOffset - cardHeightExpanded

/**
 * The plan for making a card and everything below it again: parents before children, the new ones laid out as the old ones
 * are, below them, moved as one to where nothing lies.
 */
export function rerunPlan(ancestorId: string, cards: readonly RerunCard[]): RerunStep[] {
  const byId = new Map(cards.map((card) => [card.id, card]))
  const ids = withDescendants(ancestorId, cards).filter((id) => byId.has(id))
  const branch = ids.map((id) => byId.get(id) as RerunCard)
  const { height } = around(branch.map((card) => cardRect({ ...card, isCollapsed: false })))
  const below = (card: Point): Point => ({ x: card.x, y: card.y + height + gap })
  const moved = movedAsOne(branch.map(below), cards)
  const taken = cards.map(cardRect)
  return branch.map((card, place) => {
    const wanted = cardRect({ x: below(card).x + moved.x, y: below(card).y + moved.y, isCollapsed: false })
    // Old cards that are folded may lie closer together than new ones, which are not, can.
    const at = avoidOverlap(wanted, taken)
    taken.push({ ...wanted, ...at })
    return {
      cardId: card.id,
      dependsOn: place === 0 ? null : ids.indexOf(card.parentId ?? ''),
      parentImagePlace: place === 0 ? null : card.parentImagePlace,
      place: at,
    }
  })
}
