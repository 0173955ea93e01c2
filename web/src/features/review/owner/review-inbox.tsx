import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import type { ReviewCommentShape } from '#contract/shared-board.ts'
import { imageAddress } from '#web/data/pictures/image-address.ts'
import { reviewQuery } from '#web/data/review.ts'
import type { BoardSession } from '#web/features/board/board-session.ts'
import { openLightbox } from '#web/features/board/overlays.ts'
import { IconButton, Spinner } from '#web/ui/button.tsx'
import { focusPanel } from '#web/ui/focus.ts'
import { EmptyState, LoadFailed } from '#web/ui/page-states.tsx'
import { Dialog } from '#web/ui/popups.tsx'
import { commentTexts } from '#web/viewing/texts.ts'
import { CommentActs } from './comment-acts.tsx'
import { inboxTexts } from './texts.ts'

/** The comments and likes of reviewers on the canvas, live. */
export function ReviewInbox({ session }: { session: BoardSession }) {
  const { projectId } = session.board
  const { data: review, isError, refetch } = useQuery(reviewQuery(projectId))
  const show = (cardId: string, imageId: string) => {
    session.overlays.close('review')
    openLightbox(session, cardId, imageId)
  }
  return (
    <Dialog.Root open onOpenChange={(open) => !open && session.overlays.close('review')}>
      <Dialog.Portal>
        <Dialog.Overlay className="scrim" />
        <Dialog.Content className="trash" aria-describedby={undefined} onOpenAutoFocus={focusPanel}>
          <header className="flex items-center justify-between pt-3 pr-3 pb-2 pl-5">
            <Dialog.Title className="font-semibold text-16">{inboxTexts.title}</Dialog.Title>
            <Dialog.Close asChild>
              <IconButton label={inboxTexts.close}>
                <X />
              </IconButton>
            </Dialog.Close>
          </header>
          <div className="min-h-0 flex-1 overflow-y-auto px-2 pb-3">
            {review?.comments.map((comment) => (
              <ReviewComment
                key={comment.id}
                projectId={projectId}
                comment={comment}
                onShow={() => show(comment.generationId, comment.imageId)}
              />
            ))}
            {review?.likes.map(({ imageId, generationId, names }) => (
              <ReviewLike key={imageId} imageId={imageId} names={names} onShow={() => show(generationId, imageId)} />
            ))}
            {review && review.comments.length + review.likes.length === 0 && (
              <EmptyState title={inboxTexts.emptyTitle} text={inboxTexts.emptyText} />
            )}
            {!review && !isError && (
              <div role="status" className="grid place-items-center p-10 text-muted">
                <Spinner />
                <span className="sr-only">{inboxTexts.loading}</span>
              </div>
            )}
            {!review && isError && (
              <LoadFailed
                title={inboxTexts.failedTitle}
                text={inboxTexts.failedText}
                onTryAgain={() => void refetch()}
              />
            )}
          </div>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

type ReviewCommentProps = { projectId: string; comment: ReviewCommentShape; onShow(): void }

/** One comment, with its spot on a small picture. */
export function ReviewComment({ projectId, comment, onShow }: ReviewCommentProps) {
  const { id, imageId, x, y, author, text, isResolved } = comment
  return (
    <article className="flex items-start gap-3 rounded-12 p-3 hover:bg-raised" data-comment={id}>
      <button
        type="button"
        className="relative size-14 shrink-0 overflow-hidden rounded-8"
        aria-label={inboxTexts.show(author)}
        onClick={onShow}
      >
        <img src={imageAddress(imageId, 256)} alt="" className="size-full" />
        {x !== null && y !== null && (
          <span
            className="-translate-1/2 absolute size-2.5 rounded-full border-2 border-panel bg-ink"
            style={{ left: `${x * 100}%`, top: `${y * 100}%` }}
          />
        )}
      </button>
      <div className={isResolved ? 'min-w-0 flex-1 text-muted line-through' : 'min-w-0 flex-1'}>
        <p className="font-semibold text-13">{author}</p>
        <p className="whitespace-pre-wrap break-words text-13">{text}</p>
      </div>
      <CommentActs projectId={projectId} comment={comment} />
    </article>
  )
}

/** An image that reviewers like. */
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
      aria-label={inboxTexts.showLiked}
      onClick={onShow}
    >
      <img src={imageAddress(imageId, 256)} alt="" className="size-full object-cover" />
    </button>
    <p className="text-13">{commentTexts.likedBy(names)}</p>
  </article>
)
