import { errorMessage } from '#web/data/api-error.ts'
import { setLike } from '#web/data/shared/shared-board.ts'
import { showToast } from '#web/ui/toast.ts'
import { likesOf, type Review, showLikes, whenNamed } from './review-state.ts'
import { reviewTexts } from './texts.ts'

/** Votes for an image, or takes the vote back; asks for a name first where there is none. */
export function toggleVote(review: Review, imageId: string): void {
  whenNamed(review, () => {
    const isLikedByYou = !likesOf(review.said.get(), imageId).isLikedByYou
    setLike(review.id, imageId, isLikedByYou ? 'given' : 'removed').then(
      (likes) => showLikes(review, { imageId, likes, isLikedByYou }),
      (error: unknown) =>
        showToast({
          kind: 'error',
          title: reviewTexts.notSent,
          description: errorMessage(error, reviewTexts.tryAgain),
        }),
    )
  })
}
