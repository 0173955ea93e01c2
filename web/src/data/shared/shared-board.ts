import type {
  CommentShape,
  SharedBoardHeader,
  SharedCardShape,
  SharedChangesShape,
  SharedFeedback,
  SharedFeedbackShape,
} from '#contract/sharing/shared-board.ts'
import { hasErrorCode } from '../http/api-error.ts'
import { api } from '../http/client.ts'
import { readLines } from '../http/read-lines.ts'
import { createRequestIds } from '../http/request-ids.ts'
import { visitorRequests } from '../storage/visitor-storage.ts'

/** The board of a link. */
export type SharedBoard = SharedBoardHeader & { readonly cards: readonly SharedCardShape[] }

/** An open link: what it shows, and its comments and likes. */
export type OpenedLink = { readonly board: SharedBoard; readonly feedback: SharedFeedbackShape }

/**
 * Opens a link by the secret behind the # of its address, and reads it. Throws `not-found` where it has ended, and `impossible` with the
 * reason `passphrase` where it needs one.
 */
export async function openLink(token: string, passphrase: string | null = null): Promise<OpenedLink> {
  const { id } = await api.shared.open({ token, ...(passphrase !== null && { passphrase }) })
  const [board, feedback] = await Promise.all([readSharedBoard(id), api.shared.feedback({ id })])
  return { board, feedback }
}

/** Reads everything that a link shows. */
async function readSharedBoard(id: string): Promise<SharedBoard> {
  let header: SharedBoardHeader | null = null
  const cards: SharedCardShape[] = []
  for await (const line of readLines(`/api/shared/${id}/board`)) {
    if (header) cards.push(...(JSON.parse(line) as SharedCardShape[]))
    else header = JSON.parse(line) as SharedBoardHeader
  }
  if (!header || cards.length < header.count) throw new Error('What is shared broke off.')
  return { ...header, cards }
}

/** Sets the name of the reviewer. */
export const nameVisitor = async (id: string, name: string): Promise<string> =>
  (await api.shared.name({ id, name })).name

type CommentWords = { imageId: string; x: number | null; y: number | null; text: string }

/**
 * Comments on an image, or on a spot of it in fractions of its size.
 * @param key The same for each try at the same words: a comment whose reply was lost is not made twice.
 */
export const addComment = (id: string, words: CommentWords, key: string): Promise<CommentShape> =>
  api.shared.comment({ id, ...words }, { context: { idempotencyKey: key } })

/** Votes for an image or removes the vote; returns its number of votes. */
export async function setLike(id: string, imageId: string, wanted: 'given' | 'removed'): Promise<number> {
  const call = wanted === 'given' ? api.shared.like : api.shared.unlike
  return (await call({ id, imageId })).likes
}

/** The ids of requested copies. */
const copyIds = createRequestIds(visitorRequests, 'link-copies')

/**
 * Copies what a link shows into a project of the user: one, however often it is asked for until a reply has come. Throws `unauthenticated`
 * without a session.
 */
export const forkShared = (id: string) =>
  copyIds.send(copyIds.prepare({ request: { id } }), (request, idempotencyKey) =>
    api.shared.fork(request, { context: { idempotencyKey } }),
  )

/** The polling interval: the feedback of others is visible after this many milliseconds. */
const askMs = 5_000
/** The longest interval while the server does not answer, or asks to wait. */
const seldomMs = 60_000
/** Changes are kept for a day: a page that was hidden for longer reads everything again. */
const sleptMs = 6 * 3_600_000

/** The delay before the next poll, in milliseconds, after this many failures in a row. */
export const waitBeforeAsking = (failures: number) => Math.min(seldomMs, askMs * 2 ** failures)

/** The changes of what a link shows: single cards, or all of it. */
export type BoardUpdate =
  | { readonly kind: 'changes'; readonly changes: SharedChangesShape }
  | { readonly kind: 'board'; readonly board: SharedBoard }

type WatchInput = {
  /** The board that is shown already. */
  readonly link: OpenedLink
  onFeedback(words: SharedFeedback): void
  onBoard(update: BoardUpdate): void
  /** The link is not open any more. */
  onGone(): void
}

/** The changes since a version, or the whole board, with its version. */
async function readUpdate(id: string, version: string | null, signal: AbortSignal): Promise<BoardUpdate> {
  if (version !== null) {
    const changes = await api.shared.changes({ id, after: version }, { signal })
    if (!changes.isTooMuch) return { kind: 'changes', changes }
  }
  return { kind: 'board', board: await readSharedBoard(id) }
}

const versionOf = (update: BoardUpdate) => (update.kind === 'board' ? update.board : update.changes).version

/**
 * Polls a link for new feedback and for changes of what it shows, while the page is visible: every few seconds, at once
 * when it becomes visible again, and not at all while it is hidden.
 * @returns The stop, and a function to call after feedback was sent from here: earlier replies do not include it.
 */
export function watchLink({ link, onFeedback, onBoard, onGone }: WatchInput) {
  const watching = new AbortController()
  const { signal } = watching
  const { id } = link.board
  let known = link.feedback.version
  let shown = link.board.version
  let answeredAt = Date.now()
  let failures = 0
  let asking = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  async function ask(): Promise<void> {
    clearTimeout(timer)
    const turn = ++asking
    const isOver = () => turn !== asking || signal.aborted
    try {
      const answer = await api.shared.feedback({ id, known, board: shown }, { signal })
      if (isOver()) return
      known = answer.version
      if (answer.feedback) onFeedback(answer.feedback)
      const hasSlept = Date.now() - answeredAt > sleptMs
      if (answer.board.isChanged || hasSlept) {
        const update = await readUpdate(id, hasSlept ? null : shown, signal)
        if (isOver()) return
        shown = versionOf(update)
        onBoard(update)
      } else shown = answer.board.version
      failures = 0
      answeredAt = Date.now()
    } catch (error) {
      if (isOver()) return
      if (hasErrorCode(error, 'not-found')) return onGone()
      failures += 1
    }
    if (document.visibilityState === 'visible') timer = setTimeout(() => void ask(), waitBeforeAsking(failures))
  }
  document.addEventListener(
    'visibilitychange',
    () => {
      clearTimeout(timer)
      if (document.visibilityState === 'visible') void ask()
    },
    { signal },
  )
  timer = setTimeout(() => void ask(), askMs)
  return {
    again: () => void ask(),
    stop() {
      clearTimeout(timer)
      watching.abort()
    },
  }
}
