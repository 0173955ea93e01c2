import { ChevronLeft, ChevronRight, Columns2, Heart, X } from 'lucide-react'
import { Dialog } from 'radix-ui'
import { type KeyboardEvent, useState } from 'react'
import type { SharedCardShape, SharedImageShape } from '#contract/shared-board.ts'
import { errorMessage } from '#web/data/api-error.ts'
import { setLike } from '#web/data/shared/shared-board.ts'
import { useStore } from '#web/data/use-store.ts'
import { Button } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { showToast } from '#web/ui/toast.ts'
import { CommentList } from './comment-list.tsx'
import { Comparison } from './comparison.tsx'
import { PinnedPicture, type Spot } from './pinned-picture.tsx'
import { type LookedAt, type Review, whenNamed, withLikes } from './review-state.ts'
import { storyOf } from './story.ts'
import { StoryStrip } from './story-strip.tsx'
import { reviewTexts } from './texts.ts'

/** A picture in the dark: its story, what is said of its spots, and a vote; nothing while none is looked at. */
export function Viewer({ review }: { review: Review }) {
  const lookedAt = useStore(review.lookedAt)
  const board = useStore(review.board)
  const card = board.cards.find(({ id }) => id === lookedAt?.cardId)
  const image = card?.images.find(({ id }) => id === lookedAt?.imageId)
  if (!card || !image) return null
  return <OpenViewer key={image.id} review={review} card={card} image={image} />
}

const middle: Spot = { x: 0.5, y: 0.5 }

/** Takes part in nobody's typing. */
const isTyping = (event: KeyboardEvent) =>
  event.target instanceof Element && event.target.closest('input, textarea') !== null

type OpenViewerProps = { review: Review; card: SharedCardShape; image: SharedImageShape }

function OpenViewer({ review, card, image }: OpenViewerProps) {
  const board = useStore(review.board)
  const [spot, setSpot] = useState<Spot | null>(null)
  const [view, setView] = useState<'picture' | 'comparison'>('picture')
  const story = storyOf(review.cards, card.id, image.id)
  const before = story.at(-2)
  const beforeImage = before?.card.images.find(({ id }) => id === before.imageId) ?? null
  const line = board.cards.flatMap(({ id: cardId, images }) => images.map(({ id: imageId }) => ({ cardId, imageId })))
  const place = line.findIndex(({ imageId }) => imageId === image.id)
  const show = (next: LookedAt | undefined) => next && review.lookedAt.set(next)
  const close = () => review.lookedAt.set(null)

  const vote = () =>
    whenNamed(review, () => {
      const wanted = image.isLikedByYou ? 'removed' : 'given'
      setLike(board.id, image.id, wanted).then(
        (likes) =>
          review.board.set(withLikes(review.board.get(), image.id, { likes, isLikedByYou: wanted === 'given' })),
        (error: unknown) =>
          showToast({
            kind: 'error',
            title: reviewTexts.notSent,
            description: errorMessage(error, reviewTexts.tryAgain),
          }),
      )
    })

  const press = (event: KeyboardEvent) => {
    if (isTyping(event) || event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === 'ArrowLeft') show(line[place - 1])
    else if (event.key === 'ArrowRight') show(line[place + 1])
    else if (event.key === 'c') setSpot(middle)
    else if (event.key === '1') vote()
    else return
    event.preventDefault()
  }

  const comments = board.comments.filter(({ imageId }) => imageId === image.id)
  return (
    <Dialog.Root open onOpenChange={(open) => !open && close()}>
      <Dialog.Portal>
        <Dialog.Content
          className="review-viewer"
          aria-describedby={undefined}
          onKeyDown={press}
          onOpenAutoFocus={(event) => {
            event.preventDefault()
            if (event.currentTarget instanceof HTMLElement) event.currentTarget.focus()
          }}
          // What was written is not thrown away by the key that closes windows.
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
          <Dialog.Title className="sr-only">{reviewTexts.image(card.prompt, image.orderNum + 1)}</Dialog.Title>
          <div className="review-stage">
            <div className="review-bar">
              <IconButton label={reviewTexts.close} onClick={close}>
                <X />
              </IconButton>
              <IconButton label={reviewTexts.before} disabled={place === 0} onClick={() => show(line[place - 1])}>
                <ChevronLeft />
              </IconButton>
              <IconButton
                label={reviewTexts.after}
                disabled={place === line.length - 1}
                onClick={() => show(line[place + 1])}
              >
                <ChevronRight />
              </IconButton>
              <span className="grow" />
              {beforeImage && (
                <IconButton
                  label={view === 'comparison' ? reviewTexts.stopComparing : reviewTexts.compare}
                  aria-pressed={view === 'comparison'}
                  onClick={() => setView(view === 'comparison' ? 'picture' : 'comparison')}
                >
                  <Columns2 />
                </IconButton>
              )}
              <Button
                kind="line"
                aria-pressed={image.isLikedByYou}
                aria-label={`${image.isLikedByYou ? reviewTexts.liked : reviewTexts.like}, ${reviewTexts.likes(image.likes)}`}
                onClick={vote}
              >
                <Heart aria-hidden="true" fill={image.isLikedByYou ? 'currentColor' : 'none'} />
                {image.likes}
              </Button>
            </div>
            {view === 'comparison' && beforeImage ? (
              <Comparison shareId={board.id} before={beforeImage} after={image} />
            ) : (
              <PinnedPicture
                shareId={board.id}
                image={image}
                label={reviewTexts.image(card.prompt, image.orderNum + 1)}
                comments={comments}
                spot={spot}
                onSpot={setSpot}
              />
            )}
            <StoryStrip
              shareId={board.id}
              story={story}
              shownId={image.id}
              onShow={(cardId, imageId) => show({ cardId, imageId })}
            />
          </div>
          <CommentList review={review} image={image} comments={comments} spot={spot} onEnd={() => setSpot(null)} />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
