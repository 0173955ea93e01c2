import { useStore } from '#web/data/store.ts'
import { Comparison } from '#web/viewing/compare/comparison.tsx'
import { comparedPicture } from './compare.ts'
import type { Review } from './review-state.ts'
import { VoteButton } from './vote-button.tsx'

/** The pictures that a visitor compares, with a vote for each; nothing while none are. */
export function ReviewComparison({ review }: { review: Review }) {
  const ids = useStore(review.compared)
  const { pictures } = useStore(review.shown)
  if (!ids) return null
  return (
    <Comparison
      pictures={ids.flatMap((id) => {
        const picture = pictures.get(id)
        return picture ? [comparedPicture(review.id, picture)] : []
      })}
      returnTo=".review-viewer, .canvas"
      vote={({ id }) => <VoteButton review={review} imageId={id} size="small" />}
      onClose={() => review.compared.set(null)}
    />
  )
}
