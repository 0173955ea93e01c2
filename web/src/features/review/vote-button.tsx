import { Heart } from 'lucide-react'
import { useStore } from '#web/data/store.ts'
import { Button, type ButtonSize } from '#web/ui/button.tsx'
import { likesOf, type Review } from './review-state.ts'
import { reviewTexts } from './texts.ts'
import { toggleVote } from './vote.ts'

type VoteButtonProps = { review: Review; imageId: string; size?: ButtonSize }

/** A vote for a picture, with how many there are. */
export function VoteButton({ review, imageId, size = 'medium' }: VoteButtonProps) {
  const { likes, isLikedByYou } = likesOf(useStore(review.said), imageId)
  return (
    <Button
      kind="line"
      size={size}
      aria-pressed={isLikedByYou}
      aria-label={`${isLikedByYou ? reviewTexts.liked : reviewTexts.like}, ${reviewTexts.likes(likes)}`}
      onClick={() => toggleVote(review, imageId)}
    >
      <Heart aria-hidden="true" fill={isLikedByYou ? 'currentColor' : 'none'} />
      <span className="tabular-nums">{likes}</span>
    </Button>
  )
}
