import { useCallback, useEffect, useState } from 'react'
import type { SharedBoardShape } from '#contract/shared-board.ts'
import { hasErrorCode } from '#web/data/api-error.ts'
import { openSharedBoard, readSharedBoard } from '#web/data/shared/shared-board.ts'
import { useAnswer } from '#web/data/use-answer.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { PageSpinner } from '#web/ui/spinner.tsx'
import { NameDialog } from './name-dialog.tsx'
import { ReviewCanvas } from './review-canvas.tsx'
import { ReviewHeader } from './review-header.tsx'
import { createReview } from './review-state.ts'
import { reviewTexts } from './texts.ts'
import { Viewer } from './viewer.tsx'
import './review.css'

type ReviewScreenProps = {
  /** The secret of the link. */
  token: string
  /** A copy of one's own is there. */
  onCopied(projectId: string): void
}

/** What a link for review opens: a canvas to look at, its stories, and room for comments and votes. */
export function ReviewScreen({ token, onCopied }: ReviewScreenProps) {
  const [answer, again] = useAnswer(useCallback(() => openSharedBoard(token), [token]))
  if (answer.status === 'waiting') return <PageSpinner label={reviewTexts.loading} />
  if (answer.status === 'ready') return <OpenReview board={answer.value} onCopied={onCopied} />
  return (
    <main className="grid min-h-dvh place-items-center">
      {hasErrorCode(answer.error, 'not-found') ? (
        <EmptyState level={1} {...reviewTexts.gone} />
      ) : (
        <LoadFailed level={1} {...reviewTexts.failed} onTryAgain={again} />
      )}
    </main>
  )
}

function OpenReview({ board, onCopied }: { board: SharedBoardShape; onCopied(projectId: string): void }) {
  const [review] = useState(() => createReview(board))

  // Whoever comes back to the page sees what the others have said meanwhile.
  useEffect(() => {
    const refresh = () => {
      if (document.visibilityState === 'visible') readSharedBoard(board.id).then(review.board.set, () => undefined)
    }
    document.addEventListener('visibilitychange', refresh)
    return () => document.removeEventListener('visibilitychange', refresh)
  }, [review, board.id])

  return (
    <>
      <ReviewHeader review={review} onCopied={onCopied} />
      <main className="fixed inset-0">
        {board.cards.length === 0 ? (
          <div className="grid h-full place-items-center">
            <EmptyState {...reviewTexts.empty} />
          </div>
        ) : (
          <ReviewCanvas review={review} />
        )}
      </main>
      <Viewer review={review} />
      <NameDialog review={review} />
    </>
  )
}
