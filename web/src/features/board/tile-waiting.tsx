import { useRef } from 'react'
import type { ImageShape } from '#contract/image.ts'
import { pictureSize } from '#domain/layout/picture-box.ts'
import { boardTexts } from './texts.ts'
import { useNow } from './use-now.ts'

/** An image that is being made: already at its final size, counting the seconds. */
export function TileWaiting({ image }: { image: ImageShape }) {
  const now = useNow()
  // A retried image keeps the time of its first try, so its seconds count from when the retry was seen.
  const startedAt = useRef(image.attempt > 1 ? now : Date.parse(image.createdAt)).current
  const seconds = Math.max(0, Math.floor((now - startedAt) / 1_000))
  return (
    <div
      className="tile-waiting shimmer"
      style={pictureSize(image)}
      role="img"
      aria-label={boardTexts.waiting(image.orderNum + 1)}
    >
      <span className="tabular-nums">{boardTexts.seconds(seconds)}</span>
      {image.status === 'uncertain' && <span>{boardTexts.uncertain}</span>}
    </div>
  )
}
