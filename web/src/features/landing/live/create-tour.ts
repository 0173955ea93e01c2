import type { Camera } from '#domain/geometry/camera.ts'
import type { CameraController } from '#web/canvas/camera-controller.ts'
import { tourAt } from './tour.ts'

type TourOptions = {
  readonly controller: CameraController
  /** The view of the picture that stands still, as it is now. */
  still(): Camera
  /** Tells which card the tour is at, whenever it is another one. */
  onCard(name: string): void
}

/** Moves the view along the tour, in time that stands still while it is paused. Returns what pauses, goes on and stops. */
export function createTour({ controller, still, onCard }: TourOptions) {
  let elapsedMs = 0
  let lastFrame: number | null = null
  let frame = 0
  let cardName = ''

  const advance = (now: number) => {
    // After a rest of the tab, a long time is one frame.
    if (lastFrame !== null) elapsedMs += Math.min(100, now - lastFrame)
    lastFrame = now
    const { card, camera } = tourAt(elapsedMs, still())
    const before = controller.get()
    if (camera.panX !== before.panX || camera.panY !== before.panY || camera.zoom !== before.zoom)
      controller.set(camera)
    if (card.name !== cardName) onCard(card.name)
    cardName = card.name
    frame = requestAnimationFrame(advance)
  }

  return {
    /** Goes on from where it is. */
    play() {
      if (frame === 0) frame = requestAnimationFrame(advance)
    },
    pause() {
      cancelAnimationFrame(frame)
      frame = 0
      lastFrame = null
    },
    /** Shows where it is, after the page has changed its size. */
    place: () => controller.set(tourAt(elapsedMs, still()).camera),
  }
}
