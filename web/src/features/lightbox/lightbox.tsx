import { ArrowLeft, ArrowRight, Brush, Heart, Info, type LucideIcon, Maximize, Star, ThumbsDown, X } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { type FeedbackType, feedbackTypes } from '#domain/board/feedback.ts'
import type { SensitiveState } from '#domain/pictures/sensitive.ts'
import { usePictureView } from '#web/canvas/picture/picture-view.ts'
import { imageAddress } from '#web/data/pictures/image-address.ts'
import { type ImageReview, useImageReview } from '#web/data/review.ts'
import { useBackCloses } from '#web/ui/back-closes.ts'
import { phoneQuery, useMediaQuery } from '#web/ui/browser-state.ts'
import { IconButton } from '#web/ui/button.tsx'
import { type KeyHandlers, pressesControl, useKeys } from '#web/ui/keyboard.ts'
import { Dialog } from '#web/ui/popups.tsx'
import { useDecoded } from '#web/ui/use-decoded.ts'
import { PicturePins, PinsSwitch, usePins } from '#web/viewing/comments.tsx'
import { SensitiveCover } from '../sensitive/sensitive-cover.tsx'
import { lightboxTexts } from './texts.ts'
import '#web/ui/lightbox.css'

export const feedbackIcons: Readonly<Record<FeedbackType, LucideIcon>> = {
  like: Heart,
  star: Star,
  dislike: ThumbsDown,
}

/** 1, 2 and 3 are the three buttons from left to right. */
export const feedbackKeys: Readonly<Record<FeedbackType, string>> = { like: '1', star: '2', dislike: '3' }

/** The fields of an image that its picture depends on. */
export type LightboxImage = {
  readonly id: string
  readonly width: number
  readonly height: number
  readonly averageColor: string | null
  readonly prompt: string
  readonly sensitive: SensitiveState | null
  /** The file that the page below has loaded already: it is shown at once. */
  readonly thumbnail: string
}

type LightboxFrameProps = {
  /** The accessible name. */
  title: string
  className?: string
  isDetailed?: boolean
  keys: KeyHandlers
  onClose(): void
  /** Gives the focus back. */
  onCloseAutoFocus(event: Event): void
  children: ReactNode
}

/** A dialog over the whole window, on a dark background, with keys of its own. Escape is the dialog's. */
export function LightboxFrame({ title, className, isDetailed, keys, children, ...closing }: LightboxFrameProps) {
  const content = useRef<HTMLDivElement>(null)
  useKeys('dialog', keys, { within: content })
  useBackCloses(true, closing.onClose)
  return (
    <Dialog.Root open onOpenChange={(open) => !open && closing.onClose()}>
      <Dialog.Portal>
        <Dialog.Content
          ref={content}
          className={className ?? 'lightbox'}
          data-detailed={isDetailed || undefined}
          aria-describedby={undefined}
          onOpenAutoFocus={(event) => {
            event.preventDefault()
            content.current?.focus()
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            closing.onCloseAutoFocus(event)
          }}
        >
          <Dialog.Title className="sr-only">{title}</Dialog.Title>
          {children}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

type LightboxRoomProps = { image: LightboxImage; shown: ReturnType<typeof usePictureView>; className?: string }

/** The picture, panned and zoomed: at once the file that is loaded already, over it the original once it is decoded. */
export function LightboxRoom({ image, shown, className = 'lightbox-room' }: LightboxRoomProps) {
  const { roomRef, isFitted } = shown
  return (
    <div ref={roomRef} className={className} data-zoomed={!isFitted || undefined}>
      <Picture key={image.id} image={image} shown={shown} />
    </div>
  )
}

function Picture({ image, shown: { picture, placed } }: Pick<LightboxRoomProps, 'image' | 'shown'>) {
  const { source, isLost } = useDecoded(imageAddress(image.id, 'original'))
  return (
    <div
      className="lightbox-picture"
      style={{
        width: picture.width * placed.scale,
        height: picture.height * placed.scale,
        backgroundColor: image.averageColor ?? undefined,
        transform: `translate(calc(-50% + ${placed.x}px), calc(-50% + ${placed.y}px))`,
      }}
    >
      <img src={image.thumbnail} alt={source ? '' : image.prompt} draggable={false} />
      {source && <img src={source} alt={image.prompt} draggable={false} />}
      {isLost && <p className="lightbox-lost">{lightboxTexts.lost}</p>}
      {image.sensitive === 'hidden' && <SensitiveCover imageId={image.id} room="words" />}
    </div>
  )
}

/** Preloads these pictures, so that the next press shows one at once. */
export function usePreloaded(imageIds: readonly (string | undefined)[]): void {
  const ids = imageIds.filter((id) => id !== undefined).join(' ')
  useEffect(() => {
    for (const id of ids.split(' ').filter(Boolean)) new Image().src = imageAddress(id, 'original')
  }, [ids])
}

/** The close button of a lightbox, in the bar above the picture. */
export const LightboxClose = ({ label }: { label: string }) => (
  <Dialog.Close asChild>
    <IconButton label={label} keys="Esc">
      <X />
    </IconButton>
  </Dialog.Close>
)

/** The props of the panel beside the picture. */
export type LightboxDetailsState = {
  readonly review: ImageReview
  /** The comment whose pin was pressed last. */
  readonly pressed: { readonly id: string } | null
  onHide(): void
}

type Neighbor = { readonly id: string; show(): void }

type LightboxProps = Pick<LightboxFrameProps, 'title' | 'onClose' | 'onCloseAutoFocus'> & {
  image: LightboxImage
  projectId: string
  feedback: readonly FeedbackType[]
  /** The index of the image and the number of images; default: not shown. */
  place?: string
  /** The neighbors of the image; null at the ends. */
  before: Neighbor | null
  after: Neighbor | null
  onFeedback(type: FeedbackType): void
  /** Opens the editor; left out where there is none. */
  onEdit?(): void
  /** Small pictures below the large one. */
  strip?: ReactNode
  /** The panel beside the picture. */
  details(state: LightboxDetailsState): ReactNode
}

/** An image as large as the window: pan and zoom, feedback, comments on its spots, and a panel with its details. */
export function Lightbox(props: LightboxProps) {
  const { title, image, projectId, feedback, place, before, after, onFeedback, strip, details } = props
  const isPhone = useMediaQuery(phoneQuery)
  const [isDetailed, setDetailed] = useState(!isPhone)
  const review = useImageReview(projectId, image.id)
  const pins = usePins(review.comments, () => setDetailed(true))
  const shown = usePictureView(image, (side) => (side === 'left' ? after : before)?.show())
  usePreloaded([before?.id, after?.id])
  const keys: KeyHandlers = [
    ['ArrowLeft', () => before?.show()],
    ['ArrowRight', () => after?.show()],
    // On a button the space bar presses it.
    [' ', (event) => !pressesControl(event) && shown.toggle()],
    ...feedbackTypes.map((type) => [feedbackKeys[type], () => onFeedback(type)] as const),
    ['E', () => (props.onEdit ? props.onEdit() : false)],
  ]
  return (
    <LightboxFrame
      title={title}
      isDetailed={isDetailed}
      keys={keys}
      onClose={props.onClose}
      onCloseAutoFocus={props.onCloseAutoFocus}
    >
      <div className="lightbox-stage">
        <LightboxRoom image={image} shown={shown} />
        <PicturePins remarks={pins.shown} picture={shown.picture} placed={shown.placed} onPress={pins.press} />
        <div className="lightbox-bar">
          <LightboxClose label={lightboxTexts.close} />
          {place && <span className="text-13 text-muted tabular-nums">{place}</span>}
          <div className="ml-auto flex items-center gap-1">
            {props.onEdit && (
              <IconButton label={lightboxTexts.edit} keys="E" onClick={props.onEdit}>
                <Brush />
              </IconButton>
            )}
            <PinsSwitch pins={pins} />
            {feedbackTypes.map((type) => (
              <FeedbackButton key={type} type={type} isSet={feedback.includes(type)} onPress={() => onFeedback(type)} />
            ))}
            <LightboxTools
              scale={shown.placed.scale}
              zoom={shown}
              details={{ isShown: isDetailed, toggle: () => setDetailed(!isDetailed) }}
            />
          </div>
        </div>
        {before && (
          <IconButton
            label={lightboxTexts.before}
            keys="←"
            className="lightbox-arrow left-5"
            onClick={() => before.show()}
          >
            <ArrowLeft />
          </IconButton>
        )}
        {after && (
          <IconButton
            label={lightboxTexts.after}
            keys="→"
            className="lightbox-arrow right-5"
            onClick={() => after.show()}
          >
            <ArrowRight />
          </IconButton>
        )}
        {strip}
      </div>
      {(isDetailed || isPhone) && details({ review, pressed: pins.pressed, onHide: () => setDetailed(false) })}
    </LightboxFrame>
  )
}

type FeedbackButtonProps = { type: FeedbackType; isSet: boolean; onPress(): void }

function FeedbackButton({ type, isSet, onPress }: FeedbackButtonProps) {
  const Icon = feedbackIcons[type]
  return (
    <IconButton
      label={lightboxTexts.feedback[type]}
      keys={feedbackKeys[type]}
      aria-pressed={isSet}
      className="feedback-button"
      onClick={onPress}
    >
      <Icon aria-hidden="true" />
    </IconButton>
  )
}

type LightboxToolsProps = {
  /** Device pixels per picture pixel. */
  scale: number
  zoom: { isFitted: boolean; toggle(): void }
  details: { isShown: boolean; toggle(): void }
}

/** At the top right of a large picture: its zoom, the fit button, and the button of the panel beside it. */
function LightboxTools({ scale, zoom, details }: LightboxToolsProps) {
  const percent = Math.round(scale * 100)
  return (
    <>
      <span className="lightbox-separator" />
      <button
        type="button"
        className="button button-quiet button-small min-w-14 justify-center tabular-nums max-sm:hidden"
        aria-label={lightboxTexts.zoomNow(percent)}
        data-tooltip={lightboxTexts.zoomIn}
        data-tooltip-keys="Space"
        onClick={() => zoom.isFitted && zoom.toggle()}
      >
        {lightboxTexts.percent(percent)}
      </button>
      <IconButton
        label={lightboxTexts.fit}
        keys="Space"
        aria-disabled={zoom.isFitted || undefined}
        className="max-sm:hidden"
        onClick={() => zoom.isFitted || zoom.toggle()}
      >
        <Maximize />
      </IconButton>
      {/* The panel has its own button beside the picture, and none on a phone. */}
      <IconButton
        label={details.isShown ? lightboxTexts.hideDetails : lightboxTexts.showDetails}
        aria-expanded={details.isShown}
        className="lightbox-info"
        onClick={details.toggle}
      >
        <Info />
      </IconButton>
    </>
  )
}
