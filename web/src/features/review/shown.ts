import type { SharedCardShape, SharedImageShape } from '#contract/shared-board.ts'
import type { SharedBoard } from '#web/data/shared/shared-board.ts'
import type { BoardNews } from '#web/data/shared/watch-link.ts'

/** A picture that a link shows, with its card. */
export type SharedPicture = { readonly card: SharedCardShape; readonly image: SharedImageShape }

/** What a link shows at a moment. A card that stays as it is stays the same object. */
export type Shown = {
  readonly board: SharedBoard
  readonly cards: ReadonlyMap<string, SharedCardShape>
  /** By the id of the image, in the order of the cards. */
  readonly pictures: ReadonlyMap<string, SharedPicture>
}

/** What a link shows, sorted for those who look things up. */
export const shownOf = (board: SharedBoard): Shown => ({
  board,
  cards: new Map(board.cards.map((card) => [card.id, card])),
  pictures: new Map(board.cards.flatMap((card) => card.images.map((image) => [image.id, { card, image }] as const))),
})

const inOrderOfCreation = (a: SharedCardShape, b: SharedCardShape) =>
  a.createdAt === b.createdAt ? (a.id < b.id ? -1 : 1) : a.createdAt < b.createdAt ? -1 : 1

/** What is shown after something of it has changed. */
export function shownAfter({ board }: Shown, news: BoardNews): Shown {
  if (news.kind === 'board') return shownOf(news.board)
  const { cards: touched, gone, title, version } = news.changes
  const replaced = new Set([...touched.map(({ id }) => id), ...gone])
  const kept = board.cards.filter(({ id }) => !replaced.has(id))
  const cards = [...kept, ...touched].sort(inOrderOfCreation)
  return shownOf({ ...board, title, version, count: cards.length, cards })
}
