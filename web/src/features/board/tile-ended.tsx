import { RotateCw } from 'lucide-react'
import { useState } from 'react'
import type { ImageShape } from '#contract/image.ts'
import { errorMessage } from '#web/data/api-error.ts'
import { retryImage } from '#web/data/generations.ts'
import { Spinner } from '#web/ui/spinner.tsx'
import { showToast } from '#web/ui/toast.ts'
import { boardTexts } from './texts.ts'

/** An image that ended without a picture: why, that it cost nothing, and another try. */
export function TileEnded({ image }: { image: ImageShape }) {
  const [isBusy, setBusy] = useState(false)
  const isFailed = image.status === 'failed'
  const reason = image.error ? boardTexts.failures[image.error.code] : boardTexts.failedWithoutReason

  const retry = async () => {
    if (isBusy) return
    setBusy(true)
    try {
      await retryImage(image.id)
    } catch (error) {
      const description = errorMessage(error, boardTexts.retryFailed)
      showToast({ kind: 'error', title: boardTexts.error, description })
    }
    setBusy(false)
  }

  return (
    <div className={isFailed ? 'tile-ended is-failed' : 'tile-ended'}>
      <p data-tooltip={image.error?.message}>
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
