import type {
  CommentShape,
  ImageLikesShape,
  SharedCardShape,
  SharedFeedback,
  SharedImageShape,
} from '#contract/sharing/shared-board.ts'
import { errorMessage } from '#web/data/http/api-error.ts'
import { newId } from '#web/data/http/request-ids.ts'
import { type BoardUpdate, type OpenedLink, type SharedBoard, setLike } from '#web/data/shared/shared-board.ts'
import { createVisitorStorage } from '#web/data/storage/visitor-storage.ts'
import { createStore, type Store } from '#web/data/store.ts'
import { showToast } from '#web/ui/toast.ts'
import { reviewTexts } from './texts.ts'

/** The image in the viewer, and the one at the end of its path. */
export type LookedAt = { readonly imageId: string; readonly endId: string }

/** Comments and votes, by image. */
export type FeedbackByImage = {
  readonly comments: ReadonlyMap<string, readonly CommentShape[]>
  readonly likes: ReadonlyMap<string, ImageLikesShape>
}

/** One open link: its content, its comments and votes, and the reviewer's view. */
export type Review = {
  /** The link. */
  readonly id: string
  readonly shown: Store<Shown>
  readonly feedback: Store<FeedbackByImage>
  /** The number of comments and votes of this reviewer. */
  readonly feedbackCount: Store<number>
  readonly visitorName: Store<string | null>
  readonly lookedAt: Store<LookedAt | null>
  /** The images that are collected for a comparison, and those that are compared. */
  readonly gathered: Store<readonly string[]>
  readonly compared: Store<readonly string[] | null>
  /** Words that were written and not sent, by image; kept over reloads of the tab. */
  readonly drafts: Store<ReadonlyMap<string, CommentDraft>>
  /** Votes that are being sent, as they are shown. */
  readonly sentVotes: Map<string, ImageLikesShape>
  /** Runs as soon as the reviewer has given a name; null while no name is asked for. */
  readonly naming: Store<(() => void) | null>
}

/** A spot of a picture, in fractions of its size. */
export type Spot = { readonly x: number; readonly y: number }

/** Words that were sent, with their key, while it is unknown whether the server has them. */
type SentWords = { readonly words: string; readonly key: string }

/** A comment that is being written; `spot`: null, about the whole picture. `sent`: null, not sent yet. */
export type CommentDraft = { readonly text: string; readonly spot: Spot | null; readonly sent: SentWords | null }

const emptyDraft: CommentDraft = { text: '', spot: null, sent: null }

/** The words for an image that were not sent. */
export const draftOf = (drafts: ReadonlyMap<string, CommentDraft>, imageId: string): CommentDraft =>
  drafts.get(imageId) ?? emptyDraft

/** Keeps what is written about an image. */
export function writeDraft({ id, drafts }: Review, imageId: string, part: Partial<CommentDraft>): void {
  const next = { ...draftOf(drafts.get(), imageId), ...part }
  const others = [...drafts.get()].filter(([each]) => each !== imageId)
  const isEmpty = next.text === '' && next.spot === null
  drafts.set(new Map(isEmpty ? others : [...others, [imageId, next]]))
  createVisitorStorage(id).write(Object.fromEntries(drafts.get()))
}

/** Drops what is written about an image, and the key of what was sent. */
export const discardDraft = (review: Review, imageId: string): void => writeDraft(review, imageId, emptyDraft)

/**
 * The key of the words that are sent now: kept with them, so that the same words after a lost reply make no second comment, also after a turn
 * of the page or a reload.
 */
export function keyOfSent(review: Review, imageId: string, words: string): string {
  const { sent } = draftOf(review.drafts.get(), imageId)
  if (sent?.words === words) return sent.key
  const key = newId()
  writeDraft(review, imageId, { sent: { words, key } })
  return key
}

function readDrafts(linkId: string): ReadonlyMap<string, CommentDraft> {
  const stored = Object(createVisitorStorage(linkId).read()) as Record<string, unknown>
  return new Map(
    Object.entries(stored).flatMap(([imageId, draft]) => {
      const { text, spot, sent } = Object(draft) as Record<string, unknown>
      const { x, y } = Object(spot) as Record<string, unknown>
      const { words, key } = Object(sent) as Record<string, unknown>
      if (typeof text !== 'string') return []
      const read: CommentDraft = {
        text,
        spot: typeof x === 'number' && typeof y === 'number' ? { x, y } : null,
        sent: typeof words === 'string' && typeof key === 'string' ? { words, key } : null,
      }
      return [[imageId, read] as const]
    }),
  )
}

/** Sorts comments and votes by image. */
const feedbackByImage = ({ comments, likes }: SharedFeedback): FeedbackByImage => ({
  comments: Map.groupBy(comments, ({ imageId }) => imageId),
  likes: new Map(likes.map((each) => [each.imageId, each])),
})

/** Opens a link's page. */
export const createReview = ({ board, feedback }: OpenedLink): Review => ({
  id: board.id,
  shown: createStore(shownOf(board)),
  feedback: createStore(feedbackByImage(feedback.feedback ?? { comments: [], likes: [] })),
  feedbackCount: createStore(0),
  visitorName: createStore(board.visitorName),
  lookedAt: createStore<LookedAt | null>(null),
  gathered: createStore<readonly string[]>([]),
  compared: createStore<readonly string[] | null>(null),
  drafts: createStore(readDrafts(board.id)),
  sentVotes: new Map(),
  naming: createStore<(() => void) | null>(null),
})

/** Replaces the content of the link; deleted pictures leave the viewer and the comparison. */
export function showUpdate({ shown, lookedAt, gathered, compared }: Review, update: BoardUpdate): void {
  shown.set(shownAfter(shown.get(), update))
  const { pictures } = shown.get()
  const isThere = (id: string) => pictures.has(id)
  if (!isThere(lookedAt.get()?.imageId ?? '')) lookedAt.set(null)
  if (!gathered.get().every(isThere)) gathered.set(gathered.get().filter(isThere))
  if (compared.get()?.every(isThere) === false) compared.set(null)
}

/** Opens an image in the viewer, with the path that led to it. */
export const lookAt = ({ lookedAt }: Review, imageId: string): void => lookedAt.set({ imageId, endId: imageId })

/** Whether what a link shows can be copied into an account. Servers of the last release do not say it. */
export const canCopy = ({
  showsPrompts,
  allowsCopies = true,
}: Pick<SharedBoard, 'showsPrompts' | 'allowsCopies'>): boolean => showsPrompts && allowsCopies

/** Asks for the reviewer's name, unless it is known, and continues afterwards. */
export function whenNamed({ visitorName, naming }: Review, goOn: () => void): void {
  if (visitorName.get() === null) naming.set(goOn)
  else goOn()
}

/** The votes for an image. */
export const likesOf = ({ likes }: FeedbackByImage, imageId: string): ImageLikesShape =>
  likes.get(imageId) ?? { imageId, likes: 0, isLikedByYou: false }

/** Adds the reviewer's own comment. */
export function showComment({ feedback, feedbackCount }: Review, comment: CommentShape): void {
  const { comments, likes } = feedback.get()
  const others = (comments.get(comment.imageId) ?? []).filter(({ id }) => id !== comment.id)
  feedback.set({ comments: new Map(comments).set(comment.imageId, [...others, comment]), likes })
  feedbackCount.set(feedbackCount.get() + 1)
}

/** Shows the votes for an image. */
function showLikes({ feedback }: Review, likes: ImageLikesShape): void {
  const now = feedback.get()
  feedback.set({ ...now, likes: new Map(now.likes).set(likes.imageId, likes) })
}

/** Shows what the server has, with the votes that are on their way to it. */
export function takeFeedback(review: Review, feedback: SharedFeedback): void {
  const { comments, likes } = feedbackByImage(feedback)
  review.feedback.set({ comments, likes: new Map([...likes, ...review.sentVotes]) })
}

/** A picture that a link shows, with its card. */
export type SharedPicture = { readonly card: SharedCardShape; readonly image: SharedImageShape }

/** The content of a link at a time. An unchanged card stays the same object. */
export type Shown = {
  readonly board: SharedBoard
  readonly cards: ReadonlyMap<string, SharedCardShape>
  /** By the id of the image, in the order of the cards. */
  readonly pictures: ReadonlyMap<string, SharedPicture>
}

/** The content of a link, indexed for look-ups. */
export const shownOf = (board: SharedBoard): Shown => ({
  board,
  cards: new Map(board.cards.map((card) => [card.id, card])),
  pictures: new Map(board.cards.flatMap((card) => card.images.map((image) => [image.id, { card, image }] as const))),
})

const inOrderOfCreation = (a: SharedCardShape, b: SharedCardShape) =>
  a.createdAt === b.createdAt ? (a.id < b.id ? -1 : 1) : a.createdAt < b.createdAt ? -1 : 1

/** The content after a change. */
export function shownAfter({ board }: Shown, update: BoardUpdate): Shown {
  if (update.kind === 'board') return shownOf(update.board)
  const { cards: touched, gone, title, version, items } = update.changes
  const replaced = new Set([...touched.map(({ id }) => id), ...gone])
  const kept = board.cards.filter(({ id }) => !replaced.has(id))
  const cards = [...kept, ...touched].sort(inOrderOfCreation)
  return shownOf({ ...board, ...items, title, version, count: cards.length, cards })
}

/** Votes for an image, or removes the vote, at once; asks for a name first where there is none. */
export function toggleVote(review: Review, imageId: string): void {
  whenNamed(review, () => {
    const { likes, isLikedByYou } = likesOf(review.feedback.get(), imageId)
    const voted = { imageId, likes: likes + (isLikedByYou ? -1 : 1), isLikedByYou: !isLikedByYou }
    const isUnderWay = review.sentVotes.has(imageId)
    review.sentVotes.set(imageId, voted)
    showLikes(review, voted)
    if (!isUnderWay) void sendVote(review, imageId)
  })
}

/** Sends the vote for an image, and what it has become meanwhile. */
async function sendVote(review: Review, imageId: string): Promise<void> {
  const { id, sentVotes, feedbackCount } = review
  const wanted = () => sentVotes.get(imageId)?.isLikedByYou === true
  let sent = !wanted()
  let likes = likesOf(review.feedback.get(), imageId).likes + (sent ? 1 : -1)
  try {
    while (sent !== wanted()) {
      const next = wanted()
      likes = await setLike(id, imageId, next ? 'given' : 'removed')
      sent = next
    }
  } catch (error) {
    showToast({ kind: 'error', title: reviewTexts.notSent, description: errorMessage(error, reviewTexts.tryAgain) })
  }
  sentVotes.delete(imageId)
  showLikes(review, { imageId, likes, isLikedByYou: sent })
  feedbackCount.set(feedbackCount.get() + 1)
}
