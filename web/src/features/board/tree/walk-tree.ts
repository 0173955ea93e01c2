/** A forest of cards, as far as walking needs it. */
export type Forest = {
  /** Cards without a parent, in order. */
  roots(): readonly string[]
  childrenOf(id: string): readonly string[]
  parentOf(id: string): string | null
}

const siblingsOf = (forest: Forest, id: string): readonly string[] => {
  const parent = forest.parentOf(id)
  return parent === null ? forest.roots() : forest.childrenOf(parent)
}

/** The card after this one when all are listed, parents before children; null after the last. */
export function nextCard(forest: Forest, id: string): string | null {
  const [child] = forest.childrenOf(id)
  if (child !== undefined) return child
  for (let at: string | null = id; at !== null; at = forest.parentOf(at)) {
    const siblings = siblingsOf(forest, at)
    const next = siblings[siblings.indexOf(at) + 1]
    if (next !== undefined) return next
  }
  return null
}

/** The last card of a branch when it is listed. */
export function lastOfBranch(forest: Forest, id: string): string {
  let last = id
  for (let child = forest.childrenOf(last).at(-1); child !== undefined; child = forest.childrenOf(last).at(-1))
    last = child
  return last
}

/** The card before this one; null before the first. */
export function previousCard(forest: Forest, id: string): string | null {
  const siblings = siblingsOf(forest, id)
  const before = siblings[siblings.indexOf(id) - 1]
  return before === undefined ? forest.parentOf(id) : lastOfBranch(forest, before)
}

/** Where a card stands in the tree; all from 1. */
export function standing(forest: Forest, id: string): { level: number; place: number; count: number } {
  let level = 1
  for (let parent = forest.parentOf(id); parent !== null; parent = forest.parentOf(parent)) level++
  const siblings = siblingsOf(forest, id)
  return { level, place: siblings.indexOf(id) + 1, count: siblings.length }
}
