import { type LineageNode, withDescendants } from './descendants.ts'
import { isLikedOrStarred, isWinner, type JudgedImage } from './judged-image.ts'
import { pathFromRoot } from './path-from-root.ts'

/** The fields of a card that determine its cost. */
export type CostedCard = LineageNode<string> & {
  /** Hundredths of a credit for all of its images together. */
  readonly price: number
  readonly images: readonly JudgedImage[]
}

/** The cost of cards, in hundredths of a credit. */
export type BranchCost = {
  /** Paid for completed images. */
  readonly spent: number
  /** Held for pending images. */
  readonly held: number
  /**
   * Of both: the cost of the cards from the branch's first card to its starred images. Null where no image is starred.
   */
  readonly winning: number | null
  /** The cost of all other cards; everything while no image is starred. */
  readonly exploring: number
  /** Number of images that are liked or starred. */
  readonly kept: number
  /** Paid for each of those, rounded; null where there is none. */
  readonly perKept: number | null
}

/** The price of one of a card's images: an equal share. */
const shareOf = ({ price, images }: Pick<CostedCard, 'price' | 'images'>) =>
  images.length === 0 ? 0 : Math.floor(price / images.length)

/** The paid cost of one card: a failed or canceled image costs nothing. */
export function cardCost(card: Pick<CostedCard, 'price' | 'images'>): {
  readonly spent: number
  readonly held: number
} {
  const share = shareOf(card)
  let spent = 0
  let held = 0
  for (const { status } of card.images) {
    if (status === 'completed') spent += share
    else if (status !== 'failed' && status !== 'cancelled') held += share
  }
  return { spent, held }
}

/** The cost of one card, including what is held for it. */
export function totalCost(card: Pick<CostedCard, 'price' | 'images'>): number {
  const { spent, held } = cardCost(card)
  return spent + held
}

/**
 * The cost of a branch: a card and everything below it.
 * @param cards Those of the branch at least; others don't count.
 */
export function branchCost(rootId: string, cards: readonly CostedCard[]): BranchCost {
  const byId = new Map(cards.map((card) => [card.id, card]))
  const branch = withDescendants(rootId, cards).flatMap((id) => byId.get(id) ?? [])
  const inBranch = new Map(branch.map((card) => [card.id, card]))
  const onWay = new Set(
    branch
      .filter(({ images }) => images.some(isWinner))
      .flatMap(({ id }) => pathFromRoot(id, (each) => inBranch.get(each)))
      .map(({ id }) => id),
  )
  let [spent, held, winning, kept] = [0, 0, 0, 0]
  for (const card of branch) {
    const cost = cardCost(card)
    spent += cost.spent
    held += cost.held
    if (onWay.has(card.id)) winning += cost.spent + cost.held
    kept += card.images.filter(isLikedOrStarred).length
  }
  return {
    spent,
    held,
    winning: onWay.size > 0 ? winning : null,
    exploring: spent + held - winning,
    kept,
    perKept: kept > 0 ? Math.round(spent / kept) : null,
  }
}
