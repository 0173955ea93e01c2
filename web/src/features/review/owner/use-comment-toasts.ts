import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { LiveSession } from '#web/data/live/live-session.ts'

/** Announces comments and decisions of reviewers on every page, except while the comments are open. */
export function useCommentToasts(session: LiveSession): void {
  const navigate = useNavigate()
  useEffect(
    () =>
      session.onReview((news) => {
        const show = (comments: string) =>
          void navigate({ to: '/project/$projectId', params: { projectId: news.projectId }, search: { comments } })
        if (news.comment ?? news.decision)
          void import('./announce-review.ts').then(
            (code) => code.announce(news, show),
            () => {},
          )
      }),
    [session, navigate],
  )
}
