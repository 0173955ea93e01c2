import { ChevronLeft, ChevronRight, Columns2, Heart, ImagePlus, X } from 'lucide-react'
import {
  type CSSProperties,
  type FormEvent,
  type MouseEvent,
  type RefObject,
  type TouchEvent,
  useMemo,
  useRef,
  useState,
} from 'react'
import type { CommentShape, SharedImageShape } from '#contract/sharing/shared-board.ts'
import { promptOf } from '#domain/prompt/prompt-of.ts'
import { errorMessage } from '#web/data/http/api-error.ts'
import { addComment } from '#web/data/shared/shared-board.ts'
import { sharedImageAddress } from '#web/data/shared/shared-images.ts'
import { useStore } from '#web/data/store.ts'
import { phoneQuery, useMediaQuery } from '#web/ui/browser-state.ts'
import { Button, type ButtonSize, IconButton } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { focusPanel } from '#web/ui/focus.ts'
import { type KeyHandlers, useKeys } from '#web/ui/keyboard.ts'
import { Dialog } from '#web/ui/popups.tsx'
import { showToast } from '#web/ui/toast.ts'
import { PinnedComments, Pins } from '#web/viewing/comments.tsx'
import { toggleGathered } from '#web/viewing/gathered.ts'
import { commentTexts, compareTexts } from '#web/viewing/texts.ts'
import { openComparison } from './compare.ts'
import { listedImages } from './picture-list.tsx'
import {
  discardDraft,
  draftOf,
  keyOfSent,
  type LookedAt,
  likesOf,
  lookAt,
  type Review,
  type SharedPicture,
  type Spot,
  showComment,
  toggleVote,
  whenNamed,
  writeDraft,
} from './review-state.ts'
import { Story } from './story.tsx'
import { reviewTexts } from './texts.ts'

/** The viewer of one image: its path, comments on its spots, and a vote. Renders nothing while closed. */
export function Viewer({ review }: { review: Review }) {
  const lookedAt = useStore(review.lookedAt)
  const { pictures } = useStore(review.shown)
  const picture = pictures.get(lookedAt?.imageId ?? '')
  return lookedAt && picture && <OpenViewer review={review} lookedAt={lookedAt} picture={picture} />
}

const middle: Spot = { x: 0.5, y: 0.5 }

type OpenViewerProps = { review: Review; lookedAt: LookedAt; picture: SharedPicture }

function OpenViewer({ review, lookedAt, picture: { card, image } }: OpenViewerProps) {
  const comments = useStore(review.feedback).comments.get(image.id) ?? []
  const { spot } = draftOf(useStore(review.drafts), image.id)
  const field = useRef<HTMLTextAreaElement>(null)
  const begin = (at: Spot) => {
    writeDraft(review, image.id, { spot: at })
    field.current?.focus()
  }
  const swipe = useSwipe((step) => {
    const next = step === 'next' ? after : before
    if (next !== undefined) lookAt(review, next)
  })
  const [pressed, setPressed] = useState<{ id: string } | null>(null)
  const shown = useStore(review.shown)
  const isPhone = useMediaQuery(phoneQuery)
  const line = useMemo(() => (isPhone ? listedImages(shown) : [...shown.pictures.keys()]), [shown, isPhone])
  const place = line.indexOf(image.id)
  const [before, after] = [line[place - 1], line[place + 1]]
  const close = () => review.lookedAt.set(null)

  const content = useRef<HTMLDivElement>(null)
  const keys: KeyHandlers = [
    ['ArrowLeft', () => before && lookAt(review, before)],
    ['ArrowRight', () => after && lookAt(review, after)],
    ['c', () => begin(middle)],
    ['1', () => toggleVote(review, image.id)],
    ['x', () => openComparison(review, image.id)],
    ['Shift+x', () => toggleGathered(review.gathered, image.id)],
  ]
  useKeys('dialog', keys, { within: content })

  const label = reviewTexts.image(card.recipe && promptOf(card.recipe, image), image.orderNum + 1)
  return (
    <Dialog.Root open onOpenChange={(open) => !open && close()}>
      <Dialog.Portal>
        <Dialog.Content
          ref={content}
          className="review-viewer fixed inset-0 z-dialog grid grid-cols-[minmax(0,1fr)_340px] bg-(--room) outline-none max-md:grid-cols-1 max-md:grid-rows-[minmax(0,1fr)_minmax(120px,34dvh)] max-sm:grid-rows-[minmax(0,1fr)_auto] sm:max-md:[@media(height<640px)]:grid-cols-[minmax(0,1fr)_300px] sm:max-md:[@media(height<640px)]:grid-rows-none max-sm:bg-panel"
          aria-describedby={undefined}
          tabIndex={-1}
          onOpenAutoFocus={focusPanel}
          // Escape lets the spot go first; the words stay in any case.
          onEscapeKeyDown={(event) => {
            if (spot === null) return
            event.preventDefault()
            writeDraft(review, image.id, { spot: null })
            content.current?.focus()
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            document.querySelector<HTMLElement>(`button[data-image="${image.id}"]`)?.focus()
          }}
        >
          <Dialog.Title className="sr-only">{label}</Dialog.Title>
          <div
            className="review-stage grid min-h-0 grid-rows-[auto_minmax(0,1fr)_auto] bg-(--room) text-ink [color-scheme:dark] max-sm:relative max-sm:touch-pan-y max-sm:bg-well"
            {...swipe}
          >
            <ViewerBar
              review={review}
              imageId={image.id}
              onClose={close}
              onBefore={before === undefined ? null : () => lookAt(review, before)}
              onAfter={after === undefined ? null : () => lookAt(review, after)}
            />
            <PinnedPicture
              shareId={review.id}
              image={image}
              label={label}
              comments={comments}
              spot={spot}
              onSpot={begin}
              onPin={(id) => setPressed({ id })}
            />
            <p className="hidden max-sm:pointer-events-none max-sm:absolute max-sm:right-2 max-sm:bottom-2 max-sm:block max-sm:h-6 max-sm:rounded-6 max-sm:bg-(--glass) max-sm:px-2 max-sm:py-0 max-sm:text-12/6 max-sm:font-medium max-sm:text-(--on-glass) max-sm:tabular-nums">
              {reviewTexts.place(place + 1, line.length)}
            </p>
            <Story review={review} lookedAt={lookedAt} />
          </div>
          <CommentList
            key={image.id}
            review={review}
            imageId={image.id}
            comments={comments}
            pressed={pressed}
            field={field}
          />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

type ViewerBarProps = {
  review: Review
  imageId: string
  onClose(): void
  /** Null at the ends. */
  onBefore: (() => void) | null
  onAfter: (() => void) | null
}

/** The row above the picture: close, previous and next, compare, vote. */
function ViewerBar({ review, imageId, onClose, onBefore, onAfter }: ViewerBarProps) {
  const gathered = useStore(review.gathered)
  const isGathered = gathered.includes(imageId)
  return (
    <div className="review-bar flex items-center gap-1 p-3">
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

type VoteButtonProps = { review: Review; imageId: string; size?: ButtonSize }

/** A vote for a picture, with the number of votes. */
export function VoteButton({ review, imageId, size = 'medium' }: VoteButtonProps) {
  const { likes, isLikedByYou } = likesOf(useStore(review.feedback), imageId)
  return (
    <Button
      kind="line"
      size={size}
      aria-pressed={isLikedByYou}
      aria-label={`${isLikedByYou ? reviewTexts.liked : reviewTexts.like}, ${reviewTexts.likes(likes)}`}
      onClick={() => toggleVote(review, imageId)}
    >
      <Heart aria-hidden="true" fill={isLikedByYou ? 'currentColor' : 'none'} />
      <span className="tabular-nums">{likes}</span>
    </Button>
  )
}

/** The spot of a press on the picture. */
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
  /** The spot of the comment that is being written; null while there is none. */
  spot: Spot | null
  onSpot(spot: Spot): void
  onPin(id: string): void
}

/** A picture with a numbered pin for each comment; a press on it starts another. */
function PinnedPicture({ shareId, image, label, comments, spot, onSpot, onPin }: PinnedPictureProps) {
  return (
    <div className="[container-type:size] grid min-h-0 place-items-center px-6 py-2 max-md:px-3 max-md:py-1 max-sm:p-0">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: C does the same from the keyboard */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: as above */}
      <div
        className="review-picture relative [max-height:100cqh] w-[min(100cqw,calc(100cqh_*_var(--ratio,1)))] max-w-full cursor-crosshair rounded-4"
        style={{ ...shapeOf(image), backgroundColor: image.averageColor ?? 'transparent' }}
        onClick={(event) => onSpot(spotOf(event))}
      >
        {/* At once the small file, which the canvas or the strip has loaded already. */}
        <img key={`${image.id} small`} src={sharedImageAddress(shareId, image.id, 256)} alt="" draggable={false} />
        <img key={image.id} src={sharedImageAddress(shareId, image.id, 1_536)} alt={label} draggable={false} />
        <Pins remarks={comments} onPress={onPin} />
        {spot && (
          <span
            className="pin is-new absolute grid size-6 -translate-1/2 place-items-center rounded-round text-[12px] font-semibold tabular-nums after:absolute after:-inset-2.5"
            style={{ left: `${spot.x * 100}%`, top: `${spot.y * 100}%` }}
            aria-hidden="true"
          />
        )}
      </div>
    </div>
  )
}

/** The ratio of a picture, for the styles that make it as large as its room allows. */
const shapeOf = ({ width, height }: { readonly width: number; readonly height: number }) =>
  ({ aspectRatio: `${width} / ${height}`, '--ratio': width / height }) as CSSProperties

type CommentListProps = {
  review: Review
  imageId: string
  comments: readonly CommentShape[]
  /** The comment whose pin was pressed. */
  pressed: { readonly id: string } | null
  field: RefObject<HTMLTextAreaElement | null>
}

/** The comments on an image, in the order of its pins, and the field for another one. */
function CommentList({ review, imageId, comments, pressed, field }: CommentListProps) {
  return (
    <aside className="flex min-h-0 flex-col bg-panel max-sm:max-h-[46dvh]" aria-label={commentTexts.title}>
      <div className="grid min-h-0 flex-1 content-start gap-3 overflow-y-auto p-5 max-sm:px-4 max-sm:py-3">
        <h2 className="font-semibold text-16 max-sm:sr-only">{commentTexts.title}</h2>
        {comments.length === 0 && (
          <p className="text-13 text-muted">
            {reviewTexts.noComments} <span className="max-sm:hidden">{reviewTexts.noCommentsKeys}</span>
          </p>
        )}
        <PinnedComments remarks={comments} pressed={pressed} />
      </div>
      <CommentForm review={review} imageId={imageId} field={field} />
    </aside>
  )
}

type CommentFormProps = { review: Review; imageId: string; field: RefObject<HTMLTextAreaElement | null> }

/** The field for a comment on an image, or on a spot of it; what is written stays until it is sent or discarded. */
function CommentForm({ review, imageId, field }: CommentFormProps) {
  const { text, spot } = draftOf(useStore(review.drafts), imageId)
  const [isSending, setSending] = useState(false)
  // Read synchronously: repeats of held keys come before the next render.
  const isUnderWay = useRef(false)
  const discard = () => discardDraft(review, imageId)

  const send = async () => {
    if (isUnderWay.current) return
    isUnderWay.current = true
    setSending(true)
    const words = { imageId, x: spot?.x ?? null, y: spot?.y ?? null, text }
    const key = keyOfSent(review, imageId, JSON.stringify(words))
    try {
      showComment(review, await addComment(review.id, words, key))
      // Words typed meanwhile stay.
      if (draftOf(review.drafts.get(), imageId).text === text) discard()
      // The keys of the viewer are heard again.
      field.current?.closest<HTMLElement>('.review-viewer')?.focus()
    } catch (error) {
      showToast({ kind: 'error', title: reviewTexts.notSent, description: errorMessage(error, reviewTexts.tryAgain) })
    }
    isUnderWay.current = false
    setSending(false)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (text.trim() !== '') whenNamed(review, () => void send())
  }

  return (
    <form
      className="review-say grid gap-3 border-t border-hairline px-5 pt-3 pb-[calc(16px_+_env(safe-area-inset-bottom))] max-sm:px-4 max-sm:pt-3 max-sm:pb-[calc(16px_+_env(safe-area-inset-bottom))] max-sm:[&_textarea]:text-[16px]"
      onSubmit={submit}
    >
      <TextField
        label={spot ? reviewTexts.commentHere : reviewTexts.commentWhole}
        placeholder={spot ? reviewTexts.commentHere : reviewTexts.commentWhole}
        ref={field}
        value={text}
        maxLength={2_000}
        rows={2}
        dir="auto"
        onChange={({ target }) => writeDraft(review, imageId, { text: target.value })}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit(event)
        }}
      />
      {(spot !== null || text !== '') && (
        <div className="flex justify-end gap-2">
          <Button kind="quiet" onClick={discard}>
            {reviewTexts.cancel}
          </Button>
          <Button kind="solid" type="submit" busy={isSending} aria-disabled={text.trim() === '' || undefined}>
            {reviewTexts.send}
          </Button>
        </div>
      )}
    </form>
  )
}

/** A finger that moves this far to a side turns the page, in screen pixels. */
const swipePixels = 48

/** Handlers of a horizontal swipe of one finger. */
function useSwipe(onSwipe: (step: 'next' | 'previous') => void) {
  const began = useRef<{ readonly x: number; readonly y: number } | null>(null)
  return {
    onTouchStart({ touches }: TouchEvent) {
      const touch = touches.item(0)
      began.current = touches.length === 1 ? { x: touch.clientX, y: touch.clientY } : null
    },
    onTouchEnd({ changedTouches }: TouchEvent) {
      const touch = changedTouches.item(0)
      const from = began.current
      began.current = null
      if (!from || !touch) return
      const x = touch.clientX - from.x
      if (Math.abs(x) < swipePixels || Math.abs(x) < 2 * Math.abs(touch.clientY - from.y)) return
      onSwipe(x < 0 ? 'next' : 'previous')
    },
  }
}
