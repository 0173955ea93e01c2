import { useState } from 'react'
import type { SharedImageShape } from '#contract/shared-board.ts'
import { sharedImageAddress } from '#web/data/shared/shared-image-address.ts'
import { shapeOf } from './shape-of.ts'
import { reviewTexts } from './texts.ts'

type ComparisonProps = { shareId: string; before: SharedImageShape; after: SharedImageShape }

/** Two pictures over each other, with a slider between them. */
export function Comparison({ shareId, before, after }: ComparisonProps) {
  const [percent, setPercent] = useState(50)
  return (
    <div className="review-room">
      <div className="review-picture" style={shapeOf(after)}>
        <img src={sharedImageAddress(shareId, after.id, 1_536)} alt="" draggable={false} />
        <img
          src={sharedImageAddress(shareId, before.id, 1_536)}
          alt=""
          draggable={false}
          className="review-before"
          style={{ clipPath: `inset(0 ${100 - percent}% 0 0)` }}
        />
        <span className="review-divider" style={{ left: `${percent}%` }} />
        <input
          type="range"
          min="0"
          max="100"
          value={percent}
          aria-label={reviewTexts.slider}
          className="review-slider"
          onChange={({ target }) => setPercent(Number(target.value))}
        />
      </div>
    </div>
  )
}
