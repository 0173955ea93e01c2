import { Heart, type LucideIcon, Maximize2, Plus, Star, ThumbsDown, Trophy } from 'lucide-react'
import { type MouseEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import type { ImageShape } from '#contract/cards/image.ts'
import { type FeedbackType, feedbackTypes } from '#domain/board/feedback.ts'
import { useZoomAtRest } from '#web/canvas/camera-controller.ts'
import { farZoom } from '#web/canvas/canvas-viewport.tsx'
import type { BoardStore } from '#web/data/board/board-store.ts'
import { editBoard } from '#web/data/board/edit-board.ts'
import { errorMessage } from '#web/data/http/api-error.ts'
import { pickWinner as askForWinner } from '#web/data/series.ts'
import { joinClasses } from '#web/ui/join-classes.ts'
import { showToast } from '#web/ui/toast.ts'
import { useBoardSession, useCard, useSelect } from '../board-session.ts'
import { openLightbox } from '../overlays.ts'
import { boardTexts, pictureTexts } from '../texts.ts'
import { imageInHand, takeInHand } from './image-in-hand.ts'
import { openBranch } from './new-cards.ts'

/** A pointer that rests on a picture this long shows its tools. */
const restMs = 120

/** A press that moves further than this is a drag of the card, in screen pixels. */
const maxMoved = 4

/** A picture narrower than this on the screen has no room for buttons at its corners, in pixels. */
const minWidthForCorners = 96
/** A picture narrower than this has no room for like, star and dislike, the smallest that can be pressed. */
const minWidthForFeedback = 56

type PictureActionsProps = {
  image: ImageShape
  cardId: string
  /** Of the picture, in canvas pixels: on the card, and where it covers the card from afar. */
  widths: { readonly near: number; readonly far: number }
}

/**
 * The controls over a finished picture: a press takes it in hand; a double click, Enter, or a second tap opens it. While
 * it is hovered or focused there are buttons: only then, since a canvas has hundreds of pictures.
 */
export function PictureActions({ image, cardId, widths }: PictureActionsProps) {
  const session = useBoardSession()
  const count = useCard(cardId, ({ images }) => images.length) ?? 0
  const [isPointedAt, setPointedAt] = useState(false)
  const [isFocused, setFocused] = useState(false)
  const pressed = useRef({ x: 0, y: 0, pointer: '', wasInHand: false })
  const isFocusedByKey = useRef(false)
  const resting = useRef<ReturnType<typeof setTimeout>>(undefined)
  const room = useZoomAtRest(session.controller, (zoom) => {
    if (zoom < farZoom) return widths.far * zoom >= minWidthForFeedback ? 'feedback' : 'none'
    if (widths.near * zoom >= minWidthForCorners) return 'corners'
    return widths.near * zoom >= minWidthForFeedback ? 'feedback' : 'none'
  })
  const isUsed = isPointedAt || isFocused
  const isActive = isUsed && room === 'corners'
  const hasFeedback = room === 'corners' && image.feedback.some((type) => type !== 'star')
  const place = image.orderNum + 1

  const open = () => openLightbox(session, cardId, image.id)
  const take = () => takeInHand(session, { cardId, imageId: image.id })
  const click = (event: MouseEvent) => {
    const { x, y, pointer, wasInHand } = pressed.current
    // A screen reader's activation has no pointer, and no press before it.
    if (event.detail === 0) return open()
    const moved = Math.hypot(event.clientX - x, event.clientY - y)
    if (moved > maxMoved || event.shiftKey || event.ctrlKey || event.metaKey) return
    if (pointer === 'touch' && wasInHand) open()
    else take()
  }
  const hover = (event: PointerEvent) => {
    const isOver = event.type !== 'pointerleave' && event.pointerType === 'mouse'
    setPointedAt(isOver)
    clearTimeout(resting.current)
    if (isOver) resting.current = setTimeout(() => session.pointed.set({ cardId, imageId: image.id }), restMs)
  }
  useEffect(() => () => clearTimeout(resting.current), [])

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only shows the buttons inside while they may be wanted
    <div
      className="picture-actions"
      onPointerOver={hover}
      onPointerMove={hover}
      onPointerLeave={hover}
      onFocus={() => setFocused(true)}
      onBlur={(event) => setFocused(event.currentTarget.contains(event.relatedTarget))}
    >
      {/* biome-ignore lint/a11y/useSemanticElements: a button would keep the card from being dragged by its pictures */}
      <div
        role="button"
        tabIndex={0}
        className="picture-open"
        aria-label={pictureTexts.open(place, count)}
        onPointerDown={(event) => {
          const wasInHand = imageInHand(session)?.imageId === image.id
          pressed.current = { x: event.clientX, y: event.clientY, pointer: event.pointerType, wasInHand }
        }}
        onFocus={({ currentTarget }) => {
          isFocusedByKey.current = currentTarget.matches(':focus-visible')
        }}
        onClick={click}
        onDoubleClick={open}
        onKeyDown={(event) => {
          // A press has left the focus here: the space bar goes on panning the canvas.
          const opens = event.key === 'Enter' || (event.key === ' ' && isFocusedByKey.current)
          if (!opens) return
          event.preventDefault()
          event.stopPropagation()
          open()
        }}
      />
      <WinnerMark image={image} cardId={cardId} isActive={isActive} />
      {isActive && (
        <>
          <button
            type="button"
            className="glass picture-corner glass-button"
            aria-label={pictureTexts.openThis}
            data-tooltip={pictureTexts.openThis}
            onClick={open}
          >
            <Maximize2 aria-hidden="true" />
          </button>
          <button
            type="button"
            className="glass picture-branch glass-button"
            aria-label={boardTexts.branchFromImage}
            data-tooltip={boardTexts.branchFromImage}
            data-tooltip-side="right"
            onClick={({ currentTarget }) =>
              openBranch(session, cardId, { imageId: image.id, at: currentTarget.getBoundingClientRect() })
            }
          >
            <Plus aria-hidden="true" />
          </button>
        </>
      )}
      {((isUsed && room !== 'none') || hasFeedback) && (
        <div
          className="glass picture-feedback"
          role="toolbar"
          aria-label={pictureTexts.feedbackOn(place)}
          data-small={room === 'feedback' || undefined}
        >
          <FeedbackButtons image={image} shown={isUsed ? 'all' : 'set'} className="glass-button" />
        </div>
      )}
    </div>
  )
}

const icons: Record<FeedbackType, LucideIcon> = { like: Heart, star: Star, dislike: ThumbsDown }

type FeedbackButtonsProps = {
  image: ImageShape
  /** All three, or the like and the dislike where they are set: a star has a mark of its own. */
  shown: 'all' | 'set'
  /** The class of a button; a set one is filled. */
  className: string
  keys?: Readonly<Record<FeedbackType, string>>
}

/** Like, star and dislike of one image. */
function FeedbackButtons({ image, shown, className, keys }: FeedbackButtonsProps) {
  const { board } = useBoardSession()
  return feedbackTypes
    .filter((type) => shown === 'all' || (type !== 'star' && image.feedback.includes(type)))
    .map((type) => {
      const Icon = icons[type]
      const isSet = image.feedback.includes(type)
      return (
        <button
          key={type}
          type="button"
          className={joinClasses(className, 'feedback-button')}
          aria-label={pictureTexts.feedback[type]}
          aria-pressed={isSet}
          data-tooltip={pictureTexts.feedback[type]}
          data-tooltip-keys={keys?.[type]}
          onClick={() => toggleFeedback(board, image.id, type)}
        >
          <Icon aria-hidden="true" />
        </button>
      )
    })
}

/** Toggles a like, star or dislike of an image, as an optimistic change. */
export function toggleFeedback(board: BoardStore, imageId: string, feedbackType: FeedbackType): void {
  const isGiven = !board.facts.hasFeedback(imageId, feedbackType)
  editBoard(board, [{ kind: 'feedback', imageId, feedbackType, isGiven }], pictureTexts.feedback[feedbackType])
}

type WinnerMarkProps = {
  image: ImageShape
  cardId: string
  /** The picture is hovered or focused. */
  isActive: boolean
}

/** On an image of a race: a mark on the winner, or a button that picks it while it is hovered. */
function WinnerMark({ image, cardId, isActive }: WinnerMarkProps) {
  const { raceCards } = useBoardSession()
  const raceCard = useSelect(raceCards, (all) => all.get(cardId))
  if (!raceCard) return null
  const hasWon = raceCard.winnerImageId === image.id
  if (!hasWon && !isActive) return null
  const label = hasWon ? boardTexts.race.winner : boardTexts.race.pickWinner
  return (
    <button
      type="button"
      className="glass picture-winner glass-button absolute top-[calc(36px_/_var(--z))] left-[calc(4px_/_var(--z))]"
      aria-label={label}
      aria-pressed={hasWon}
      data-tooltip={label}
      onClick={() => !hasWon && void pickWinner(raceCard.seriesId, image.id)}
    >
      <Trophy aria-hidden="true" />
    </button>
  )
}

/** Picks an image of a race. */
export const pickWinner = (seriesId: string, imageId: string): Promise<void> =>
  showFailure(askForWinner(seriesId, imageId))

/** Shows why a request failed. */
export async function showFailure(asked: Promise<unknown>): Promise<void> {
  try {
    await asked
  } catch (error) {
    const description = errorMessage(error, boardTexts.race.failedWithoutReason)
    showToast({ kind: 'error', title: boardTexts.race.failed, description })
  }
}
