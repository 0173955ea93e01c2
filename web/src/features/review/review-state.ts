import type {
  CommentShape,
  ImageLikesShape,
  SharedCardShape,
  SharedImageShape,
  SharedWords,
} from '#contract/shared-board.ts'
import type { OpenedLink, SharedBoard } from '#web/data/shared/shared-board.ts'
import { createStore, type Store } from '#web/data/store.ts'

/** A picture that a link shows, with its card. */
export type SharedPicture = { readonly card: SharedCardShape; readonly image: SharedImageShape }

/** The picture that a visitor looks at, and the one at the end of the way that is walked to it. */
export type LookedAt = { readonly imageId: string; readonly endId: string }

/** What has been said, by image. */
export type Said = {
  readonly comments: ReadonlyMap<string, readonly CommentShape[]>
  readonly likes: ReadonlyMap<string, ImageLikesShape>
}

/** One open link: what it shows, what has been said, and what this visitor looks at. */
export type Review = {
  readonly board: SharedBoard
  readonly cards: ReadonlyMap<string, SharedCardShape>
  /** By the id of the image, in the order of the cards. */
  readonly pictures: ReadonlyMap<string, SharedPicture>
  readonly said: Store<Said>
  /** How often something was said here. */
  readonly spoken: Store<number>
  readonly visitorName: Store<string | null>
  readonly lookedAt: Store<LookedAt | null>
  /** The images that are being gathered for a comparison, and those that are compared. */
  readonly gathered: Store<readonly string[]>
  readonly compared: Store<readonly string[] | null>
  /** What is to be done as soon as the visitor has said who they are; null while nobody is asked. */
  readonly naming: Store<(() => void) | null>
}

/** What has been said, sorted by image. */
export const saidOf = ({ comments, likes }: SharedWords): Said => ({
  comments: Map.groupBy(comments, ({ imageId }) => imageId),
  likes: new Map(likes.map((each) => [each.imageId, each])),
})

/** Opens a link's page. Cards stay as they were when it was opened; votes and comments change. */
export const createReview = ({ board, said }: OpenedLink): Review => ({
  board,
  cards: new Map(board.cards.map((card) => [card.id, card])),
  pictures: new Map(board.cards.flatMap((card) => card.images.map((image) => [image.id, { card, image }] as const))),
  said: createStore(saidOf(said.words ?? { comments: [], likes: [] })),
  spoken: createStore(0),
  visitorName: createStore(board.visitorName),
  lookedAt: createStore<LookedAt | null>(null),
  gathered: createStore<readonly string[]>([]),
  compared: createStore<readonly string[] | null>(null),
  naming: createStore<(() => void) | null>(null),
})

/** Shows a picture in the dark, with the way that led to it. */
export const lookAt = ({ lookedAt }: Review, imageId: string): void => lookedAt.set({ imageId, endId: imageId })

/** Asks who the visitor is, unless that is known, and goes on afterwards. */
export function whenNamed({ visitorName, naming }: Review, goOn: () => void): void {
  if (visitorName.get() === null) naming.set(goOn)
  else goOn()
}

/** The votes for an image. */
export const likesOf = ({ likes }: Said, imageId: string): ImageLikesShape =>
  likes.get(imageId) ?? { imageId, likes: 0, isLikedByYou: false }

/** Shows a comment of one's own. */
export function showComment({ said, spoken }: Review, comment: CommentShape): void {
  const { comments, likes } = said.get()
  const others = (comments.get(comment.imageId) ?? []).filter(({ id }) => id !== comment.id)
  said.set({ comments: new Map(comments).set(comment.imageId, [...others, comment]), likes })
  spoken.set(spoken.get() + 1)
}

/** Shows the votes for an image after one's own. */
export function showLikes({ said, spoken }: Review, likes: ImageLikesShape): void {
  const now = said.get()
  said.set({ ...now, likes: new Map(now.likes).set(likes.imageId, likes) })
  spoken.set(spoken.get() + 1)
}
