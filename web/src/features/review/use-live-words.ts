import { useEffect, useState } from 'react'
import { watchWords } from '#web/data/shared/watch-words.ts'
import { type Review, saidOf } from './review-state.ts'

/**
 * Keeps what the others say up to date while the page is looked at.
 * @param version Of what is shown at first.
 * @returns Whether the link is still open.
 */
export function useLiveWords(review: Review, version: string): 'open' | 'gone' {
  const [state, setState] = useState<'open' | 'gone'>('open')
  useEffect(() => {
    const { again, stop } = watchWords({
      id: review.board.id,
      version,
      onWords: (words) => review.said.set(saidOf(words)),
      onGone: () => setState('gone'),
    })
    const stopListening = review.spoken.subscribe(again)
    return () => {
      stopListening()
      stop()
    }
  }, [review, version])
  return state
}
