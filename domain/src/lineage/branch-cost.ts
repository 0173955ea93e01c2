import { type LineageNode, withDescendants } from './descendants.ts'
import { isLikedOrStarred, isWinner, type JudgedImage } from './judged-image.ts'
import { pathFromRoot } from './path-from-root.ts'

/** A card as its cost is reckoned. */
export type CostedCard = LineageNode<string> & {
  /** Hundredths of a credit for all of its images together. */
  readonly price: number
  readonly images: readonly JudgedImage[]
}

/** What cards have cost, in hundredths of a credit. */
export type BranchCost = {
  /** Paid: what was delivered. */
  readonly spent: number
  /** Held for images that are on their way. */
  readonly held: number
  /** Of both: what the cards from the branch's first card to its starred images cost. Null where no image is starred. */
  readonly winning: number | null
  /** What all others cost; everything while nothing is starred. */
  readonly exploring: number
  /** How many images are liked or starred. */
  readonly kept: number
  /** What was paid for each of those, rounded; null where there is none. */
  readonly perKept: number | null
}

/** What one of a card's images costs: an equal share. */
const shareOf = ({ price, images }: Pick<CostedCard, 'price' | 'images'>) =>
  images.length === 0 ? 0 : Math.floor(price / images.length)

/** What one card has cost: an image that failed or was cancelled costs nothing. */
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

/** What one card has cost, with what is held for it. */
export function totalCost(card: Pick<CostedCard, 'price' | 'images'>): number {
  const { spent, held } = cardCost(card)
  return spent + held
}

/**
 * What a branch has cost: a card and everything below it.
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
