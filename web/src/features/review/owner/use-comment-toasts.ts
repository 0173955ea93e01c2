import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { LiveSession } from '#web/data/live/live-session.ts'
import { showToast } from '#web/ui/toast.ts'
import { commentPanelTexts } from './texts.ts'

const maxShown = 120
const shorten = (text: string) => (text.length > maxShown ? `${text.slice(0, maxShown - 1).trimEnd()}…` : text)

const isPanelOpen = () => document.documentElement.dataset.shows?.split(' ').includes('comments-panel') === true

/** Announces each comment of a reviewer on every page, except while the comments are open. */
export function useCommentToasts(session: LiveSession): void {
  const navigate = useNavigate()
  useEffect(
    () =>
      session.onComment(({ projectId, id, author, text }) => {
        if (isPanelOpen()) return
        const show = () => void navigate({ to: '/project/$projectId', params: { projectId }, search: { comments: id } })
        showToast({
          kind: 'info',
          title: commentPanelTexts.arrived(author, shorten(text)),
          action: { label: commentPanelTexts.showArrived, run: show },
        })
      }),
    [session, navigate],
  )
}
