import type { BoardStore } from '#web/data/board/board-store.ts'
import type { Forest } from './walk-tree.ts'

/** The cards of a board as a forest, the older before the younger. The roots are looked up once for each arrangement. */
export function boardForest({ cards, childrenOf }: Pick<BoardStore, 'cards' | 'childrenOf'>): Forest {
  let roots: readonly string[] | null = null
  const byAge = (ids: Iterable<string>) =>
    [...ids].sort((a, b) => (cards.get(a)?.order ?? 0) - (cards.get(b)?.order ?? 0))
  const parentOf = (id: string) => {
    const parentId = cards.get(id)?.parentId ?? null
    return parentId !== null && cards.has(parentId) ? parentId : null
  }
  return {
    parentOf,
    childrenOf: (id) => byAge(childrenOf(id) ?? []),
    roots() {
      roots ??= byAge([...cards.keys()].filter((id) => parentOf(id) === null))
      return roots
    },
  }
}
