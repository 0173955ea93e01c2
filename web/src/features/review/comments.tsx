import { type CSSProperties, type FormEvent, type MouseEvent, useRef, useState } from 'react'
import type { CommentShape, SharedImageShape } from '#contract/shared-board.ts'
import { errorMessage } from '#web/data/http/api-error.ts'
import { addComment } from '#web/data/shared/shared-board.ts'
import { sharedImageAddress } from '#web/data/shared/shared-images.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { showToast } from '#web/ui/toast.ts'
import { PinnedComments } from '#web/viewing/comments.tsx'
import { Pins } from '#web/viewing/pins.tsx'
import { commentTexts } from '#web/viewing/texts.ts'
import { type Review, showComment, whenNamed } from './review-state.ts'
import { reviewTexts } from './texts.ts'

/** A spot of a picture, in fractions of its size. */
export type Spot = { readonly x: number; readonly y: number }

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
        {/* At once the small file, which the canvas or the strip has loaded already. */}
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

/** The ratio of a picture, for the styles that make it as large as its room allows. */
const shapeOf = ({ width, height }: { readonly width: number; readonly height: number }) =>
  ({ aspectRatio: `${width} / ${height}`, '--ratio': width / height }) as CSSProperties

type CommentListProps = {
  review: Review
  imageId: string
  comments: readonly CommentShape[]
  spot: Spot | null
  /** The comment whose pin was pressed. */
  pressed: { readonly id: string } | null
  /** Called when the comment was sent, or discarded. */
  onEnd(): void
}

/** The comments on an image, in the order of its pins, and the field for another one. */
export function CommentList({ review, imageId, comments, spot, pressed, onEnd }: CommentListProps) {
  return (
    <aside className="review-comments" aria-label={commentTexts.title}>
      <h2 className="font-semibold text-16">{commentTexts.title}</h2>
      {spot && <CommentForm review={review} imageId={imageId} spot={spot} onEnd={onEnd} />}
      {comments.length === 0 && !spot && (
        <p className="text-13 text-muted">
          {reviewTexts.noComments} <span className="max-sm:hidden">{reviewTexts.noCommentsKeys}</span>
        </p>
      )}
      <PinnedComments remarks={comments} pressed={pressed} />
    </aside>
  )
}

type CommentFormProps = { review: Review; imageId: string; spot: Spot; onEnd(): void }

/** The field for a comment on a spot of an image. */
function CommentForm({ review, imageId, spot, onEnd }: CommentFormProps) {
  const [text, setText] = useState('')
  const [isSending, setSending] = useState(false)
  // Read synchronously: repeats of held keys come before the next render.
  const isUnderWay = useRef(false)
  const end = () => {
    isUnderWay.current = false
    setSending(false)
  }

  const send = () => {
    if (isUnderWay.current) return
    isUnderWay.current = true
    setSending(true)
    addComment(review.id, { imageId, ...spot, text }).then(
      (comment) => {
        showComment(review, comment)
        onEnd()
      },
      (error: unknown) => {
        end()
        showToast({ kind: 'error', title: reviewTexts.notSent, description: errorMessage(error, reviewTexts.tryAgain) })
      },
    )
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (text.trim() !== '') whenNamed(review, send)
  }

  return (
    <form className="grid gap-3" onSubmit={submit}>
      <TextField
        label={reviewTexts.commentHere}
        value={text}
        maxLength={2_000}
        rows={3}
        autoFocus
        onChange={({ target }) => setText(target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit(event)
        }}
      />
      <div className="flex justify-end gap-2">
        <Button kind="quiet" onClick={onEnd}>
          {reviewTexts.cancel}
        </Button>
        <Button kind="solid" type="submit" busy={isSending}>
          {reviewTexts.send}
        </Button>
      </div>
    </form>
  )
}
