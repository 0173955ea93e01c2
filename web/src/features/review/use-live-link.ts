import { useEffect, useState } from 'react'
import type { OpenedLink } from '#web/data/shared/shared-board.ts'
import { watchLink } from '#web/data/shared/watch-link.ts'
import { type Review, saidOf, showNews } from './review-state.ts'

/**
 * Keeps what the others say, and what the link shows, up to date while the page is looked at.
 * @param link What is shown at first.
 * @returns Whether the link is still open.
 */
export function useLiveLink(review: Review, link: OpenedLink): 'open' | 'gone' {
  const [state, setState] = useState<'open' | 'gone'>('open')
  useEffect(() => {
    const { again, stop } = watchLink({
      link,
      onFeedback: (words) => review.said.set(saidOf(words)),
      onBoard: (news) => showNews(review, news),
      onGone: () => setState('gone'),
    })
    const stopListening = review.spoken.subscribe(again)
    return () => {
      stopListening()
      stop()
    }
  }, [review, link])
  return state
}
