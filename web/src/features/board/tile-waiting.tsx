import { useRef } from 'react'
import type { ImageShape } from '#contract/image.ts'
import { pictureSize } from '#domain/layout/picture-box.ts'
import { useImageProgress } from '#web/data/live/current-session.ts'
import { boardTexts } from './texts.ts'
import { useNow } from './use-now.ts'

/**
 * An image that is being made: already at its final size, counting the seconds, with what its provider shows of it and how
 * far it is where that is known.
 */
export function TileWaiting({ image }: { image: ImageShape }) {
  const now = useNow()
  const progress = useImageProgress(image.id)
  // A retried image keeps the time of its first try, so its seconds count from when the retry was seen.
  const startedAt = useRef(image.attempt > 1 ? now : Date.parse(image.createdAt)).current
  const seconds = Math.max(0, Math.floor((now - startedAt) / 1_000))
  const percent = progress?.fraction == null ? null : Math.floor(progress.fraction * 100)
  const preview = progress?.previewUrl ?? null
  return (
    <div
      className={preview === null ? 'tile-waiting shimmer' : 'tile-waiting has-preview'}
      style={pictureSize(image)}
      role="img"
      aria-label={boardTexts.waiting(image.orderNum + 1, percent)}
    >
      {preview !== null && <img src={preview} alt="" draggable={false} />}
      <span className="tabular-nums">
        {percent === null ? boardTexts.seconds(seconds) : boardTexts.percent(percent)}
      </span>
      {image.status === 'uncertain' && <span>{boardTexts.uncertain}</span>}
      {percent !== null && (
        <span aria-hidden="true" className="tile-progress" style={{ scale: `${percent / 100} 1` }} />
      )}
    </div>
  )
}
