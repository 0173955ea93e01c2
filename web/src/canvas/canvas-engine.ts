import { type Camera, type ScreenPoint, toBoard } from '#domain/geometry/camera.ts'
import { boundsOf, isWithin, type Point, type Rect } from '#domain/geometry/rect.ts'
import { cardRect } from '#domain/layout/card.ts'
import type { CameraController } from './camera-controller.ts'
import { createMountedCards, createPins, type PinReason } from './mounted-cards.ts'
import { createPainter, type Painter, type PainterOptions } from './painter/painter.ts'
import { createConnectorIndex, createShownConnectors } from './scene/connector-index.ts'
import { cardAt, imageAt, nearZoom } from './scene/picture-boxes.ts'
import type { ItemFaces, Scene } from './scene/scene.ts'
import { readLook, watchPixelRatio, watchTheme } from './tiles/read-look.ts'
import { cardsToRepaint, type Marks, noMarks, tileContent } from './tiles/tile-content.ts'
import { createLiftedCards, createTileLayer, type Lifted, type TileLayer } from './tiles/tile-layer.ts'
import { hasArea } from './tiles/tile-levels.ts'

/** Cards that are about to be mounted are not painted first: only what is still missing after this long. */
const mountingMs = 150
/** Cards over tiles become visible without some of their pictures after this long. */
const picturesMs = 1_500
/** The worker prepares the far view of the board when nothing has moved for this long. */
const idleMs = 700
/** The interval of these checks. */
const preparingMs = 30

type EngineDeps = {
  readonly scene: Scene
  readonly controller: CameraController
  /** Creates the painter of the tiles. */
  readonly painting: Pick<PainterOptions, 'startWorker' | 'loadPicture'>
  /** Tiles cannot be painted at all: only what is near is shown. Called once. */
  onPaintingFailed?(): void
}

/**
 * The elements of one canvas, from the lowest to the topmost. `tiles` has the attribute `data-incomplete` while
 * something of the view is still to be mounted or painted.
 */
export type Surfaces = {
  readonly dots: HTMLElement
  readonly tiles: HTMLElement
  readonly mounted: HTMLElement
  /** The layers below and above the cards: frames and notes. */
  readonly ground?: HTMLElement | null
  readonly front?: HTMLElement | null
}

/**
 * Elements hidden by tiles are left out by the compositor. By opacity, since anything else would restyle every card.
 */
function setOpacity(element: HTMLElement | null | undefined, opacity: '' | '0'): void {
  if (element && element.style.opacity !== opacity) element.style.opacity = opacity
}

/** Decides in every frame which cards are elements of the page and which are painted on tiles. */
export type CanvasEngine = ReturnType<typeof createCanvasEngine>

/** Creates the engine of one open canvas. It runs while attached. */
export function createCanvasEngine({ scene, controller, painting, onPaintingFailed }: EngineDeps) {
  const connectorIndex = createConnectorIndex(scene)
  const cards = createMountedCards(scene)
  const connectors = createShownConnectors(scene, connectorIndex)
  const pins = createPins(() => schedule())
  const placesOf = (ids: readonly string[]): Rect[] =>
    ids.flatMap((id) => {
      const card = scene.cards.get(id)
      return card ? [cardRect(card)] : []
    })
  const lifted = createLiftedCards({
    isMounted: (id) => cards.has(id),
    areaOf: (ids) => boundsOf([...placesOf([...ids]), ...connectorIndex.hullsWithin(ids)]),
    onChange(changed, up) {
      pins.set('lifted', up)
      for (const each of layers) each.invalidate(changed, placesOf(changed))
    },
  })
  let layer: TileLayer | null = null
  let painter: Painter | null = null
  /** The tiles of the board, and those of what is being moved. */
  let layers: readonly TileLayer[] = []
  let marks = noMarks
  let surfaces: Surfaces | null = null
  let pace: 'zooming' | 'panning' | 'resting' = 'resting'
  let isTravelling = false
  let lastZoom = controller.get().zoom
  const panMotion = createPanMotion()
  const zoomFrames = createZoomFrames()
  let scheduled = 0
  let isWorldHidden = false
  let areItemsMoving = false
  let unsettledSince: number | null = null
  let idleTimer: ReturnType<typeof setTimeout> | undefined

  const schedule = () => {
    scheduled ||= requestAnimationFrame(() => {
      scheduled = 0
      draw('board')
    })
  }

  /** Draws a frame that no move has caused. The elements have the view of the last move that was drawn, so tiles must not be ahead of it. */
  const draw = (cause: 'board' | 'idle') => {
    if (!controller.flush()) frame(cause)
  }

  /**
   * Mounted cards wait for their pictures while tiles already show them: `data-pending` marks pictures that are not
   * decoded.
   */
  const awaitsPictures = (now: number) =>
    showsTiles() &&
    now - (unsettledSince ?? now) < picturesMs &&
    surfaces?.mounted.querySelector('[data-pending]') !== null

  /** Whether all cards of an area are mounted, with the lines between them. */
  const isShownByElements = (area: Rect) =>
    !isWorldHidden && isWithin(area, connectors.get().area) && scene.index.query(area).every((id) => cards.has(id))

  const showsTiles = () => surfaces?.mounted.hasAttribute('data-over-tiles') === true

  const frame = (cause: 'camera' | 'board' | 'idle') => {
    const camera = controller.get()
    const viewport = controller.viewport()
    if (!layer || !hasArea(viewport)) return
    if (camera.zoom !== lastZoom) pace = 'zooming'
    else if (cause === 'camera' && pace === 'resting') pace = 'panning'
    lastZoom = camera.zoom
    const { zoom } = camera
    const view = controller.visible()
    const pinned = pins.all()
    // A zoom is shown by tiles; mounting waits for its end, so that nothing is rendered meanwhile.
    const isZooming = pace === 'zooming'
    const now = performance.now()
    const { isFast, heading } = panMotion.follow(camera, now)
    isTravelling = pace === 'panning' && (isTravelling || isFast)
    const isByTiles = isZooming || isTravelling
    const { isSettled, showsView, isNear } = isByTiles
      ? { isSettled: true, showsView: false, isNear: false }
      : cards.update({ view, zoom, pace: pace === 'panning' ? 'moving' : 'resting', pinned, isPainted: layer.shows })
    // An element would lie over the painted cards: only what is being moved needs its lines as elements then.
    if (!isByTiles) connectors.update({ view, isNear, pinned: isNear ? pinned : pins.of('lifted') })
    surfaces?.tiles.toggleAttribute('data-coarse', zoomFrames.areSlow(pace, now))
    // Pictures that fly by, or lie around the one that the eye follows, are sharp when the hand rests: loading them would cost frames.
    painter?.loadNow(isZooming || isFast || lifted.areMoving() ? 'stand-ins' : 'all')
    const isReady = showsView && !awaitsPictures(now)
    unsettledSince = isReady ? null : (unsettledSince ?? now)
    // Mounted soon: the worker would only take time from the cards that are being mounted.
    const isSoonThere =
      zoom >= nearZoom && !isByTiles && unsettledSince !== null && !isSettled && now - unsettledSince < mountingMs
    const isResting = isReady || (isSoonThere && !layer.shows(view))
    const demand = isResting ? (cause === 'idle' ? 'ahead' : 'none') : 'view'
    const tileFrame = {
      camera,
      viewport,
      pace: lifted.areMoving() && pace === 'resting' ? 'dragging' : pace,
      demand,
      within: null,
      heading,
      // A fast pan begins over mounted cards: painting them would delay those that come into the view.
      isShownByElements: isTravelling ? isShownByElements : null,
    } as const
    const tiles = layer.frame(tileFrame)
    lifted.frame(tileFrame, tiles)
    const isPainted = demand === 'view' && layer.shows(view)
    const isPaintedWell = isPainted && (zoom < nearZoom || layer.showsWell(view))
    // At most once in a zoom: switching back and forth would be visible.
    isWorldHidden = isByTiles && (isWorldHidden || isPaintedWell)
    setOpacity(surfaces?.mounted, isWorldHidden ? '0' : '')
    // Where tiles show frames and notes as well: hundreds of elements are two more layers as large as the view.
    if (scene.items) {
      const arePainted = scene.items.arePainted()
      setOpacity(surfaces?.ground, arePainted && (isWorldHidden || (isPainted && !areItemsMoving)) ? '0' : '')
      setOpacity(surfaces?.front, arePainted && isWorldHidden ? '0' : '')
    }
    setOpacity(surfaces?.dots, isPainted ? '0' : '')
    surfaces?.mounted.toggleAttribute('data-over-tiles', isPainted)
    const isComplete = isSettled && (demand === 'view' ? tiles === 'complete' : isReady)
    surfaces?.tiles.toggleAttribute('data-incomplete', !isComplete)
    // Without a painter nothing is waited for.
    const canPaint = painter?.hasFailed() === false
    if (!isComplete && canPaint) schedule()
    clearTimeout(idleTimer)
    const isPrepared = demand === 'ahead' && tiles === 'complete'
    if (demand !== 'view' && pace === 'resting' && !isPrepared && canPaint)
      idleTimer = setTimeout(() => draw('idle'), demand === 'ahead' ? preparingMs : idleMs)
  }

  const change = (ids: readonly string[]) => {
    const before = ids.flatMap(connectorIndex.hullsAt)
    connectorIndex.update(ids)
    layer?.invalidate(ids, [...before, ...placesOf(ids), ...ids.flatMap(connectorIndex.hullsAt)])
    cards.refresh(ids)
    connectors.refresh()
    schedule()
  }

  const rest = () => {
    pace = 'resting'
    draw('board')
  }

  return {
    cards,
    connectors,
    /** Whether the view is shown by tiles, under what is mounted. */
    showsTiles,
    /** Whether frames and notes are shown by tiles alone for now: elements would be rendered for nothing. */
    hidesItems: () => isWorldHidden && scene.items?.arePainted() === true,
    /** Says whether frames or notes are being moved or resized: their elements are shown then, at any zoom. */
    moveItems(state: 'moving' | 'resting') {
      areItemsMoving = state === 'moving'
      schedule()
    },
    /** Whether the view is being panned or zoomed. */
    isMoving: () => pace !== 'resting',
    /** Keeps exactly these cards mounted for a reason, wherever the view is. */
    pin: (reason: PinReason, ids: readonly string[]) => pins.set(reason, ids),
    /** Keeps a card mounted and mounts it before this task ends. */
    pinNow(reason: PinReason, id: string) {
      pins.set(reason, [id])
      draw('board')
    },

    /** Moves cards, wherever they are painted, until null ends it. */
    lift(next: Lifted | null) {
      lifted.set(next)
      schedule()
    },

    /** Marks the selection and the search result on tiles too. */
    mark(next: Marks) {
      const changed = cardsToRepaint(marks, next)
      marks = next
      for (const each of layers)
        if (changed === 'all') each.invalidateAll()
        else each.invalidate(changed, placesOf(changed))
      pins.set('selected', [...next.selected].reverse())
      schedule()
    },

    /** The card or image at a point of the viewport. */
    cardAt: (point: ScreenPoint) => cardAt(scene, toBoard(point, controller.get())),
    imageAt: (point: ScreenPoint) => imageAt(scene, toBoard(point, controller.get()), controller.get().zoom),

    /** Starts painting into `tiles`. Returns the stop. */
    attach(elements: Surfaces) {
      const { tiles: host } = elements
      surfaces = elements
      const paintsTiles = createPainter({ ...painting, onFail: () => onPaintingFailed?.() })
      painter = paintsTiles
      const applyTheme = () => {
        paintsTiles.setLook(readLook(host))
        for (const each of layers) each.invalidateAll()
        schedule()
      }
      const noItems: ItemFaces = { frames: [], notes: [] }
      const layerOf = (ground: 'dotted' | 'clear', isShown: (id: string) => boolean) => {
        const surface = document.createElement('div')
        host.append(surface)
        const items = () => (ground === 'dotted' && scene.items?.get()) || noItems
        const content = { scene, connectors: connectorIndex, marks: () => marks, items, isShown }
        return createTileLayer({
          host: surface,
          painter: paintsTiles,
          ground,
          contentOf: (area, zoom) => tileContent(content, area, zoom),
          onPainted: schedule,
        })
      }
      const removeLayers = () => {
        for (const each of layers) each.remove()
        host.replaceChildren()
        layers = []
        layer = null
        lifted.setLayer(null)
      }
      const mountLayers = () => {
        removeLayers()
        layer = layerOf('dotted', lifted.isOnBoard)
        const above = layerOf('clear', lifted.isLifted)
        lifted.setLayer(above)
        layers = [layer, above]
        applyTheme()
      }
      mountLayers()
      const stops = [
        controller.onFrame(() => frame('camera')),
        controller.onRest(rest),
        scene.onChange(change),
        scene.items?.onChange((areas) => {
          layer?.invalidate([], areas)
          schedule()
        }) ?? (() => {}),
        watchTheme(applyTheme),
        watchPixelRatio(mountLayers),
      ]
      draw('board')
      return () => {
        for (const stop of stops) stop()
        cancelAnimationFrame(scheduled)
        scheduled = 0
        clearTimeout(idleTimer)
        removeLayers()
        paintsTiles.stop()
      }
    },
  }
}

/** From this speed on, the details of a picture that flies by can not be seen. Screen pixels a second. */
const fastSpeed = 1_000
/** A pan stays fast for this long: one slow frame is no rest. */
const staysFastMs = 100

/** Motion of the view: whether it is fast, and its direction over the board; -1, 0 or 1 for each axis. */
type PanMotion = { readonly isFast: boolean; readonly heading: Point }

/** Follows a pan by the views of successive frames. */
export function createPanMotion() {
  let last: { readonly camera: Camera; readonly at: number } | null = null
  let wasFastAt = Number.NEGATIVE_INFINITY
  let heading: Point = { x: 0, y: 0 }

  return {
    /** Records the view of a frame. @param now Milliseconds on the clock of the frames. */
    follow(camera: Camera, now: number): PanMotion {
      if (last && now > last.at) {
        const x = last.camera.panX - camera.panX
        const y = last.camera.panY - camera.panY
        const passedMs = now - last.at
        // A jump from a view that was still is no pan.
        if ((Math.hypot(x, y) / passedMs) * 1_000 > fastSpeed && passedMs < staysFastMs) wasFastAt = now
        if (last.camera.zoom === camera.zoom && (x !== 0 || y !== 0)) heading = { x: Math.sign(x), y: Math.sign(y) }
      }
      last = { camera, at: now }
      return { isFast: now - wasFastAt < staysFastMs, heading }
    },
  }
}

/** The mean of a zoom whose frames are slow, in milliseconds: fifty frames a second. */
const slowFrameMs = 20
/** The weight of each frame in the mean: about five decide. */
const frameShare = 0.2
/** Two calls within this long are of one frame. */
const sameFrameMs = 4
/** After a longer interval the hand has paused. */
const pausedMs = 200

/** Notices a zoom that this machine draws slowly. */
export function createZoomFrames() {
  let lastAt: number | null = null
  let meanMs = 0
  let wereSlow = false

  return {
    /** Whether frames of the present zoom are slow: from the first moment that shows it until the view rests. */
    areSlow(pace: 'zooming' | 'panning' | 'resting', now: number): boolean {
      if (pace !== 'zooming') {
        lastAt = null
        meanMs = 0
        wereSlow = false
        return false
      }
      const passedMs = now - (lastAt ?? Number.NEGATIVE_INFINITY)
      if (passedMs < sameFrameMs) return wereSlow
      if (passedMs < pausedMs) meanMs += frameShare * (passedMs - meanMs)
      lastAt = now
      wereSlow ||= meanMs > slowFrameMs
      return wereSlow
    },
  }
}
