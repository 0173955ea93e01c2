import type { SharedWords } from '#contract/shared-board.ts'
import { hasErrorCode } from '../api-error.ts'
import { api } from '../client.ts'

/** What the others say is there within so many milliseconds. */
const askMs = 5_000
/** A server that does not answer, or asks for patience, is not asked more often than this. */
const seldomMs = 60_000

/** How long to wait before asking again, in milliseconds, after so many failures one after the other. */
export const waitBeforeAsking = (failures: number) => Math.min(seldomMs, askMs * 2 ** failures)

type WatchInput = {
  readonly id: string
  /** The version of the words that are shown already. */
  readonly version: string
  onWords(words: SharedWords): void
  /** The link is not open any more. */
  onGone(): void
}

/**
 * Asks what has been said by a link, for as long as the page is looked at: every few seconds, at once when it is looked at
 * again, and not at all while it is hidden.
 * @returns The stop, and what is to be called after something was said here: whatever was answered before does not know of it.
 */
export function watchWords({ id, version, onWords, onGone }: WatchInput) {
  const watching = new AbortController()
  const { signal } = watching
  let known = version
  let failures = 0
  let asking = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  async function ask(): Promise<void> {
    clearTimeout(timer)
    const turn = ++asking
    try {
      const answer = await api.shared.words({ id, known }, { signal })
      if (turn !== asking || signal.aborted) return
      failures = 0
      known = answer.version
      if (answer.words) onWords(answer.words)
    } catch (error) {
      if (turn !== asking || signal.aborted) return
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
