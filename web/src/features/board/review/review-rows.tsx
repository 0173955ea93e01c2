import { Check, RotateCcw, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { ReviewCommentShape } from '#contract/shared-board.ts'
import { errorMessage } from '#web/data/api-error.ts'
import { imageAddress } from '#web/data/image-address.ts'
import { removeComment, resolveComment } from '#web/data/review.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { showToast } from '#web/ui/toast.ts'
import { reviewPanelTexts, shareTexts } from '../sharing/share-texts.ts'

const sayFailed = (error: unknown) =>
  showToast({
    kind: 'error',
    title: reviewPanelTexts.notChanged,
    description: errorMessage(error, shareTexts.tryAgain),
  })

type ReviewCommentProps = { projectId: string; comment: ReviewCommentShape; onShow(): void }

/** One comment, with the spot that it means on a small picture. */
export function ReviewComment({ projectId, comment, onShow }: ReviewCommentProps) {
  const { id, imageId, x, y, author, text, isResolved } = comment
  const [isRemoving, setRemoving] = useState(false)
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
      <IconButton
        size="small"
        label={isResolved ? reviewPanelTexts.reopen : reviewPanelTexts.resolve}
        onClick={() => void resolveComment(projectId, id, !isResolved).catch(sayFailed)}
      >
        {isResolved ? <RotateCcw /> : <Check />}
      </IconButton>
      <IconButton size="small" label={reviewPanelTexts.remove} onClick={() => setRemoving(true)}>
        <Trash2 />
      </IconButton>
      {isRemoving && (
        <ConfirmDialog
          title={reviewPanelTexts.removeQuestion}
          text={reviewPanelTexts.removeText}
          confirmLabel={reviewPanelTexts.removeConfirm}
          onConfirm={() => void removeComment(projectId, id).catch(sayFailed)}
          onClose={() => setRemoving(false)}
        />
      )}
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
    <p className="text-13">{reviewPanelTexts.likedBy(names)}</p>
  </article>
)
