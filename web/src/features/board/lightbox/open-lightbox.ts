import type { BoardView } from '../board-view.ts'

/** The picture that is looked at, and the card from which the way through its branch was begun. */
export type Viewing = { readonly startCardId: string; readonly cardId: string; readonly imageId: string }

/** Opens a picture in the lightbox. */
export function openLightbox(view: BoardView, cardId: string, imageId: string): void {
  view.viewing.set({ startCardId: cardId, cardId, imageId })
}
