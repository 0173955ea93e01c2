import type { Camera } from '#domain/geometry/camera.ts'
import { cardRect } from '#domain/layout/card.ts'
import type { CameraController } from '#web/canvas/camera-controller.ts'
import { type GroveCard, groveCards } from '#web/features/landing/grove-cards.ts'

/** How long the view takes from one card to the next, and how long it stays there. */
const glideMs = 5_000
const stayMs = 2_500
const stopMs = glideMs + stayMs
/** How far it goes towards a card, as a fraction of the way to the tree's center: no card leaves the picture. */
const reach = 0.22
/** The center of the tree, in canvas pixels. */
const middle = { x: 850, y: 670 }

/** The state of the tour: its current or next card, and the view. */
type TourStop = { readonly card: GroveCard; readonly camera: Camera }

const offsetTo = (card: GroveCard) => {
  const { x, y, width, height } = cardRect(card)
  return { x: (middle.x - x - width / 2) * reach, y: (middle.y - y - height / 2) * reach }
}

const ease = (part: number) => part * part * (3 - 2 * part)

/**
 * The path of the tour as a function of time, a loop over all cards. It starts at the still picture.
 * @param elapsedMs Since the tour began.
 * @param still The view of the still picture.
 */
export function tourAt(elapsedMs: number, still: Camera): TourStop {
  const stop = Math.floor(elapsedMs / stopMs)
  const card = groveCards[stop % groveCards.length] as GroveCard
  const before = stop === 0 ? null : (groveCards[(stop - 1) % groveCards.length] as GroveCard)
  const from = before ? offsetTo(before) : { x: 0, y: 0 }
  const to = offsetTo(card)
  const part = ease(Math.min(1, (elapsedMs % stopMs) / glideMs))
  return {
    card,
    camera: {
      zoom: still.zoom,
      panX: still.panX + (from.x + (to.x - from.x) * part) * still.zoom,
      panY: still.panY + (from.y + (to.y - from.y) * part) * still.zoom,
    },
  }
}

type TourOptions = {
  readonly controller: CameraController
  /** The view of the picture that stands still, as it is now. */
  still(): Camera
  /** Called with the card of the tour, whenever it changes. */
  onCard(name: string): void
}

/** Moves the view along the tour; its time stops while it is paused. Returns functions that pause, resume and stop. */
export function createTour({ controller, still, onCard }: TourOptions) {
  let elapsedMs = 0
  let lastFrame: number | null = null
  let frame = 0
  let cardName = ''

  const advance = (now: number) => {
    // After the tab was hidden, a long time counts as one frame.
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
    /** Resumes where it was paused. */
    play() {
      if (frame === 0) frame = requestAnimationFrame(advance)
    },
    pause() {
      cancelAnimationFrame(frame)
      frame = 0
      lastFrame = null
    },
    /** Updates the view after the page has changed its size. */
    place: () => controller.set(tourAt(elapsedMs, still()).camera),
  }
}
