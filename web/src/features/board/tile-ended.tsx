import { useNavigate } from '@tanstack/react-router'
import { RotateCw } from 'lucide-react'
import { useState } from 'react'
import type { ImageShape } from '#contract/image.ts'
import { retryImage } from '#web/data/generations.ts'
import { Spinner } from '#web/ui/spinner.tsx'
import { showToast } from '#web/ui/toast.ts'
import { useBoardView } from './board-context.ts'
import { refusalOf } from './series/hidden-refusal.ts'
import { boardTexts } from './texts.ts'

/** An image that ended without a picture: why, that it cost nothing, and another try. */
export function TileEnded({ image }: { image: ImageShape }) {
  const { board } = useBoardView()
  const [isBusy, setBusy] = useState(false)
  const navigate = useNavigate()
  const isFailed = image.status === 'failed'
  const reason = image.error ? boardTexts.failures[image.error.code] : boardTexts.failedWithoutReason

  const retry = async () => {
    if (isBusy) return
    setBusy(true)
    try {
      await retryImage(image.id)
    } catch (error) {
      const seePlans = () => void navigate({ to: '/pricing' })
      const said = { error, title: boardTexts.error, fallback: boardTexts.retryFailed, seePlans }
      showToast(refusalOf(board, [image.generationId], said))
    }
    setBusy(false)
  }

  return (
    <div className={isFailed ? 'tile-ended is-failed' : 'tile-ended'}>
      <p data-tooltip={image.error?.message ?? image.warnings[0]}>
        {isFailed ? reason : boardTexts.cancelled} {boardTexts.notCharged}
      </p>
      <button
        type="button"
        className="tile-retry"
        aria-label={boardTexts.retryLabel(image.orderNum + 1)}
        aria-busy={isBusy}
        onClick={() => void retry()}
      >
        {isBusy ? <Spinner /> : <RotateCw aria-hidden="true" />}
        {boardTexts.retry}
      </button>
    </div>
  )
}
