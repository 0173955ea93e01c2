import { type RefObject, useEffect, useState, useSyncExternalStore } from 'react'
import type { Camera } from '#domain/geometry/camera.ts'
import { cardRect } from '#domain/layout/card.ts'
import { connectorPath } from '#domain/layout/connector.ts'
import { createSpatialIndex } from '#domain/layout/spatial-index.ts'
import { createCameraController } from '#web/canvas/camera-controller.ts'
import { createCanvasEngine } from '#web/canvas/canvas-engine.ts'
import { CanvasViewport } from '#web/canvas/canvas-viewport.tsx'
import type { Scene, SceneCard } from '#web/canvas/scene/scene.ts'
import { GroveCard } from '#web/features/landing/grove.tsx'
import { groveCards, type GroveCard as PlacedCard } from '../grove-cards.ts'
import { grovePlaces } from '../grove-pictures.ts'
import { landingTexts } from '../texts.ts'
import { loadGrovePicture } from './load-grove-picture.ts'
import { createTour } from './tour.ts'

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
    <CanvasViewport controller={controller} engine={engine} label={landingTexts.grove} onBackgroundPress={() => {}}>
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

/** Pictures of a card have the ratio of its settings. */
const widthOf = ({ settings }: PlacedCard) => (settings.startsWith('2:3') ? 2 : 3)

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
