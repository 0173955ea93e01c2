import type { SharedChangesShape, SharedFeedback } from '#contract/shared-board.ts'
import { hasErrorCode } from '../api-error.ts'
import { api } from '../client.ts'
import { type OpenedLink, readSharedBoard, type SharedBoard } from './shared-board.ts'

/** What the others say is there within so many milliseconds. */
const askMs = 5_000
/** A server that does not answer, or asks for patience, is not asked more often than this. */
const seldomMs = 60_000
/** Changes are kept for a day: a page that has slept for so long reads everything again. */
const sleptMs = 6 * 3_600_000

/** How long to wait before asking again, in milliseconds, after so many failures one after the other. */
export const waitBeforeAsking = (failures: number) => Math.min(seldomMs, askMs * 2 ** failures)

/** What has changed of what a link shows: single cards, or all of it. */
export type BoardNews =
  | { readonly kind: 'changes'; readonly changes: SharedChangesShape }
  | { readonly kind: 'board'; readonly board: SharedBoard }

type WatchInput = {
  /** What is shown already. */
  readonly link: OpenedLink
  onFeedback(words: SharedFeedback): void
  onBoard(news: BoardNews): void
  /** The link is not open any more. */
  onGone(): void
}

/** What has changed since a version, or the whole board, with its version. */
async function readNews(id: string, version: string | null, signal: AbortSignal): Promise<BoardNews> {
  if (version !== null) {
    const changes = await api.shared.changes({ id, after: version }, { signal })
    if (!changes.isTooMuch) return { kind: 'changes', changes }
  }
  return { kind: 'board', board: await readSharedBoard(id) }
}

const versionOf = (news: BoardNews) => (news.kind === 'board' ? news.board : news.changes).version

/**
 * Asks what has been said by a link, and whether what it shows has changed, for as long as the page is looked at: every few
 * seconds, at once when it is looked at again, and not at all while it is hidden.
 * @returns The stop, and what is to be called after something was said here: whatever was answered before does not know of it.
 */
export function watchLink({ link, onFeedback, onBoard, onGone }: WatchInput) {
  const watching = new AbortController()
  const { signal } = watching
  const { id } = link.board
  let known = link.said.version
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
        const news = await readNews(id, hasSlept ? null : shown, signal)
        if (isOver()) return
        shown = versionOf(news)
        onBoard(news)
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
