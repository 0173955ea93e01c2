import type { BoardStore } from '#web/data/board/board-store.ts'
import { keptWithBoard } from '#web/data/live/kept-with-board.ts'
import { imageAddress } from '#web/data/pictures/image-address.ts'
import { createStore, type Store } from '#web/data/store.ts'
import type { Selection } from '../selection/selection.ts'

/** Corrections of the cut-outs of a board, by card: they outlast the editor. */
const correctionsOn = keptWithBoard(() => new Map<string, Store<Selection>>())

/** The selection that a picture's opacity is: a cut-out without a correction. */
export const opacityOf = (imageId: string): Selection => ({
  steps: [{ kind: 'opacity', mode: 'add', address: imageAddress(imageId, 'original') }],
  done: 1,
})

export const isCorrected = ({ done }: Selection): boolean => done > 1

/** Finds the selection of a cut-out with its corrections. @param cutOut The card that was made, and its picture. */
export function correctionsOf(board: BoardStore, cutOut: { cardId: string; imageId: string }): Store<Selection> {
  const kept = correctionsOn(board)
  const store = kept.get(cutOut.cardId) ?? createStore(opacityOf(cutOut.imageId))
  kept.set(cutOut.cardId, store)
  return store
}

/** Whether a card is a cut-out with corrections that no branch has been made of. */
export function hasCorrections(board: BoardStore, cardId: string): boolean {
  const store = correctionsOn(board).get(cardId)
  return store !== undefined && isCorrected(store.get())
}
