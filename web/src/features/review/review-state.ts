import type { CommentShape, ImageLikesShape, SharedFeedback } from '#contract/shared-board.ts'
import type { OpenedLink } from '#web/data/shared/shared-board.ts'
import type { BoardNews } from '#web/data/shared/watch-link.ts'
import { createStore, type Store } from '#web/data/store.ts'
import { type Shown, shownAfter, shownOf } from './shown.ts'

/** The picture that a visitor looks at, and the one at the end of the way that is walked to it. */
export type LookedAt = { readonly imageId: string; readonly endId: string }

/** What has been said, by image. */
export type Said = {
  readonly comments: ReadonlyMap<string, readonly CommentShape[]>
  readonly likes: ReadonlyMap<string, ImageLikesShape>
}

/** One open link: what it shows, what has been said, and what this visitor looks at. */
export type Review = {
  /** The link. */
  readonly id: string
  readonly shown: Store<Shown>
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
export const saidOf = ({ comments, likes }: SharedFeedback): Said => ({
  comments: Map.groupBy(comments, ({ imageId }) => imageId),
  likes: new Map(likes.map((each) => [each.imageId, each])),
})

/** Opens a link's page. */
export const createReview = ({ board, said }: OpenedLink): Review => ({
  id: board.id,
  shown: createStore(shownOf(board)),
  said: createStore(saidOf(said.feedback ?? { comments: [], likes: [] })),
  spoken: createStore(0),
  visitorName: createStore(board.visitorName),
  lookedAt: createStore<LookedAt | null>(null),
  gathered: createStore<readonly string[]>([]),
  compared: createStore<readonly string[] | null>(null),
  naming: createStore<(() => void) | null>(null),
})

/** Shows what the link shows from now on; pictures that are gone are looked at and compared no more. */
export function showNews({ shown, lookedAt, gathered, compared }: Review, news: BoardNews): void {
  shown.set(shownAfter(shown.get(), news))
  const { pictures } = shown.get()
  const isThere = (id: string) => pictures.has(id)
  if (!isThere(lookedAt.get()?.imageId ?? '')) lookedAt.set(null)
  if (!gathered.get().every(isThere)) gathered.set(gathered.get().filter(isThere))
  if (compared.get()?.every(isThere) === false) compared.set(null)
}

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
