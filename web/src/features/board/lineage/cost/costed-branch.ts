import { type BranchCost, branchCost, type CostedCard } from '#domain/lineage/branch-cost.ts'
import type { BoardStore } from '#web/data/board/board-store.ts'

/** The cards of a branch as their cost is reckoned. */
const costedCards = (board: BoardStore, rootId: string): CostedCard[] =>
  board.branchOf(rootId).flatMap((id) => {
    const card = board.getGeneration(id)
    return card ? [{ id, parentId: card.parentGenerationId, price: card.price, images: card.images }] : []
  })

/** Whether a race hides a model of the branch: the sums would tell it, that of the way to a winner above all. */
export const hidesCost = (board: BoardStore, rootId: string): boolean => board.branchOf(rootId).some(board.hidesModel)

/** What a card and everything below it on the board has cost. */
export const costOfBranch = (board: BoardStore, rootId: string): BranchCost =>
  branchCost(rootId, costedCards(board, rootId))
