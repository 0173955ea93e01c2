import { Check } from 'lucide-react'
import type { CommentShape, SharedImageShape } from '#contract/shared-board.ts'
import { CommentForm } from './comment-form.tsx'
import type { Spot } from './pinned-picture.tsx'
import type { Review } from './review-state.ts'
import { reviewTexts } from './texts.ts'

type CommentListProps = {
  review: Review
  image: SharedImageShape
  comments: readonly CommentShape[]
  spot: Spot | null
  /** The comment was sent, or given up. */
  onEnd(): void
}

/** What was said of a picture, in the order of its pins, and the field to say more. */
export function CommentList({ review, image, comments, spot, onEnd }: CommentListProps) {
  return (
    <aside className="review-comments" aria-label={reviewTexts.comments}>
      <h2 className="font-semibold text-16">{reviewTexts.comments}</h2>
      {spot && <CommentForm review={review} imageId={image.id} spot={spot} onEnd={onEnd} />}
      {comments.length === 0 && !spot && <p className="text-13 text-muted">{reviewTexts.noComments}</p>}
      <ol className="grid gap-3">
        {comments.map(({ id, author, text, isResolved }, place) => (
          <li
            key={id}
            id={`comment-${id}`}
            tabIndex={-1}
            className="grid grid-cols-[24px_minmax(0,1fr)] gap-x-2 rounded-8 text-13"
          >
            <span className="review-number" data-resolved={isResolved || undefined}>
              {isResolved ? <Check aria-label={reviewTexts.done} /> : place + 1}
            </span>
            <div>
              <p className="font-semibold">{author}</p>
              <p className="whitespace-pre-wrap break-words">{text}</p>
            </div>
          </li>
        ))}
      </ol>
    </aside>
  )
}
