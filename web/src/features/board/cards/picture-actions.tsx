import {
  Brush,
  Columns2,
  Copy,
  Download,
  Ellipsis,
  Frame,
  Heart,
  ImagePlus,
  ImageUpscale,
  type LucideIcon,
  Maximize2,
  Plus,
  Scissors,
  Shuffle,
  Star,
  ThumbsDown,
  Trophy,
} from 'lucide-react'
import { type MouseEvent, type PointerEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import type { ImageShape } from '#contract/image.ts'
import { type FeedbackType, feedbackTypes } from '#domain/board/feedback.ts'
import { useZoomAtRest } from '#web/canvas/camera-controller.ts'
import type { BoardStore } from '#web/data/board/board-store.ts'
import { editBoard } from '#web/data/board/edit-board.ts'
import { errorMessage } from '#web/data/http/api-error.ts'
import { pickWinner as askForWinner } from '#web/data/series.ts'
import { IconButton } from '#web/ui/button.tsx'
import { joinClasses } from '#web/ui/join-classes.ts'
import { showToast } from '#web/ui/toast.ts'
import { useBoardSession, useCard, useSelect } from '../board-session.ts'
import { type BoardCommand, commandOf } from '../commands/board-command.ts'
import { openLightbox } from '../overlays.ts'
import { boardTexts, pictureTexts, pictureToolTexts } from '../texts.ts'
import { type ImageInHand, imageInHand, takeInHand, useImageInHand } from './image-in-hand.ts'
import { openBranch } from './new-cards.ts'

/** A pointer that rests on a picture this long shows its tools. */
const restMs = 250

/** A press that moves further than this is a drag of the card, in screen pixels. */
const mostMoved = 4

/** A picture narrower than this on the screen has no room for buttons, in pixels. */
const leastWidth = 96

type PictureActionsProps = {
  image: ImageShape
  cardId: string
  /** Of the picture, in canvas pixels. */
  width: number
}

/**
 * The controls over a finished picture: a press takes it in hand; a double click, Enter, or a second tap opens it. While
 * it is hovered or focused there are buttons: only then, since a canvas has hundreds of pictures.
 */
export function PictureActions({ image, cardId, width }: PictureActionsProps) {
  const session = useBoardSession()
  const count = useCard(cardId, ({ images }) => images.length) ?? 0
  const [isPointedAt, setPointedAt] = useState(false)
  const [isFocused, setFocused] = useState(false)
  const pressed = useRef({ x: 0, y: 0, pointer: '', wasInHand: false })
  const isFocusedByKey = useRef(false)
  const resting = useRef<ReturnType<typeof setTimeout>>(undefined)
  const hasRoom = useZoomAtRest(session.controller, (zoom) => width * zoom >= leastWidth)
  const isActive = (isPointedAt || isFocused) && hasRoom
  const place = image.orderNum + 1

  const open = () => openLightbox(session, cardId, image.id)
  const take = () => takeInHand(session, { cardId, imageId: image.id })
  const click = (event: MouseEvent) => {
    const { x, y, pointer, wasInHand } = pressed.current
    // A screen reader's activation has no pointer, and no press before it.
    if (event.detail === 0) return open()
    const moved = Math.hypot(event.clientX - x, event.clientY - y)
    if (moved > mostMoved || event.shiftKey || event.ctrlKey || event.metaKey) return
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
            onClick={() => openBranch(session, cardId, image.id)}
          >
            <Plus aria-hidden="true" />
          </button>
        </>
      )}
      {hasRoom && (isActive || image.feedback.some((type) => type !== 'star')) && (
        <div className="glass picture-feedback" role="toolbar" aria-label={pictureTexts.feedbackOn(place)}>
          <FeedbackButtons image={image} shown={isActive ? 'all' : 'set'} className="glass-button" />
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
      className="glass picture-winner glass-button"
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

/** The commands for one picture, and what they are called in the row of tools. */
const tools: readonly (readonly [id: string, label: string, icon: LucideIcon])[] = [
  ['edit-image', pictureToolTexts.edit, Brush],
  ['upscale-image', pictureToolTexts.upscale, ImageUpscale],
  ['remove-background', pictureToolTexts.removeBackground, Scissors],
  ['extend-image', pictureToolTexts.extend, Frame],
  ['more-like-this', pictureToolTexts.vary, Shuffle],
  ['download-image', pictureToolTexts.download, Download],
  ['gather', pictureToolTexts.compare, Columns2],
  ['use-as-reference', pictureToolTexts.reference, ImagePlus],
  ['copy-image', pictureToolTexts.copy, Copy],
]

/** The tools of one picture, above its card. A press takes the picture in hand, as the tools do. */
export function PictureTools({ image }: { image: ImageInHand }) {
  return (
    <PictureToolbar image={image} className="picture-tools island">
      <Tools image={image} />
      <IconButton size="small" label={pictureToolTexts.more} onClick={(event) => openMenu(event, image)}>
        <Ellipsis />
      </IconButton>
    </PictureToolbar>
  )
}

/** On a phone: the tools of the picture in hand in a row that scrolls, above the prompt bar. */
export function PictureStrip() {
  const session = useBoardSession()
  const image = useImageInHand()
  const isStarred = useCard(image?.cardId ?? '', ({ images }) =>
    images.some(({ id, feedback }) => id === image?.imageId && feedback.includes('star')),
  )
  if (!image) return null
  return (
    <PictureToolbar image={image} className="picture-strip island">
      <button
        type="button"
        className="picture-tool feedback-button"
        aria-pressed={isStarred}
        onClick={() => toggleFeedback(session.board, image.imageId, 'star')}
      >
        <Star aria-hidden="true" />
        {pictureTexts.feedback.star}
      </button>
      <Tools image={image} />
    </PictureToolbar>
  )
}

type ToolbarProps = { image: ImageInHand; className: string; children: ReactNode }

function PictureToolbar({ image: { cardId, imageId }, className, children }: ToolbarProps) {
  const place = useCard(cardId, ({ images }) => images.findIndex(({ id }) => id === imageId) + 1) ?? 0
  const count = useCard(cardId, ({ images }) => images.length) ?? 0
  return (
    <div className={className} role="toolbar" aria-label={pictureToolTexts.label(place, count)}>
      {children}
    </div>
  )
}

function Tools({ image }: { image: ImageInHand }) {
  const session = useBoardSession()
  const origin = useCard(image.cardId, (generation) => generation.origin)
  const isOffered = (id: string) => origin === 'made' || id !== 'more-like-this'
  const run = (command: BoardCommand) => {
    takeInHand(session, image)
    const context = { session, imageId: image.imageId, point: null }
    if (command.canRun(context)) command.run(context)
  }
  return tools
    .filter(([id]) => isOffered(id))
    .map(([id, label, Icon]) => {
      const command = commandOf(session, id)
      return (
        command && (
          <button
            key={id}
            type="button"
            className="picture-tool"
            data-tooltip={label}
            data-tooltip-keys={command.keys[0]}
            onClick={() => run(command)}
          >
            <Icon aria-hidden="true" />
            <span className="picture-tool-word">{label}</span>
          </button>
        )
      )
    })
}

/** Opens the picture's context menu below the button. */
function openMenu({ currentTarget }: MouseEvent<HTMLElement>, { imageId }: ImageInHand): void {
  const { left, bottom } = currentTarget.getBoundingClientRect()
  document
    .querySelector(`[data-image="${imageId}"]`)
    ?.dispatchEvent(new window.MouseEvent('contextmenu', { bubbles: true, clientX: left, clientY: bottom + 4 }))
}
