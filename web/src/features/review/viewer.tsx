import { Dialog } from 'radix-ui'
import { type KeyboardEvent, useMemo, useState } from 'react'
import { useStore } from '#web/data/store.ts'
import { toggleGathered } from '#web/viewing/compare/gathered.ts'
import { CommentList } from './comment-list.tsx'
import { openComparison } from './compare.ts'
import { PinnedPicture, type Spot } from './pinned-picture.tsx'
import { type LookedAt, lookAt, type Review } from './review-state.ts'
import type { SharedPicture } from './shown.ts'
import { Story } from './story.tsx'
import { reviewTexts } from './texts.ts'
import { ViewerBar } from './viewer-bar.tsx'
import { toggleVote } from './vote.ts'

/** A picture in the dark: its story, what is said of its spots, and a vote; nothing while none is looked at. */
export function Viewer({ review }: { review: Review }) {
  const lookedAt = useStore(review.lookedAt)
  const { pictures } = useStore(review.shown)
  const picture = pictures.get(lookedAt?.imageId ?? '')
  return lookedAt && picture && <OpenViewer review={review} lookedAt={lookedAt} picture={picture} />
}

const middle: Spot = { x: 0.5, y: 0.5 }

/** Takes part in nobody's typing, and in nothing that lies over it. */
const isElsewhere = ({ target, currentTarget }: KeyboardEvent<HTMLElement>) =>
  !(target instanceof Element) || !currentTarget.contains(target) || target.closest('input, textarea, select') !== null

type OpenViewerProps = { review: Review; lookedAt: LookedAt; picture: SharedPicture }

function OpenViewer({ review, lookedAt, picture: { card, image } }: OpenViewerProps) {
  const comments = useStore(review.said).comments.get(image.id) ?? []
  const [said, setSaid] = useState<{ imageId: string; spot: Spot } | null>(null)
  const spot = said?.imageId === image.id ? said.spot : null
  const setSpot = (next: Spot | null) => setSaid(next && { imageId: image.id, spot: next })
  const [pressed, setPressed] = useState<{ id: string } | null>(null)
  const { pictures } = useStore(review.shown)
  const line = useMemo(() => [...pictures.keys()], [pictures])
  const place = line.indexOf(image.id)
  const [before, after] = [line[place - 1], line[place + 1]]
  const close = () => review.lookedAt.set(null)

  const press = (event: KeyboardEvent<HTMLElement>) => {
    if (isElsewhere(event) || event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === 'ArrowLeft') before && lookAt(review, before)
    else if (event.key === 'ArrowRight') after && lookAt(review, after)
    else if (event.key === 'c') setSpot(middle)
    else if (event.key === '1') toggleVote(review, image.id)
    else if (event.key === 'x') openComparison(review, image.id)
    else if (event.key === 'X') toggleGathered(review.gathered, image.id)
    else return
    event.preventDefault()
  }

  const label = reviewTexts.image(card.recipe?.prompt ?? null, image.orderNum + 1)
  return (
    <Dialog.Root open onOpenChange={(open) => !open && close()}>
      <Dialog.Portal>
        <Dialog.Content
          className="review-viewer"
          aria-describedby={undefined}
          tabIndex={-1}
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
