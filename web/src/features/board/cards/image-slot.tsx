import { RotateCw, Star } from 'lucide-react'
import { memo, useRef, useState, useSyncExternalStore } from 'react'
import type { ImageShape } from '#contract/cards/image.ts'
import type { Rect } from '#domain/geometry/rect.ts'
import { type CardForm, cardForm, farPictureRects, pictureSize } from '#domain/layout/picture-box.ts'
import { facePlace } from '#domain/lineage/judged-image.ts'
import { promptOf } from '#domain/prompt/prompt-of.ts'
import { useZoomAtRest } from '#web/canvas/camera-controller.ts'
import { tileStyle } from '#web/canvas/card-form.ts'
import { shownSide } from '#web/canvas/scene/picture-boxes.ts'
import { generationRefusal, retryImage } from '#web/data/generations.ts'
import { useImageProgress } from '#web/data/live/current-session.ts'
import { type ImageSize, imageAddress, thumbnailSizes } from '#web/data/pictures/image-address.ts'
import { Spinner } from '#web/ui/button.tsx'
import { showToast } from '#web/ui/toast.ts'
import { useDecoded } from '#web/ui/use-decoded.ts'
import { SensitiveCover } from '../../sensitive/sensitive-cover.tsx'
import { useBoardSession, useCard, useSelect } from '../board-session.ts'
import { boardTexts, pictureTexts } from '../texts.ts'
import { useIsInHand } from './image-in-hand.ts'
import { PictureActions } from './picture-actions.tsx'

/** One of the four image slots of a card, in any state of its image. */
export const ImageSlot = memo(function Tile({ cardId, place }: { cardId: string; place: number }) {
  const image = useCard(cardId, (generation) => generation.images[place])
  const form = useCard(cardId, ({ images }) => cardForm(images))
  const isInHand = useIsInHand(image?.id ?? '')
  // Compared as text: the box is made for each reading.
  const far = useCard(cardId, (generation) => JSON.stringify(farBoxOf(generation, place)))
  if (!image || !form || !far) return null
  const farBox: Rect = JSON.parse(far)
  return (
    <div
      className="tile"
      data-image={image.id}
      data-status={image.status}
      data-in-hand={isInHand || undefined}
      style={tileStyle(pictureSize(image, form), farBox)}
    >
      <SlotContent image={image} cardId={cardId} form={form} farBox={farBox} />
    </div>
  )
})

const atOrigin = { x: 0, y: 0, isCollapsed: false }

/** The place of an image on its card when zoomed out, from the card's top left. */
const farBoxOf = ({ images }: { readonly images: readonly ImageShape[] }, place: number) =>
  farPictureRects(atOrigin, images, facePlace(images))[place]

type SlotProps = {
  image: ImageShape
  cardId: string
  form: CardForm
  /** The place of the picture on its card when zoomed out. */
  farBox: Rect
}

function SlotContent({ image, cardId, form, farBox }: SlotProps) {
  switch (image.status) {
    case 'queued':
    case 'running':
    case 'uncertain':
      return <SlotWaiting image={image} />
    case 'completed':
      return (
        <>
          <SlotPicture image={image} cardId={cardId} form={form} farBox={farBox} />
          <PictureActions
            image={image}
            cardId={cardId}
            widths={{ near: pictureSize(image, form).width, far: farBox.width }}
          />
          {image.sensitive === 'hidden' && <SlotCover imageId={image.id} width={pictureSize(image, form).width} />}
        </>
      )
    case 'failed':
    case 'cancelled':
      return <SlotEnded image={image} />
  }
}

/** A finished image: its average color until the file is decoded, then the file that is sharp at the present zoom. */
function SlotPicture({ image, cardId, form, farBox }: SlotProps) {
  const { controller, engine } = useBoardSession()
  // Not faded in where a raster tile has shown it already, nor in a moving view, where each fade would be a layer.
  const [isShownAtOnce] = useState(() => engine.showsTiles() || engine.isMoving())
  const prompt = useCard(cardId, (generation) => promptOf(generation, image)) ?? ''
  const size = useZoomAtRest(controller, (zoom) =>
    pictureSizeFor(shownSide(image, { form, farBox }, zoom), devicePixelRatio),
  )
  const { source, isLost } = useDecoded(imageAddress(image.id, size))
  return (
    <div
      className="tile-picture"
      data-seen={isShownAtOnce || undefined}
      style={{ backgroundColor: image.averageColor ?? 'var(--raised)' }}
    >
      {source ? (
        <img src={source} alt={prompt} draggable={false} />
      ) : (
        <span role="img" aria-label={prompt} className="size-full" data-pending={isLost ? undefined : ''} />
      )}
      {isLost && <p className="tile-lost">{boardTexts.pictureLost}</p>}
      <ChosenMark image={image} />
      <CommentMark image={image} cardId={cardId} />
    </div>
  )
}

/** A picture narrower than this on the screen has no room for the reason, in pixels. */
const leastForWords = 150

/** Over a picture that the safety filter hides. */
function SlotCover({ imageId, width }: { imageId: string; width: number }) {
  const { controller } = useBoardSession()
  const hasRoom = useZoomAtRest(controller, (zoom) => width * zoom >= leastForWords)
  return <SensitiveCover imageId={imageId} room={hasRoom ? 'words' : 'button'} />
}

/** The star of a chosen picture. The button that changes it appears with the others. */
function ChosenMark({ image }: { image: ImageShape }) {
  return (
    image.feedback.includes('star') && (
      <span className="tile-star" role="img" aria-label={pictureTexts.starred}>
        <Star aria-hidden="true" />
      </span>
    )
  )
}

/** The number of open comments of reviewers; and the spot of the comment that is chosen in the panel. */
function CommentMark({ image, cardId }: { image: ImageShape; cardId: string }) {
  const { comments } = useBoardSession()
  const count = useSelect(comments, ({ open }) => open.get(cardId)?.get(image.id) ?? 0)
  const shown = useSelect(comments, (marks) => (marks.shown?.imageId === image.id ? marks.shown : null))
  return (
    <>
      {count > 0 && (
        <span className="tile-comments" role="img" aria-label={pictureTexts.comments(count)}>
          {count}
        </span>
      )}
      {shown && <span className="tile-outline" />}
      {shown?.spot && (
        <span className="tile-spot" style={{ left: `${shown.spot.x * 100}%`, top: `${shown.spot.y * 100}%` }} />
      )}
    </>
  )
}

/** The file that an image is shown from on its card. */
export const slotFile = (image: ImageShape, images: readonly ImageShape[], zoom: number): ImageSize => {
  const farBox = farBoxOf({ images }, images.indexOf(image)) ?? image
  return pictureSizeFor(shownSide(image, { form: cardForm(images), farBox }, zoom), devicePixelRatio)
}

/** The smallest file that is sharp on this screen where its longest side is shown in this many screen pixels. */
export function pictureSizeFor(side: number, devicePixelRatio: number): ImageSize {
  const needed = side * devicePixelRatio
  return thumbnailSizes.find((size) => size >= needed) ?? 'original'
}

/**
 * A pending image: already at its final size, with the seconds so far, the provider's preview and its progress where
 * that is known.
 */
function SlotWaiting({ image }: { image: ImageShape }) {
  const now = useNow()
  const progress = useImageProgress(image.id)
  // A retried image keeps the time of its first try, so its seconds count from when the retry was received.
  const startedAt = useRef(image.attempt > 1 ? now : Date.parse(image.createdAt)).current
  const seconds = Math.max(0, Math.floor((now - startedAt) / 1_000))
  const percent = progress?.fraction == null ? null : Math.floor(progress.fraction * 100)
  const preview = progress?.previewUrl ?? null
  return (
    <div
      className={preview === null ? 'tile-waiting shimmer' : 'tile-waiting has-preview'}
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

const listeners = new Set<() => void>()
let now = Date.now()
let timer: ReturnType<typeof setInterval> | undefined

function tick() {
  now = Date.now()
  for (const listener of listeners) listener()
}

/** One clock for all image slots that count seconds; it runs only while one does. */
function subscribe(listener: () => void) {
  listeners.add(listener)
  timer ??= setInterval(tick, 1_000)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

function read() {
  if (!timer) now = Date.now() - (Date.now() % 1_000)
  return now
}

/** The time, to the second. */
const useNow = () => useSyncExternalStore(subscribe, read)

/** An image that failed or was canceled: the reason, that it cost nothing, and a retry. */
function SlotEnded({ image }: { image: ImageShape }) {
  const [isBusy, setBusy] = useState(false)
  const isFailed = image.status === 'failed'
  const reason = image.error ? boardTexts.failures[image.error.code] : boardTexts.failedWithoutReason

  const retry = async () => {
    if (isBusy) return
    setBusy(true)
    try {
      await retryImage(image.id)
    } catch (error) {
      showToast(generationRefusal(error, { title: boardTexts.error, fallback: boardTexts.retryFailed }))
    }
    setBusy(false)
  }

  return (
    <div className={isFailed ? 'tile-ended is-failed' : 'tile-ended'}>
      <p data-tooltip={image.error?.message ?? image.warnings[0]}>
        {isFailed ? reason : boardTexts.cancelled} {boardTexts.notCharged}
      </p>
      <button
        type="button"
        className="tile-retry"
        aria-label={boardTexts.retryLabel(image.orderNum + 1)}
        aria-busy={isBusy}
        onClick={() => void retry()}
      >
        {isBusy ? <Spinner /> : <RotateCw aria-hidden="true" />}
        {boardTexts.retry}
      </button>
    </div>
  )
}
