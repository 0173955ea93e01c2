import { sharedImageAddress } from '#web/data/shared/shared-image-address.ts'
import type { StoryStep } from './story.ts'
import { reviewTexts } from './texts.ts'

type StoryStripProps = {
  shareId: string
  story: readonly StoryStep[]
  shownId: string
  onShow(cardId: string, imageId: string): void
}

/** The way from the root to the picture, each step with what changed. */
export function StoryStrip({ shareId, story, shownId, onShow }: StoryStripProps) {
  return (
    <nav aria-label={reviewTexts.story} className="review-story">
      <ol>
        {story.map(({ card, imageId, change }, place) => (
          <li key={card.id}>
            <button
              type="button"
              aria-current={imageId === shownId ? 'step' : undefined}
              aria-label={reviewTexts.step(place + 1, change)}
              disabled={imageId === null}
              onClick={() => imageId !== null && onShow(card.id, imageId)}
            >
              {imageId !== null && <img src={sharedImageAddress(shareId, imageId, 256)} alt="" draggable={false} />}
              <span>{change}</span>
            </button>
          </li>
        ))}
      </ol>
    </nav>
  )
}
