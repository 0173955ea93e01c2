import type { MouseEvent } from 'react'
import type { CommentShape, SharedImageShape } from '#contract/shared-board.ts'
import { sharedImageAddress } from '#web/data/shared/shared-images.ts'
import { Pins } from '#web/viewing/pins/pins.tsx'
import { shapeOf } from './shape-of.ts'

/** A place on a picture, in fractions of its size. */
export type Spot = { readonly x: number; readonly y: number }

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
  onPin(id: string): void
}

/** A picture with a numbered pin for each comment; a press on it begins another. */
export function PinnedPicture({ shareId, image, label, comments, spot, onSpot, onPin }: PinnedPictureProps) {
  return (
    <div className="review-room">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: C does the same from the keyboard */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: as above */}
      <div
        className="review-picture"
        style={{ ...shapeOf(image), backgroundColor: image.averageColor ?? 'transparent' }}
        onClick={(event) => onSpot(spotOf(event))}
      >
        {/* At once the small one, which the canvas or the strip has loaded already. */}
        <img key={`${image.id} small`} src={sharedImageAddress(shareId, image.id, 256)} alt="" draggable={false} />
        <img key={image.id} src={sharedImageAddress(shareId, image.id, 1_536)} alt={label} draggable={false} />
        <Pins remarks={comments} onPress={onPin} />
        {spot && (
          <span
            className="pin is-new"
            style={{ left: `${spot.x * 100}%`, top: `${spot.y * 100}%` }}
            aria-hidden="true"
          />
        )}
      </div>
    </div>
  )
}
