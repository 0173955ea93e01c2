import type { ReviewCommentShape } from '#contract/shared-board.ts'
import { imageAddress } from '#web/data/image-address.ts'
import { removeComment, resolveComment } from '#web/data/review.ts'
import { RemarkActs } from '#web/viewing/pins/remark-acts.tsx'
import { remarkTexts } from '#web/viewing/pins/remark-texts.ts'
import { reviewPanelTexts } from '../sharing/share-texts.ts'
import { sayNotChanged } from './say-not-changed.ts'

type ReviewCommentProps = { projectId: string; comment: ReviewCommentShape; onShow(): void }

/** One comment, with the spot that it means on a small picture. */
export function ReviewComment({ projectId, comment, onShow }: ReviewCommentProps) {
  const { id, imageId, x, y, author, text, isResolved } = comment
  return (
    <article className="flex items-start gap-3 rounded-12 p-3 hover:bg-raised" data-comment={id}>
      <button
        type="button"
        className="relative size-14 shrink-0 overflow-hidden rounded-8"
        aria-label={reviewPanelTexts.show(author)}
        onClick={onShow}
      >
        <img src={imageAddress(imageId, 256)} alt="" className="size-full" />
        <span
          className="-translate-1/2 absolute size-2.5 rounded-full border-2 border-panel bg-accent"
          style={{ left: `${x * 100}%`, top: `${y * 100}%` }}
        />
      </button>
      <div className={isResolved ? 'min-w-0 flex-1 text-muted line-through' : 'min-w-0 flex-1'}>
        <p className="font-semibold text-13">{author}</p>
        <p className="whitespace-pre-wrap break-words text-13">{text}</p>
      </div>
      <RemarkActs
        isResolved={isResolved}
        onResolve={(wanted) => void resolveComment(projectId, id, wanted).catch(sayNotChanged)}
        onRemove={() => void removeComment(projectId, id).catch(sayNotChanged)}
      />
    </article>
  )
}

/** An image that visitors like. */
export const ReviewLike = ({
  imageId,
  names,
  onShow,
}: {
  imageId: string
  names: readonly string[]
  onShow(): void
}) => (
  <article className="flex items-center gap-3 rounded-12 p-3 hover:bg-raised">
    <button
      type="button"
      className="size-14 shrink-0 overflow-hidden rounded-8"
      aria-label={reviewPanelTexts.showLiked}
      onClick={onShow}
    >
      <img src={imageAddress(imageId, 256)} alt="" className="size-full object-cover" />
    </button>
    <p className="text-13">{remarkTexts.likedBy(names)}</p>
  </article>
)
