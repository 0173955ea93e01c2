import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react'
import type { CameraController } from './camera-controller.ts'
import type { CanvasEngine } from './canvas-engine.ts'
import { dotGridMargin, restingDotGrid, scaledDotGrid } from './dot-grid.ts'
import { followPress } from './input/follow-press.ts'
import { pointIn, startGestures } from './input/start-gestures.ts'
import { onDevicePixels } from './tiles/tile-levels.ts'
import './canvas.css'

type CanvasViewportProps = {
  controller: CameraController
  engine: CanvasEngine
  label: string
  /** The effect of a press; with the hand it pans from anywhere. */
  tool?: string
  /** A tap on the background: a drag of it pans. */
  onBackgroundTap(): void
  /** The content with places on the board. */
  children: ReactNode
  /** The layer below the content, over the tiles. */
  ground?: ReactNode
  /** The layer above the content. */
  front?: ReactNode
}

/** The pannable, zoomable surface. Moving it writes transforms; React renders nothing. */
export function CanvasViewport({
  controller,
  engine,
  label,
  tool,
  onBackgroundTap,
  children,
  ground,
  front,
}: CanvasViewportProps) {
  const root = useRef<HTMLElement>(null)
  const tiles = useRef<HTMLDivElement>(null)
  const world = useRef<HTMLDivElement>(null)
  const cards = useRef<HTMLDivElement>(null)
  const dots = useRef<HTMLDivElement>(null)

  useLayoutEffect(() => {
    if (!root.current || !tiles.current || !world.current || !cards.current || !dots.current) return
    const { width, height } = root.current.getBoundingClientRect()
    controller.setViewport({ width, height })
    const layer = (name: 'front' | 'ground') => root.current?.querySelector<HTMLElement>(`.canvas-${name}`) ?? null
    const surfaces = {
      root: root.current,
      world: world.current,
      ground: layer('ground'),
      dots: dots.current,
    }
    const stopPainting = startPainting(controller, surfaces)
    const detach = engine.attach({
      ...surfaces,
      tiles: tiles.current,
      mounted: cards.current,
      front: layer('front'),
    })
    return () => {
      detach()
      stopPainting()
    }
  }, [controller, engine])

  useEffect(() => {
    const node = root.current
    if (!node) return
    const watch = new ResizeObserver(() =>
      controller.setViewport({ width: node.clientWidth, height: node.clientHeight }),
    )
    watch.observe(node)
    // Pointing first: a press that it forwards to a card is none on the background.
    const stops = [startPointing(node, engine), startGestures(node, controller)]
    return () => {
      watch.disconnect()
      for (const stop of stops) stop()
    }
  }, [controller, engine])

  return (
    <section
      ref={root}
      className="canvas"
      data-tool={tool}
      aria-label={label}
      onPointerDown={(event) => {
        const isOnBackground = event.target instanceof Element && !event.target.closest('[data-drag]')
        if (isOnBackground && event.button === 0)
          followPress(event.nativeEvent, event.currentTarget, { onTap: onBackgroundTap })
      }}
    >
      <div ref={dots} className="canvas-dots" style={{ inset: -dotGridMargin }} />
      <div ref={tiles} className="canvas-tiles" />
      {ground && <div className="canvas-ground">{ground}</div>}
      <div ref={world} className="canvas-world">
        <div ref={cards} className="canvas-cards">
          {children}
        </div>
        {front && <div className="canvas-front">{front}</div>}
      </div>
    </section>
  )
}

const cardOf = (target: EventTarget | null) =>
  target instanceof Element ? (target.closest<HTMLElement>('[data-card]')?.dataset.card ?? null) : null

/**
 * Makes painted cards behave like mounted ones: the one under the pointer is mounted, and a press on one that is not
 * mounted yet, such as a finger's, is forwarded to it. Returns the stop.
 */
function startPointing(node: HTMLElement, engine: CanvasEngine): () => void {
  const listening = new AbortController()
  const options = { signal: listening.signal }

  /** The painted card at a point; null on the background and where the page has elements. */
  const paintedCardAt = (event: PointerEvent) => {
    const isOnBackground =
      event.target === node || (event.target instanceof Element && event.target.matches('.canvas-world'))
    const card = isOnBackground ? engine.cardAt(pointIn(node, event)) : null
    // Beside the round corner of a mounted card is the background.
    return card && !engine.cards.has(card.id) ? card : null
  }

  node.addEventListener(
    'pointermove',
    (event) => {
      // With a button down something is being moved, and the pointer only passes.
      if (event.buttons !== 0 || event.pointerType === 'touch') return
      const id = cardOf(event.target) ?? paintedCardAt(event)?.id
      engine.pin('pointer', id ? [id] : [])
    },
    options,
  )
  node.addEventListener('pointerleave', (event) => event.buttons === 0 && engine.pin('pointer', []), options)

  node.addEventListener(
    'pointerdown',
    (event) => {
      const card = paintedCardAt(event)
      if (!card || event.button !== 0) return
      event.stopImmediatePropagation()
      engine.pinNow('pointer', card.id)
      // The renderer mounts it when this task is done.
      queueMicrotask(() =>
        node.querySelector(`[data-card="${card.id}"]`)?.dispatchEvent(new PointerEvent(event.type, event)),
      )
    },
    { ...options, capture: true },
  )

  node.addEventListener(
    'focusin',
    (event) => {
      const id = cardOf(event.target)
      engine.pin('focus', id ? [id] : [])
    },
    options,
  )
  node.addEventListener('focusout', () => engine.pin('focus', []), options)

  return () => listening.abort()
}

/** Below this zoom, text is unreadable and hidden. */
export const farZoom = 0.35

type Surfaces = {
  /** Receives the custom property `--z`, by which strokes and type keep their size on the screen. */
  root: HTMLElement
  /** Contains everything with a place on the board. */
  world: HTMLElement
  /** The layer below the world, which moves with it: large and plain. */
  ground: HTMLElement | null
  dots: HTMLElement
}

/** Writes the camera to the page: two transforms a frame, without rendering anything. Returns the stop. */
function startPainting(controller: CameraController, { root, world, ground, dots }: Surfaces): () => void {
  const moved = ground ? [ground, world] : [world]
  const kept = [world, dots]
  let restingZoom = 0

  const moveTo = ({ zoom, panX, panY }: ReturnType<CameraController['get']>) => {
    // In three dimensions: a layer of its own, which a pan moves without painting it.
    const transform = `translate3d(${panX}px, ${panY}px, 0) scale(${zoom})`
    for (const { style } of moved) style.transform = transform
  }

  const paint = () => {
    const camera = controller.get()
    const isZooming = camera.zoom !== restingZoom
    moveTo(isZooming ? camera : onDevicePixels(camera, devicePixelRatio))
    // Only during a zoom: layers then keep their resolution, and are not painted in every frame. The ground is: it reaches over
    // the whole board, which at that resolution is a hundred times the view.
    for (const { style } of kept) style.willChange = isZooming ? 'transform' : ''
    placeDots(isZooming ? scaledDotGrid(camera) : restingDotGrid(camera, devicePixelRatio))
  }

  const placeDots = ({ step, x, y, scale }: ReturnType<typeof scaledDotGrid>) => {
    const size = `${step}px ${step}px`
    if (dots.style.backgroundSize !== size) dots.style.backgroundSize = size
    dots.style.transform = `translate3d(${x}px, ${y}px, 0)${scale === 1 ? '' : ` scale(${scale})`}`
  }

  const settle = () => {
    const camera = controller.get()
    moveTo(onDevicePixels(camera, devicePixelRatio))
    for (const { style } of kept) style.willChange = ''
    placeDots(restingDotGrid(camera, devicePixelRatio))
    if (camera.zoom === restingZoom) return
    // Restyles every card in the page, so it waits for the end of the gesture.
    restingZoom = camera.zoom
    root.style.setProperty('--z', String(camera.zoom))
    root.toggleAttribute('data-far', camera.zoom < farZoom)
  }

  paint()
  settle()
  const stopFrame = controller.onFrame(paint)
  const stopRest = controller.onRest(settle)
  return () => {
    stopFrame()
    stopRest()
  }
}
