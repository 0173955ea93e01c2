import { useState } from 'react'
import { errorMessage, hasErrorCode } from '#web/data/api-error.ts'
import { forkShared } from '#web/data/shared/shared-board.ts'
import { useStore } from '#web/data/store.ts'
import { Button } from '#web/ui/button.tsx'
import { ThemeSwitch } from '#web/ui/theme-switch.tsx'
import { showToast } from '#web/ui/toast.ts'
import type { Review } from './review-state.ts'
import { reviewTexts } from './texts.ts'

/** What a visitor looks at, who they are here, and the way to a copy of their own. */
export function ReviewHeader({ review, onCopied }: { review: Review; onCopied(projectId: string): void }) {
  const { board } = useStore(review.shown)
  const visitorName = useStore(review.visitorName)
  const [isCopying, setCopying] = useState(false)

  const copy = async () => {
    setCopying(true)
    try {
      const project = await forkShared(review.id)
      showToast({ kind: 'success', title: reviewTexts.copied, description: project.title })
      onCopied(project.id)
    } catch (error) {
      const isVisitor = hasErrorCode(error, 'unauthenticated')
      const description = isVisitor ? reviewTexts.signInFirst : errorMessage(error, reviewTexts.tryAgain)
      showToast({ kind: isVisitor ? 'info' : 'error', title: reviewTexts.notCopied, description })
      setCopying(false)
    }
  }

  return (
    <header className="pointer-events-none absolute inset-x-0 top-0 z-10 flex items-start justify-between gap-2 p-3 max-sm:p-2 [&>*]:pointer-events-auto">
      <div className="island flex h-12 min-w-0 flex-col justify-center px-4">
        <h1 className="truncate font-semibold text-14/[18px]">{board.title ?? reviewTexts.untitled}</h1>
        <p className="truncate text-12/[16px] text-muted">{reviewTexts.from(board)}</p>
      </div>
      <div className="island flex h-12 shrink-0 items-center gap-1 px-2">
        {visitorName !== null && (
          <Button
            kind="quiet"
            aria-label={reviewTexts.name.change}
            className="max-sm:hidden"
            onClick={() => review.naming.set(() => {})}
          >
            {reviewTexts.you(visitorName)}
          </Button>
        )}
        {board.showsPrompts && (
          <Button kind="line" busy={isCopying} onClick={() => void copy()}>
            {isCopying ? reviewTexts.copying : reviewTexts.copy}
          </Button>
        )}
        <span className="max-sm:hidden">
          <ThemeSwitch />
        </span>
      </div>
    </header>
  )
}
