import { Heart, MessageCircle } from 'lucide-react'
import { memo, useSyncExternalStore } from 'react'
import type { SharedCardShape, SharedImageShape } from '#contract/shared-board.ts'
import { shownModel } from '#domain/generation/origin.ts'
import type { Rect } from '#domain/geometry/rect.ts'
import { type CardForm, cardForm, farPictureRects, pictureSize } from '#domain/layout/picture-box.ts'
import type { CameraController } from '#web/canvas/camera-controller.ts'
import { useZoomAtRest } from '#web/canvas/camera-controller.ts'
import { formStyle, tileStyle } from '#web/canvas/card-form.ts'
import { shownSide } from '#web/canvas/scene/picture-boxes.ts'
import { type SharedSize, sharedImageAddress } from '#web/data/shared/shared-images.ts'
import { useStore } from '#web/data/store.ts'
import { useDecoded } from '#web/ui/use-decoded.ts'
import { likesOf, lookAt, type Review } from './review-state.ts'
import { reviewTexts } from './texts.ts'

type SharedCardProps = { id: string; order: number; x: number; y: number; controller: CameraController; review: Review }

const sizes = [64, 256, 512] as const

/** The smallest file that is sharp where its longest side is shown in this many screen pixels. */
const sizeFor = (side: number): SharedSize => sizes.find((size) => size >= side * devicePixelRatio) ?? 1_536

const atOrigin: Rect = { x: 0, y: 0, width: 0, height: 0 }

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
  const form = cardForm(card.images)
  const far = farPictureRects({ ...atOrigin, isCollapsed: false }, card.images, 0)
  return (
    <article
      className="shared-card"
      data-card={id}
      aria-label={reviewTexts.card(recipe?.prompt ?? null, order + 1)}
      style={{ ...formStyle(form), transform: `translate(${x}px, ${y}px)` }}
    >
      <div className="card-pictures">
        {card.images.map((image, place) => (
          <SharedPicture
            key={image.id}
            review={review}
            image={image}
            form={form}
            farBox={far[place] ?? atOrigin}
            prompt={recipe?.prompt ?? null}
            controller={controller}
          />
        ))}
      </div>
      <footer className="card-caption">
        <p className="card-prompt">{recipe?.prompt}</p>
        <div className="card-facts">{recipe && [shownModel(recipe.model), settingsOf(recipe)].join(' · ')}</div>
      </footer>
    </article>
  )
})

type SharedPictureProps = {
  review: Review
  image: SharedImageShape
  form: CardForm
  /** The place of the picture on its card when zoomed out. */
  farBox: Rect
  prompt: string | null
  controller: CameraController
}

function SharedPicture({ review, image, form, farBox, prompt, controller }: SharedPictureProps) {
  const feedback = useStore(review.feedback)
  const { likes } = likesOf(feedback, image.id)
  const comments = feedback.comments.get(image.id)?.length ?? 0
  const box = pictureSize(image, form)
  const size = useZoomAtRest(controller, (zoom) => sizeFor(shownSide(image, { form, farBox }, zoom)))
  const { source, isLost } = useDecoded(sharedImageAddress(review.id, image.id, size))
  return (
    <div className="tile" style={tileStyle(box, farBox)}>
      <div className="shared-picture-place">
        <button
          type="button"
          className="shared-picture"
          data-image={image.id}
          aria-label={[
            reviewTexts.open(prompt, image.orderNum + 1),
            ...reviewTexts.feedbackCounts(likes, comments),
          ].join(', ')}
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
    </div>
  )
}

type Recipe = NonNullable<SharedCardShape['recipe']>

/** '4:5 · 2K': the ratio and resolution of a card. */
const settingsOf = ({ aspectRatio, resolution }: Recipe) => [aspectRatio, resolution].join(' · ')
