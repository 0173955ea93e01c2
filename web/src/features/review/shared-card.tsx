import { Heart, MessageCircle } from 'lucide-react'
import { memo } from 'react'
import type { SharedImageShape } from '#contract/shared-board.ts'
import { pictureSize } from '#domain/layout/picture-box.ts'
import type { CameraController } from '#web/canvas/camera-controller.ts'
import { useZoomAtRest } from '#web/canvas/use-zoom.ts'
import { type SharedSize, sharedImageAddress } from '#web/data/shared/shared-image-address.ts'
import { useStore } from '#web/data/use-store.ts'
import { useDecoded } from '#web/ui/use-decoded.ts'
import type { Review } from './review-state.ts'
import { reviewTexts } from './texts.ts'

type SharedCardProps = { id: string; x: number; y: number; controller: CameraController; review: Review }

/** The longest side of a picture on a card, in canvas pixels. */
const longestSide = 192
const sizes = [64, 256, 512] as const

/** The smallest file that is sharp at this zoom. */
const sizeFor = (zoom: number): SharedSize =>
  sizes.find((size) => size >= longestSide * zoom * devicePixelRatio) ?? 1_536

/** One card that a link shows: its words, if they are shown, and its pictures as buttons that open them. */
export const SharedCard = memo(function SharedCard({ id, x, y, controller, review }: SharedCardProps) {
  const { cards, comments } = useStore(review.board)
  const card = cards.find((each) => each.id === id)
  if (!card) return null
  const place = cards.indexOf(card) + 1
  return (
    <article
      className="shared-card"
      data-card={id}
      aria-label={reviewTexts.card(card.prompt, place)}
      style={{ transform: `translate(${x}px, ${y}px)` }}
    >
      <p className="shared-card-prompt">{card.prompt}</p>
      <div className="shared-card-pictures">
        {card.images.map((image) => (
          <SharedPicture
            key={image.id}
            image={image}
            label={reviewTexts.open(card.prompt, image.orderNum + 1)}
            shareId={review.board.get().id}
            comments={comments.filter(({ imageId }) => imageId === image.id).length}
            controller={controller}
            onOpen={() => review.lookedAt.set({ cardId: id, imageId: image.id })}
          />
        ))}
      </div>
      <footer className="shared-card-footer">{[card.model, card.aspectRatio, card.resolution].join(' · ')}</footer>
    </article>
  )
})

type SharedPictureProps = {
  image: SharedImageShape
  label: string
  shareId: string
  comments: number
  controller: CameraController
  onOpen(): void
}

function SharedPicture({ image, label, shareId, comments, controller, onOpen }: SharedPictureProps) {
  const size = useZoomAtRest(controller, sizeFor)
  const { source, isLost } = useDecoded(sharedImageAddress(shareId, image.id, size))
  return (
    <button
      type="button"
      className="shared-picture"
      data-image={image.id}
      aria-label={label}
      style={{ ...pictureSize(image), backgroundColor: image.averageColor ?? 'var(--raised)' }}
      onClick={onOpen}
    >
      {source ? <img src={source} alt="" draggable={false} /> : <span data-pending={isLost ? undefined : ''} />}
      {(image.likes > 0 || comments > 0) && (
        <span className="shared-picture-marks">
          {image.likes > 0 && (
            <>
              <Heart aria-hidden="true" /> {image.likes}
            </>
          )}
          {comments > 0 && (
            <>
              <MessageCircle aria-hidden="true" /> {comments}
            </>
          )}
        </span>
      )}
    </button>
  )
}
