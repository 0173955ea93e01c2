import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { LiveSession } from '#web/data/live/live-session.ts'
import { showToast } from '#web/ui/toast.ts'
import { commentPanelTexts } from './texts.ts'

const maxShown = 120
const shorten = (text: string) => (text.length > maxShown ? `${text.slice(0, maxShown - 1).trimEnd()}…` : text)

const isPanelOpen = () => document.documentElement.dataset.shows?.split(' ').includes('comments-panel') === true

/** Comments of a project that follow each other this closely are one toast. Milliseconds. */
const together = 10_000

/** Announces comments of reviewers on every page, except while the comments are open. */
export function useCommentToasts(session: LiveSession): void {
  const navigate = useNavigate()
  useEffect(() => {
    const last = new Map<string, { count: number; atMs: number }>()
    return session.onComment(({ projectId, id, author, text }) => {
      if (isPanelOpen() && document.visibilityState === 'visible') return
      const before = last.get(projectId)
      const now = performance.now()
      const count = before && now - before.atMs < together ? before.count + 1 : 1
      last.set(projectId, { count, atMs: now })
      const show = () => void navigate({ to: '/project/$projectId', params: { projectId }, search: { comments: id } })
      showToast({
        id: `comments ${projectId}`,
        kind: 'info',
        title:
          count === 1 ? commentPanelTexts.arrived(author, shorten(text)) : commentPanelTexts.arrivedTogether(count),
        action: { label: commentPanelTexts.showArrived, run: show },
      })
    })
  }, [session, navigate])
}
