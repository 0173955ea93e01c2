import type { NoteFields } from '../board/board-item.ts'
import type { Point, Rect } from '../geometry/rect.ts'
import { avoidOverlap } from '../layout/avoid-overlap.ts'
import { type CardPlace, cardHeightExpanded, cardRect, siblingOffset } from '../layout/card.ts'
import { takenSpace } from '../layout/taken-space.ts'
import { withDescendants } from '../lineage/descendants.ts'
import { around, movedAsOne } from './moved-as-one.ts'

/** The fields of a card that a re-run needs. */
export type RerunCard = CardPlace & {
  readonly id: string
  readonly parentId: string | null
  /** The index of the parent's image that it starts from; null without a parent. */
  readonly parentImagePlace: number | null
}

/** One card of a re-run. */
export type RerunStep = {
  /** The card that it repeats. */
  readonly cardId: string
  /** The step whose image it starts from; null for the first, which starts where the old one did. */
  readonly dependsOn: number | null
  readonly parentImagePlace: number | null
  /** The place of the new card. */
  readonly place: Point
}

/** Between the old branch and the new one, in canvas pixels: as between siblings. */
const gap = siblingOffset - cardHeightExpanded

/**
 * The plan for generating a card and everything below it again: parents before children, the new ones laid out as the
 * old ones are, below them, moved together to a free place.
 */
export function rerunPlan(
  ancestorId: string,
  { cards, notes }: { readonly cards: readonly RerunCard[]; readonly notes: Iterable<NoteFields> },
): RerunStep[] {
  const byId = new Map(cards.map((card) => [card.id, card]))
  const ids = withDescendants(ancestorId, cards).filter((id) => byId.has(id))
  const branch = ids.map((id) => byId.get(id) as RerunCard)
  const { height } = around(branch.map((card) => cardRect({ ...card, isCollapsed: false })))
  const below = (card: Point): Point => ({ x: card.x, y: card.y + height + gap })
  const taken = takenSpace(cards, notes)
  const moved = movedAsOne(branch.map(below), taken)
  // Old cards that are collapsed may be closer together than new ones, which are not, can be.
  const places = freePlaces(
    branch.map((card) => ({ x: below(card).x + moved.x, y: below(card).y + moved.y })),
    taken,
  )
  return branch.map((card, index) => ({
    cardId: card.id,
    dependsOn: index === 0 ? null : ids.indexOf(card.parentId ?? ''),
    parentImagePlace: index === 0 ? null : card.parentImagePlace,
    place: places[index] as Point,
  }))
}

/** The nearest free places of new cards, one after the other: none of them lies on another. */
function freePlaces(requested: readonly Point[], taken: readonly Rect[]): Point[] {
  const full = [...taken]
  return requested.map((point) => {
    const wanted = cardRect({ ...point, isCollapsed: false })
    const place = avoidOverlap(wanted, full)
    full.push({ ...wanted, ...place })
    return place
  })
}

/** The places of cards that repeat others one by one: each below the card that it repeats, as a re-run of that card alone has it. */
export const placesBelow = (cards: readonly Point[], taken: readonly Rect[]): Point[] =>
  freePlaces(
    cards.map(({ x, y }) => ({ x, y: y + siblingOffset })),
    taken,
  )
