import { type RefObject, useEffect, useState, useSyncExternalStore } from 'react'
import type { Camera } from '#domain/geometry/camera.ts'
import { cardRect } from '#domain/layout/card.ts'
import { connectorPath } from '#domain/layout/connector.ts'
import { createSpatialIndex } from '#domain/layout/spatial-index.ts'
import { type CameraController, createCameraController } from '#web/canvas/camera-controller.ts'
import { createCanvasEngine } from '#web/canvas/canvas-engine.ts'
import { CanvasViewport } from '#web/canvas/canvas-viewport.tsx'
import type { Scene, SceneCard } from '#web/canvas/scene/scene.ts'
import { GroveCard, groveCards, type PlacedCard } from '../grove.tsx'
import { grovePlaces } from '../grove-pictures.ts'
import { landingTexts } from '../texts.ts'
import { loadGrovePicture } from './load-grove-picture.ts'

type LiveGroveProps = {
  /** The still picture: the canvas starts exactly over it. */
  boardRef: RefObject<HTMLDivElement | null>
  isMoving: boolean
}

/** The tree on the product's own canvas, with a slow tour from card to card. */
export function LiveGrove({ boardRef, isMoving }: LiveGroveProps) {
  const [lookedAt, setLookedAt] = useState<string | null>(null)
  const [{ controller, engine, tour }] = useState(() => {
    const still = () => stillCamera(boardRef.current)
    const controller = createCameraController(still())
    const painting = {
      startWorker: () => new Worker(new URL('./grove-worker.ts', import.meta.url), { type: 'module' }),
      loadPicture: loadGrovePicture,
    }
    const engine = createCanvasEngine({ scene: groveScene(), controller, painting })
    return { controller, engine, tour: createTour({ controller, still, onCard: setLookedAt }) }
  })
  const cards = useSyncExternalStore(engine.cards.subscribe, engine.cards.get)
  const shown = useSyncExternalStore(engine.connectors.subscribe, engine.connectors.get)

  useEffect(() => {
    if (!isMoving) return
    tour.play()
    return tour.pause
  }, [isMoving, tour])
  useEffect(() => {
    addEventListener('resize', tour.place)
    return () => removeEventListener('resize', tour.place)
  }, [tour])

  const { x, y, width, height } = shown.area
  return (
    <CanvasViewport controller={controller} engine={engine} label={landingTexts.grove} onBackgroundTap={() => {}}>
      <svg
        className="grove-branches"
        aria-hidden="true"
        viewBox={`${x} ${y} ${width} ${height}`}
        style={{ left: x, top: y, width, height }}
      >
        {shown.connectors.map(({ child, curve }) => (
          <path key={child.id} d={connectorPath(curve)} data-looked-at={child.id === lookedAt || undefined} />
        ))}
      </svg>
      {groveCards
        .filter(({ name }) => cards.some(({ id }) => id === name))
        .map((card) => (
          <GroveCard key={card.name} card={card} isLookedAt={card.name === lookedAt} />
        ))}
    </CanvasViewport>
  )
}

/** The view in which the canvas shows the cards exactly where the still picture has them. */
function stillCamera(board: HTMLElement | null): Camera {
  const around = board?.parentElement?.getBoundingClientRect()
  if (!board || !around) return { zoom: 1, panX: 0, panY: 0 }
  const { left, top, width } = board.getBoundingClientRect()
  return { zoom: width / board.offsetWidth, panX: left - around.left, panY: top - around.top }
}

/** Pictures of a card have its ratio. */
const widthOf = ({ aspectRatio }: PlacedCard) => (aspectRatio === '2:3' ? 2 : 3)

/** The tree of the landing page as a scene of the canvas. It never changes. */
function groveScene(): Scene {
  const cards = new Map<string, SceneCard>()
  const index = createSpatialIndex()
  for (const [order, { name, parent, ...place }] of groveCards.entries()) {
    cards.set(name, { ...place, id: name, parentId: parent, order })
    index.set(name, cardRect(place))
  }
  return {
    cards,
    index,
    childrenOf: (id) => groveCards.filter(({ parent }) => parent === id).map(({ name }) => name),
    face(id) {
      const card = groveCards.find(({ name }) => name === id)
      if (!card) return undefined
      return {
        prompt: card.prompt,
        model: landingTexts.engine,
        badge: null,
        branchKind: null,
        isRunning: false,
        bestPlace: 0,
        facts: [],
        usedFacts: null,
        images: grovePlaces.map((place) => ({
          id: `${id}-${place}`,
          state: 'picture',
          averageColor: null,
          isStarred: false,
          width: widthOf(card),
          height: 3,
          sheet: null,
        })),
      }
    },
    onChange: () => () => {},
  }
}

/** The time that the view takes from one card to the next, and the time that it stays there. */
const glideMs = 5_000
const stayMs = 2_500
const stopMs = glideMs + stayMs
/** The part of the way that it goes towards a card, as a fraction of the way to the tree's center: no card leaves the picture. */
const reach = 0.22
/** The center of the tree, in canvas pixels. */
const middle = { x: 850, y: 670 }

/** The state of the tour: its current or next card, and the view. */
type TourStop = { readonly card: PlacedCard; readonly camera: Camera }

const offsetTo = (card: PlacedCard) => {
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
  const card = groveCards[stop % groveCards.length] as PlacedCard
  const before = stop === 0 ? null : (groveCards[(stop - 1) % groveCards.length] as PlacedCard)
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
function createTour({ controller, still, onCard }: TourOptions) {
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
