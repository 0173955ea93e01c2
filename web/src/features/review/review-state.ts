import type { CommentShape, SharedBoardShape, SharedCardShape } from '#contract/shared-board.ts'
import { createStore, type Store } from '#web/data/store.ts'

/** The picture that a visitor looks at. */
export type LookedAt = { readonly cardId: string; readonly imageId: string }

/** One open link: what it shows, and what this visitor looks at. */
export type Review = {
  readonly board: Store<SharedBoardShape>
  readonly cards: ReadonlyMap<string, SharedCardShape>
  readonly lookedAt: Store<LookedAt | null>
  /** What is to be done as soon as the visitor has said who they are; null while nobody is asked. */
  readonly naming: Store<(() => void) | null>
}

/** Opens a link's page. Cards stay as they were when it was opened; votes and comments change. */
export const createReview = (board: SharedBoardShape): Review => ({
  board: createStore(board),
  cards: new Map(board.cards.map((card) => [card.id, card])),
  lookedAt: createStore<LookedAt | null>(null),
  naming: createStore<(() => void) | null>(null),
})

/** Asks who the visitor is, unless that is known, and goes on afterwards. */
export function whenNamed({ board, naming }: Review, goOn: () => void): void {
  if (board.get().visitorName === null) naming.set(goOn)
  else goOn()
}

/** Shows another comment. */
export const withComment = (board: SharedBoardShape, comment: CommentShape): SharedBoardShape => ({
  ...board,
  comments: [...board.comments.filter(({ id }) => id !== comment.id), comment],
})

/** Shows another number of votes for an image. */
export const withLikes = (
  board: SharedBoardShape,
  imageId: string,
  vote: { readonly likes: number; readonly isLikedByYou: boolean },
): SharedBoardShape => ({
  ...board,
  cards: board.cards.map((card) =>
    card.images.some(({ id }) => id === imageId)
      ? { ...card, images: card.images.map((image) => (image.id === imageId ? { ...image, ...vote } : image)) }
      : card,
  ),
})
