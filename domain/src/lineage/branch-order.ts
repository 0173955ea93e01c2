import type { Point } from '../geometry/rect.ts'
import { pathFromRoot } from './path-from-root.ts'

/** A card of the tree with its place. */
export type PlacedNode = Point & { readonly id: string; readonly parentId: string | null }

/** The tree, read node by node: a board is too large to scan for one branch. */
export type PlacedTree = {
  find(id: string): PlacedNode | undefined
  childrenOf(id: string): Iterable<string>
}

/**
 * The branch of a card in reading order: its ancestors from the root down, the card, then everything below it, each
 * child before its own children and siblings top to bottom, then left to right.
 */
export function branchOrder(cardId: string, tree: PlacedTree): string[] {
  const found = new Set(pathFromRoot(cardId, tree.find).map(({ id }) => id))
  found.delete(cardId)
  const waiting = [cardId]
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (found.has(id)) continue
    found.add(id)
    const below = Array.from(tree.childrenOf(id), tree.find).filter((node) => node !== undefined)
    below.sort((a, b) => b.y - a.y || b.x - a.x)
    waiting.push(...below.map((node) => node.id))
  }
  return [...found]
}
