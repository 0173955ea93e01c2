import { branchOrder } from '#domain/lineage/branch-order.ts'
import { pathFromRoot } from '#domain/lineage/path-from-root.ts'
import type { BoardStore } from '#web/data/board/board-store.ts'
import { type LinePicture, pictureLine } from '../../lightbox/picture-line.ts'

/**
 * The finished images to go through: of a card and everything below it, else of the whole project, tree by tree; each branch
 * to its end before the next.
 */
export function cullLine(board: BoardStore, rootId: string | null): LinePicture[] {
  const tree = { find: (id: string) => board.cards.get(id), childrenOf: (id: string) => board.childrenOf(id) ?? [] }
  const isRoot = ({ parentId }: { parentId: string | null }) => parentId === null || !board.cards.has(parentId)
  const roots = rootId === null ? [...board.cards.values()].filter(isRoot) : [board.cards.get(rootId)]
  const starts = roots.filter((card) => card !== undefined).sort((a, b) => a.y - b.y || a.x - b.x)
  const ids = starts.flatMap(({ id }) => branchOrder(id, tree).slice(pathFromRoot(id, tree.find).length - 1))
  return pictureLine(ids.flatMap((id) => board.getGeneration(id) ?? []))
}
