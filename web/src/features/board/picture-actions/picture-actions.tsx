import { GitBranch } from 'lucide-react'
import { type MouseEvent, type PointerEvent, useRef, useState } from 'react'
import type { ImageShape } from '#contract/image.ts'
import { pictureSize } from '#domain/layout/picture-box.ts'
import { useBoardView, useCard } from '../board-context.ts'
import { openBranch } from '../branching/composing.ts'
import { branchingTexts } from '../branching/texts.ts'
import { openLightbox } from '../lightbox/open-lightbox.ts'
import { WinnerMark } from '../series/winner-mark.tsx'
import { FeedbackButtons } from './feedback-buttons.tsx'
import { pictureTexts } from './texts.ts'

/** A press that goes further than this is a drag of the card, in screen pixels. */
const mostMoved = 4

/**
 * What lies over a finished picture: a press opens it; while it is pointed at or focused, feedback and a branch of its own.
 * Only then are there buttons, since a canvas has hundreds of pictures.
 */
export function PictureActions({ image, cardId }: { image: ImageShape; cardId: string }) {
  const view = useBoardView()
  const count = useCard(cardId, ({ images }) => images.length) ?? 0
  const [isPointedAt, setPointedAt] = useState(false)
  const [isFocused, setFocused] = useState(false)
  const pressed = useRef({ x: 0, y: 0 })
  const isActive = isPointedAt || isFocused
  const place = image.orderNum + 1
  const box = pictureSize(image)

  const open = () => openLightbox(view, cardId, image.id)
  const click = (event: MouseEvent) => {
    const moved = Math.hypot(event.clientX - pressed.current.x, event.clientY - pressed.current.y)
    if (moved <= mostMoved && !event.shiftKey && !event.ctrlKey && !event.metaKey) open()
  }
  const hover = (event: PointerEvent) => setPointedAt(event.type === 'pointerover' && event.pointerType === 'mouse')

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only shows the buttons inside while they may be wanted
    <div
      className="picture-actions"
      style={box}
      onPointerOver={hover}
      onPointerLeave={hover}
      onFocus={() => setFocused(true)}
      onBlur={(event) => setFocused(event.currentTarget.contains(event.relatedTarget))}
    >
      {/* biome-ignore lint/a11y/useSemanticElements: a button would keep the card from being dragged by its pictures */}
      <div
        role="button"
        tabIndex={0}
        className="picture-open"
        style={box}
        aria-label={pictureTexts.open(place, count)}
        onPointerDown={(event) => {
          pressed.current = { x: event.clientX, y: event.clientY }
        }}
        onClick={click}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' && event.key !== ' ') return
          event.preventDefault()
          // On the canvas the space bar would take hold of the ground.
          event.stopPropagation()
          open()
        }}
      />
      <WinnerMark image={image} cardId={cardId} isActive={isActive} />
      {isActive && (
        <button
          type="button"
          className="glass picture-branch glass-button"
          aria-label={branchingTexts.branchFromImage}
          data-tooltip={branchingTexts.branchFromImage}
          onClick={() => openBranch(view, cardId, image.id)}
        >
          <GitBranch aria-hidden="true" />
        </button>
      )}
      {(isActive || image.feedback.length > 0) && (
        <div className="glass picture-feedback" role="toolbar" aria-label={pictureTexts.feedbackOn(place)}>
          <FeedbackButtons image={image} shown={isActive ? 'all' : 'set'} className="glass-button" />
        </div>
      )}
    </div>
  )
}
