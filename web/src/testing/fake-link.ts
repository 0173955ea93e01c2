import type { GenerationShape } from '#contract/cards/generation.ts'
import type { SharedProofShape, SharedRoundShape } from '#contract/sharing/round.ts'
import type {
  CommentShape,
  ReviewCommentShape,
  SharedBoardHeader,
  SharedCardShape,
} from '#contract/sharing/shared-board.ts'
import { project, uuid } from '#contract/testing/builders.ts'
import { proofStateOf } from '#domain/sharing/round.ts'
import { completedGeneration, gardenCards, visitor } from './fake-account.ts'
import type { PlainReplies, Replies } from './fake-server.ts'

export const linkPath = `/shared#${'A'.repeat(43)}`
const linkId = uuid(600)

type Prompts = Pick<SharedBoardHeader, 'showsPrompts'>

/** A card as a link shows it. */
const sharedCard = (card: GenerationShape, { showsPrompts }: Prompts): SharedCardShape => {
  const { prompt, model, branchKind, settings } = card
  const { aspectRatio, resolution, rawMode, seed } = settings
  return {
    id: card.id,
    parentGenerationId: card.parentGenerationId,
    parentImageId: card.parentImageId,
    recipe: showsPrompts
      ? {
          prompt,
          references: [],
          style: null,
          seed,
          model,
          aspectRatio,
          resolution,
          rawMode,
          branchKind,
          operation: null,
        }
      : null,
    canvasX: card.canvasX,
    canvasY: card.canvasY,
    createdAt: card.createdAt,
    images: card.images.map(({ id, orderNum, width, height, averageColor }) => ({
      ...{ id, orderNum, width, height, averageColor, prompt: null },
    })),
  }
}

/** The words of a reviewer about an image. */
export const comment = (over: Partial<CommentShape> = {}): CommentShape => ({
  id: uuid(610),
  imageId: completedGeneration(2).images[2]?.id ?? '',
  x: 0.3,
  y: 0.35,
  text: 'Could all of them have this light?',
  author: 'Vera',
  isResolved: false,
  createdAt: '2026-11-22T10:00:00.000Z',
  replies: [],
  ...over,
})

/** The same as its owner sees it. */
export const reviewComment = (over: Partial<ReviewCommentShape> = {}): ReviewCommentShape => ({
  ...comment(),
  shareId: uuid(600),
  generationId: uuid(2),
  isNew: false,
  ...over,
})

type Decision = SharedProofShape['decisions'][number]

/** A round whose proofs are these images, in their order. */
export const sharedRound = (imageIds: readonly string[], over: Partial<SharedRoundShape> = {}): SharedRoundShape => ({
  id: uuid(630 + (over.number ?? 1)),
  number: 1,
  setSha256: '0'.repeat(64),
  until: null,
  createdAt: '2026-11-22T09:00:00.000Z',
  closedAt: null,
  proofs: imageIds.map((imageId, at) => ({
    ...{ number: at + 1, imageId, width: 1_024, height: 1_024, averageColor: null },
    sha256: `${at + 1}`.repeat(64),
    state: 'waiting',
    decisions: [],
  })),
  ...over,
})

type Options = Partial<Prompts> & {
  readonly cards?: readonly GenerationShape[]
  readonly comments?: readonly CommentShape[]
  readonly visitorName?: string | null
  readonly rounds?: readonly SharedRoundShape[]
}

/** A server with one review link. It keeps what the reviewer sends, and shows what its owner changes. */
export function livingLink({ showsPrompts = true, ...first }: Options = {}) {
  let cards = [...(first.cards ?? gardenCards().slice(0, 3))]
  let comments = [...(first.comments ?? [])]
  let rounds = [...(first.rounds ?? [])]
  let liked: readonly string[] = []
  let visitorName = first.visitorName ?? null
  let [feedbackVersion, boardVersion] = [1, 1]
  let latest: { cards: readonly GenerationShape[]; gone: string[] } = { cards: [], gone: [] }
  const toShared = (card: GenerationShape) => sharedCard(card, { showsPrompts })
  const shownBoard = (): SharedBoardHeader => ({
    id: linkId,
    title: showsPrompts ? 'Walled garden' : null,
    ownerName: 'Mara',
    scope: 'project',
    showsPrompts,
    expiresAt: null,
    visitorName,
    version: String(boardVersion),
    count: cards.length,
    frames: [],
    notes: [],
  })
  const addComment = (said: CommentShape) => {
    comments = [...comments, said]
    feedbackVersion += 1
    return said
  }
  const like = (imageIds: readonly string[]) => {
    liked = imageIds
    feedbackVersion += 1
    return { likes: imageIds.length }
  }
  const setDecision = (number: number, proof: number, decision: Pick<Decision, 'decision' | 'words'> | null) => {
    const own = { author: visitorName ?? '', decidedAt: '2026-11-22T10:00:00.000Z', isYours: true }
    const change = (each: SharedProofShape): SharedProofShape => {
      const decisions = each.decisions.filter(({ isYours }) => !isYours)
      const changed = decision ? [...decisions, { ...own, ...decision }] : decisions
      return { ...each, decisions: changed, state: proofStateOf(changed.map((other) => other.decision)) }
    }
    rounds = rounds.map((round) =>
      round.number === number
        ? { ...round, proofs: round.proofs.map((each) => (each.number === proof ? change(each) : each)) }
        : round,
    )
    feedbackVersion += 1
    return rounds.find((round) => round.number === number) ?? sharedRound([])
  }
  const replies: Replies = {
    shared: {
      open: () => ({ id: linkId }),
      rounds: () => ({ canDecide: true, items: rounds }),
      decide: ({ number, proof, decision, words = null }) =>
        setDecision(Number(number), Number(proof), { decision, words }),
      withdraw: ({ number, proof }) => setDecision(Number(number), Number(proof), null),
      feedback: ({ known, board }) => ({
        version: String(feedbackVersion),
        feedback:
          known === String(feedbackVersion)
            ? null
            : { comments, likes: liked.map((imageId) => ({ imageId, likes: 1, isLikedByYou: true })) },
        board: { version: String(boardVersion), isChanged: (board ?? String(boardVersion)) !== String(boardVersion) },
      }),
      changes: () => ({
        version: String(boardVersion),
        title: shownBoard().title,
        isTooMuch: false,
        cards: latest.cards.map(toShared),
        gone: latest.gone,
        items: null,
      }),
      name({ name }) {
        visitorName = name
        return { name }
      },
      comment: ({ imageId, x, y, text }) =>
        addComment(
          comment({
            id: uuid(620 + comments.length),
            imageId,
            x: x ?? null,
            y: y ?? null,
            text,
            author: visitorName ?? '',
          }),
        ),
      like: ({ imageId }) => like([imageId]),
      unlike: () => like([]),
      fork: () => project({ id: uuid(650), title: 'Walled garden' }),
    },
  }
  const plain: PlainReplies = {
    ...visitor,
    'GET /api/shared/*/board': () =>
      new Response(`${JSON.stringify(shownBoard())}\n${JSON.stringify(cards.map(toShared))}\n`),
  }
  return {
    replies,
    plain,
    addComment,
    /** The owner starts or closes rounds. */
    setRounds(next: readonly SharedRoundShape[]) {
      rounds = [...next]
      feedbackVersion += 1
    },
    /** The owner adds, changes and deletes cards. */
    setCards(next: readonly GenerationShape[]) {
      latest = {
        cards: next.filter((card) => !cards.includes(card)),
        gone: cards.map(({ id }) => id).filter((id) => !next.some((card) => card.id === id)),
      }
      cards = [...next]
      boardVersion += 1
    },
  }
}
