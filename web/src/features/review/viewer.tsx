import { ChevronLeft, ChevronRight, Columns2, Heart, ImagePlus, X } from 'lucide-react'
import { useMemo, useRef, useState } from 'react'
import { useStore } from '#web/data/store.ts'
import { Button, type ButtonSize, IconButton } from '#web/ui/button.tsx'
import { type KeyHandlers, useKeys } from '#web/ui/keyboard.ts'
import { Dialog } from '#web/ui/popups.tsx'
import { toggleGathered } from '#web/viewing/gathered.ts'
import { compareTexts } from '#web/viewing/texts.ts'
import { CommentList, PinnedPicture, type Spot } from './comments.tsx'
import { openComparison } from './compare.ts'
import { type LookedAt, likesOf, lookAt, type Review, type SharedPicture, toggleVote } from './review-state.ts'
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
  const [draft, setDraft] = useState<{ imageId: string; spot: Spot } | null>(null)
  const spot = draft?.imageId === image.id ? draft.spot : null
  const setSpot = (next: Spot | null) => setDraft(next && { imageId: image.id, spot: next })
  const [pressed, setPressed] = useState<{ id: string } | null>(null)
  const { pictures } = useStore(review.shown)
  const line = useMemo(() => [...pictures.keys()], [pictures])
  const place = line.indexOf(image.id)
  const [before, after] = [line[place - 1], line[place + 1]]
  const close = () => review.lookedAt.set(null)

  const content = useRef<HTMLDivElement>(null)
  const keys: KeyHandlers = [
    ['ArrowLeft', () => before && lookAt(review, before)],
    ['ArrowRight', () => after && lookAt(review, after)],
    ['c', () => setSpot(middle)],
    ['1', () => toggleVote(review, image.id)],
    ['x', () => openComparison(review, image.id)],
    ['Shift+x', () => toggleGathered(review.gathered, image.id)],
  ]
  useKeys('dialog', keys, { within: content })

  const label = reviewTexts.image(card.recipe?.prompt ?? null, image.orderNum + 1)
  return (
    <Dialog.Root open onOpenChange={(open) => !open && close()}>
      <Dialog.Portal>
        <Dialog.Content
          ref={content}
          className="review-viewer"
          aria-describedby={undefined}
          tabIndex={-1}
          onOpenAutoFocus={(event) => {
            event.preventDefault()
            if (event.currentTarget instanceof HTMLElement) event.currentTarget.focus()
          }}
          // Escape does not discard a comment that is being written.
          onEscapeKeyDown={(event) => {
            if (spot === null) return
            event.preventDefault()
            setSpot(null)
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            document.querySelector<HTMLElement>(`button[data-image="${image.id}"]`)?.focus()
          }}
        >
          <Dialog.Title className="sr-only">{label}</Dialog.Title>
          <div className="review-stage">
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
              onSpot={setSpot}
              onPin={(id) => setPressed({ id })}
            />
            <Story review={review} lookedAt={lookedAt} />
          </div>
          <CommentList
            key={image.id}
            review={review}
            imageId={image.id}
            comments={comments}
            spot={spot}
            pressed={pressed}
            onEnd={() => setSpot(null)}
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
