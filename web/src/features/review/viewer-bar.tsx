import { ChevronLeft, ChevronRight, Columns2, ImagePlus, X } from 'lucide-react'
import { useStore } from '#web/data/store.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { compareTexts } from '#web/viewing/compare/compare-texts.ts'
import { toggleGathered } from '#web/viewing/compare/gathered.ts'
import { openComparison } from './compare.ts'
import type { Review } from './review-state.ts'
import { reviewTexts } from './texts.ts'
import { VoteButton } from './vote-button.tsx'

type ViewerBarProps = {
  review: Review
  imageId: string
  onClose(): void
  /** Null at the ends. */
  onBefore: (() => void) | null
  onAfter: (() => void) | null
}

/** The row above the picture: out, on to others, comparing, a vote. */
export function ViewerBar({ review, imageId, onClose, onBefore, onAfter }: ViewerBarProps) {
  const gathered = useStore(review.gathered)
  const isGathered = gathered.includes(imageId)
  return (
    <div className="review-bar">
      <IconButton label={reviewTexts.close} keys="Esc" onClick={onClose}>
        <X />
      </IconButton>
      <IconButton label={reviewTexts.before} keys="←" disabled={!onBefore} onClick={() => onBefore?.()}>
        <ChevronLeft />
      </IconButton>
      <IconButton label={reviewTexts.after} keys="→" disabled={!onAfter} onClick={() => onAfter?.()}>
        <ChevronRight />
      </IconButton>
      <span className="grow" />
      <IconButton
        label={isGathered ? compareTexts.remove : compareTexts.add}
        keys="Shift+X"
        aria-pressed={isGathered}
        onClick={() => toggleGathered(review.gathered, imageId)}
      >
        <ImagePlus />
      </IconButton>
      <IconButton label={compareTexts.compare} keys="X" onClick={() => openComparison(review, imageId)}>
        <Columns2 />
      </IconButton>
      <VoteButton review={review} imageId={imageId} />
    </div>
  )
}
