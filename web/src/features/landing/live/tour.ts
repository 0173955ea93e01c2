import type { Camera } from '#domain/geometry/camera.ts'
import { cardRect } from '#domain/layout/card.ts'
import type { CameraController } from '#web/canvas/camera-controller.ts'
import { type GroveCard, groveCards } from '#web/features/landing/grove-cards.ts'

/** How long the view takes from one card to the next, and how long it stays there. */
const glideMs = 5_000
const stayMs = 2_500
const stopMs = glideMs + stayMs
/** How far it goes towards a card, as a part of the way to the tree's middle: none leaves the picture. */
const reach = 0.22
/** The middle of the tree, in canvas pixels. */
const middle = { x: 850, y: 670 }

/** Where the tour is: the card that it is at or on its way to, and the view. */
type TourStop = { readonly card: GroveCard; readonly camera: Camera }

const offsetTo = (card: GroveCard) => {
  const { x, y, width, height } = cardRect(card)
  return { x: (middle.x - x - width / 2) * reach, y: (middle.y - y - height / 2) * reach }
}

const ease = (part: number) => part * part * (3 - 2 * part)

/**
 * The slow way from card to card and round again, as a function of time. It begins where the still picture is.
 * @param elapsedMs Since the tour began.
 * @param still The view of the picture that stands still.
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
  /** Called with the card that the tour is at, whenever it is another one. */
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
