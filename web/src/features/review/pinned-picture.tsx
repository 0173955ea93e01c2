import type { MouseEvent } from 'react'
import type { CommentShape, SharedImageShape } from '#contract/shared-board.ts'
import { sharedImageAddress } from '#web/data/shared/shared-image-address.ts'
import { shapeOf } from './shape-of.ts'
import { reviewTexts } from './texts.ts'

/** A place on a picture, in fractions of its size. */
export type Spot = { readonly x: number; readonly y: number }

const at = ({ x, y }: Spot) => ({ left: `${x * 100}%`, top: `${y * 100}%` })

/** Where a press is on the picture. */
function spotOf(event: MouseEvent<HTMLElement>): Spot {
  const { left, top, width, height } = event.currentTarget.getBoundingClientRect()
  const within = (part: number) => Math.min(1, Math.max(0, part))
  return { x: within((event.clientX - left) / width), y: within((event.clientY - top) / height) }
}

type PinnedPictureProps = {
  shareId: string
  image: SharedImageShape
  label: string
  comments: readonly CommentShape[]
  /** Where something is being said; null while nothing is. */
  spot: Spot | null
  onSpot(spot: Spot): void
}

/** A picture with a numbered pin for each comment; a press on it begins another. */
export function PinnedPicture({ shareId, image, label, comments, spot, onSpot }: PinnedPictureProps) {
  return (
    <div className="review-room">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: C does the same from the keyboard */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: as above */}
      <div
        className="review-picture"
        style={{ ...shapeOf(image), backgroundColor: image.averageColor ?? 'transparent' }}
        onClick={(event) => onSpot(spotOf(event))}
      >
        <img src={sharedImageAddress(shareId, image.id, 1_536)} alt={label} draggable={false} />
        {comments.map(({ id, text, isResolved, ...place }, index) => (
          <a
            key={id}
            href={`#comment-${id}`}
            className="review-pin"
            data-resolved={isResolved || undefined}
            aria-label={reviewTexts.pin(index + 1, text)}
            style={at(place)}
            onClick={(event) => {
              event.preventDefault()
              event.stopPropagation()
              document.getElementById(`comment-${id}`)?.focus()
            }}
          >
            {index + 1}
          </a>
        ))}
        {spot && <span className="review-pin is-new" style={at(spot)} aria-hidden="true" />}
      </div>
    </div>
  )
}
