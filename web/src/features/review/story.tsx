import { type KeyboardEvent, useMemo } from 'react'
import { useStore } from '#web/data/store.ts'
import { Filmstrip } from '#web/viewing/path/filmstrip.tsx'
import { filmstripTexts } from '#web/viewing/path/filmstrip-texts.ts'
import { useWalk } from '#web/viewing/path/use-walk.ts'
import type { LookedAt, Review } from './review-state.ts'
import { storyOf } from './story-of.ts'

/** The way that led to the picture, to be walked and played; nothing where there is none to go. */
export function Story({ review, lookedAt }: { review: Review; lookedAt: LookedAt }) {
  const { imageId, endId } = lookedAt
  const shown = useStore(review.shown)
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is read off what is shown now
  const steps = useMemo(() => storyOf(review, endId), [review, shown, endId])
  const walk = useWalk({
    count: steps.length,
    current: steps.findIndex((step) => step.imageId === imageId),
    onStep: (place) => {
      const shownId = steps[place]?.imageId
      if (shownId !== undefined) review.lookedAt.set({ imageId: shownId, endId })
    },
  })
  if (steps.length < 2) return null
  const press = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !walk.press(event.key)) return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <section className="review-story" aria-label={filmstripTexts.title} onKeyDown={press}>
      <Filmstrip steps={steps} walk={walk} />
    </section>
  )
}
