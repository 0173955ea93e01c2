import { useCallback, useState } from 'react'
import { hasErrorCode } from '#web/data/api-error.ts'
import { type OpenedLink, openLink } from '#web/data/shared/shared-board.ts'
import { useStore } from '#web/data/store.ts'
import { useAnswer } from '#web/data/use-answer.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { PageSpinner } from '#web/ui/spinner.tsx'
import { NameDialog } from './name-dialog.tsx'
import { ReviewCanvas } from './review-canvas.tsx'
import { ReviewComparison } from './review-comparison.tsx'
import { ReviewHeader } from './review-header.tsx'
import { createReview } from './review-state.ts'
import { reviewTexts } from './texts.ts'
import { useLiveLink } from './use-live-link.ts'
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
  const [answer, again] = useAnswer(useCallback(() => openLink(token), [token]))
  if (answer.status === 'waiting') return <PageSpinner label={reviewTexts.loading} />
  if (answer.status === 'ready') return <OpenReview link={answer.value} onCopied={onCopied} />
  if (hasErrorCode(answer.error, 'not-found')) return <LinkGone />
  return (
    <main className="grid min-h-dvh place-items-center">
      <LoadFailed level={1} {...reviewTexts.failed} onTryAgain={again} />
    </main>
  )
}

const LinkGone = () => (
  <main className="grid min-h-dvh place-items-center">
    <EmptyState level={1} {...reviewTexts.gone} />
  </main>
)

function OpenReview({ link, onCopied }: { link: OpenedLink; onCopied(projectId: string): void }) {
  const [review] = useState(() => createReview(link))
  const state = useLiveLink(review, link)
  const { cards } = useStore(review.shown)
  if (state === 'gone') return <LinkGone />
  return (
    <>
      <ReviewHeader review={review} onCopied={onCopied} />
      <main className="fixed inset-0">
        {cards.size === 0 ? (
          <div className="grid h-full place-items-center">
            <EmptyState {...reviewTexts.empty} />
          </div>
        ) : (
          <ReviewCanvas review={review} />
        )}
      </main>
      <Viewer review={review} />
      <ReviewComparison review={review} />
      <NameDialog review={review} />
    </>
  )
}
