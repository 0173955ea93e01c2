import type { ReviewNews } from '#web/data/live/live-session.ts'
import { showToast } from '#web/ui/toast.ts'
import { commentPanelTexts as texts } from './texts.ts'

const maxShown = 120
const shorten = (text: string) => (text.length > maxShown ? `${text.slice(0, maxShown - 1).trimEnd()}…` : text)

const isPanelOpen = () => document.documentElement.dataset.shows?.split(' ').includes('comments-panel') === true

/** News of a project that follow each other this closely are one toast. Milliseconds. */
const together = 10_000
const last = new Map<string, { readonly count: number; readonly atMs: number }>()

/** The number of news of a kind that follow each other, this one included. */
function countTogether(key: string): number {
  const before = last.get(key)
  const now = performance.now()
  const count = before && now - before.atMs < together ? before.count + 1 : 1
  last.set(key, { count, atMs: now })
  return count
}

/**
 * Shows a toast about what a reviewer has just said or decided, unless the panel that lists it is seen.
 * @param show Opens the project with its comments: one of them, or its rounds.
 */
export function announce({ projectId, comment, decision }: ReviewNews, show: (comments: string) => void): void {
  if (isPanelOpen() && document.visibilityState === 'visible') return
  if (comment) {
    const { id, author, text } = comment
    const count = countTogether(`comments ${projectId}`)
    const title = count === 1 ? texts.arrived(author, shorten(text)) : texts.arrivedTogether(count)
    showToast({
      id: `comments ${projectId}`,
      kind: 'info',
      title,
      action: { label: texts.showArrived, run: () => show(id) },
    })
  }
  if (decision) {
    const count = countTogether(`decisions ${projectId}`)
    const title = count === 1 ? texts.decided(decision) : texts.decidedTogether(count)
    const action = { label: texts.showArrived, run: () => show('rounds') }
    const description = decision.words === null ? {} : { description: shorten(decision.words) }
    showToast({ id: `decisions ${projectId}`, kind: 'info', title, action, ...(count === 1 && description) })
  }
}
