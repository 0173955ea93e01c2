import type { CommentShape } from '#contract/shared-board.ts'
import { RemarkList } from '#web/viewing/pins/remark-list.tsx'
import { remarkTexts } from '#web/viewing/pins/remark-texts.ts'
import { CommentForm } from './comment-form.tsx'
import type { Spot } from './pinned-picture.tsx'
import type { Review } from './review-state.ts'
import { reviewTexts } from './texts.ts'

type CommentListProps = {
  review: Review
  imageId: string
  comments: readonly CommentShape[]
  spot: Spot | null
  /** The comment whose pin was pressed. */
  pressed: { readonly id: string } | null
  /** The comment was sent, or given up. */
  onEnd(): void
}

/** What was said of a picture, in the order of its pins, and the field to say more. */
export function CommentList({ review, imageId, comments, spot, pressed, onEnd }: CommentListProps) {
  return (
    <aside className="review-comments" aria-label={remarkTexts.title}>
      <h2 className="font-semibold text-16">{remarkTexts.title}</h2>
      {spot && <CommentForm review={review} imageId={imageId} spot={spot} onEnd={onEnd} />}
      {comments.length === 0 && !spot && (
        <p className="text-13 text-muted">
          {reviewTexts.noComments} <span className="max-sm:hidden">{reviewTexts.noCommentsKeys}</span>
        </p>
      )}
      <RemarkList remarks={comments} pressed={pressed} />
    </aside>
  )
}
