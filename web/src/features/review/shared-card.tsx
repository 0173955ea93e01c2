import { Heart, MessageCircle } from 'lucide-react'
import { memo, useSyncExternalStore } from 'react'
import type { SharedCardShape, SharedImageShape } from '#contract/shared-board.ts'
import { shownModel } from '#domain/generation/origin.ts'
import { pictureSize } from '#domain/layout/picture-box.ts'
import type { CameraController } from '#web/canvas/camera-controller.ts'
import { useZoomAtRest } from '#web/canvas/use-zoom.ts'
import { type SharedSize, sharedImageAddress } from '#web/data/shared/shared-images.ts'
import { useStore } from '#web/data/store.ts'
import { useDecoded } from '#web/ui/use-decoded.ts'
import { likesOf, lookAt, type Review } from './review-state.ts'
import { reviewTexts } from './texts.ts'

type SharedCardProps = { id: string; order: number; x: number; y: number; controller: CameraController; review: Review }

/** The longest side of a picture on a card, in canvas pixels. */
const longestSide = 192
const sizes = [64, 256, 512] as const

/** The smallest file that is sharp at this zoom. */
const sizeFor = (zoom: number): SharedSize =>
  sizes.find((size) => size >= longestSide * zoom * devicePixelRatio) ?? 1_536

/** Returns the card, and renders again when it was replaced. */
function useSharedCard({ shown }: Review, id: string) {
  const read = () => shown.get().cards.get(id)
  return useSyncExternalStore(shown.subscribe, read, read)
}

/** One card of a link: its prompt, if it is shown, and its pictures as buttons that open them. */
export const SharedCard = memo(function SharedCard({ id, order, x, y, controller, review }: SharedCardProps) {
  const card = useSharedCard(review, id)
  if (!card) return null
  const { recipe } = card
  return (
    <article
      className="shared-card"
      data-card={id}
      aria-label={reviewTexts.card(recipe?.prompt ?? null, order + 1)}
      style={{ transform: `translate(${x}px, ${y}px)` }}
    >
      <p className="shared-card-prompt">{recipe?.prompt}</p>
      <div className="shared-card-pictures">
        {card.images.map((image) => (
          <SharedPicture
            key={image.id}
            review={review}
            image={image}
            prompt={recipe?.prompt ?? null}
            controller={controller}
          />
        ))}
      </div>
      <footer className="shared-card-footer">
        {recipe && [shownModel(recipe.model), settingsOf(recipe)].join(' · ')}
      </footer>
    </article>
  )
})

type SharedPictureProps = {
  review: Review
  image: SharedImageShape
  prompt: string | null
  controller: CameraController
}

function SharedPicture({ review, image, prompt, controller }: SharedPictureProps) {
  const feedback = useStore(review.feedback)
  const { likes } = likesOf(feedback, image.id)
  const comments = feedback.comments.get(image.id)?.length ?? 0
  const size = useZoomAtRest(controller, sizeFor)
  const { source, isLost } = useDecoded(sharedImageAddress(review.id, image.id, size))
  return (
    <div className="shared-picture-place" style={pictureSize(image)}>
      <button
        type="button"
        className="shared-picture"
        data-image={image.id}
        aria-label={[reviewTexts.open(prompt, image.orderNum + 1), ...reviewTexts.feedbackCounts(likes, comments)].join(
          ', ',
        )}
        style={{ backgroundColor: image.averageColor ?? 'var(--raised)' }}
        onClick={() => lookAt(review, image.id)}
      >
        {source ? <img src={source} alt="" draggable={false} /> : <span data-pending={isLost ? undefined : ''} />}
      </button>
      {/* Beside the button, not in it: its name says this in words. */}
      {(likes > 0 || comments > 0) && (
        <span className="shared-picture-marks" aria-hidden="true">
          {likes > 0 && (
            <>
              <Heart /> {likes}
            </>
          )}
          {comments > 0 && (
            <>
              <MessageCircle /> {comments}
            </>
          )}
        </span>
      )}
    </div>
  )
}

type Recipe = NonNullable<SharedCardShape['recipe']>

/** '4:5 · 2K': the ratio and resolution of a card. */
export const settingsOf = ({ aspectRatio, resolution }: Recipe) => [aspectRatio, resolution].join(' · ')
