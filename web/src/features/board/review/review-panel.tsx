import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { Dialog } from 'radix-ui'
import { reviewQuery } from '#web/data/review.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import type { BoardView } from '../board-view.ts'
import { openLightbox } from '../lightbox/open-lightbox.ts'
import { reviewPanelTexts } from '../sharing/share-texts.ts'
import { ReviewComment, ReviewLike } from './review-rows.tsx'
import '../trash/trash.css'

/** What visitors of links have said of the canvas, as they say it. */
export function ReviewPanel({ view }: { view: BoardView }) {
  const { projectId } = view.board
  const { data: review, isError, refetch } = useQuery(reviewQuery(projectId))
  const show = (cardId: string, imageId: string) => {
    view.panel.set(null)
    openLightbox(view, cardId, imageId)
  }
  return (
    <Dialog.Root open onOpenChange={(open) => !open && view.panel.set(null)}>
      <Dialog.Portal>
        <Dialog.Overlay className="scrim" />
        <Dialog.Content
          className="trash"
          aria-describedby={undefined}
          onOpenAutoFocus={(event) => {
            event.preventDefault()
            if (event.currentTarget instanceof HTMLElement) event.currentTarget.focus()
          }}
        >
          <header className="flex items-center justify-between pt-3 pr-3 pb-2 pl-5">
            <Dialog.Title className="font-semibold text-16">{reviewPanelTexts.title}</Dialog.Title>
            <Dialog.Close asChild>
              <IconButton label={reviewPanelTexts.close}>
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
              <EmptyState title={reviewPanelTexts.emptyTitle} text={reviewPanelTexts.emptyText} />
            )}
            {!review && !isError && (
              <div role="status" className="grid place-items-center p-10 text-muted">
                <Spinner />
                <span className="sr-only">{reviewPanelTexts.loading}</span>
              </div>
            )}
            {!review && isError && (
              <LoadFailed
                title={reviewPanelTexts.failedTitle}
                text={reviewPanelTexts.failedText}
                onTryAgain={() => void refetch()}
              />
            )}
          </div>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
