import { type Camera, minimumZoom, type ViewportSize, visibleBoard } from '#domain/geometry/camera.ts'
import { commonPart, overlaps, type Point, type Rect } from '#domain/geometry/rect.ts'
import type { PaintRequest } from '../painter/paint-protocol.ts'
import type { Painter } from '../painter/painter.ts'
import { isSharpFromSheets } from '../painter/picture-source.ts'
import type { TileContent } from './tile-content.ts'
import {
  createTileLevels,
  grownBy,
  hasArea,
  levelZoom,
  onDevicePixels,
  type Pace,
  type Tile,
  type TileLevel,
  type TilePlace,
  tileArea,
  tileKey,
  tileSide,
  tilesOf,
  zoomAhead,
} from './tile-levels.ts'

/** The most pending tiles of the worker: enough that it never waits, few enough that it soon learns of a new view. */
const mostAsked = 4
/** The part of a frame for preparing requests. */
const prepareMs = 3
/** A tile with a picture that could not be loaded is painted again after this long. */
const retryMs = 10_000
/** The limit of bitmaps of all levels together: at a device pixel ratio of 1, ninety tiles. */
const mostBytes = 96 * 1024 * 1024

type TileLayerDeps = {
  readonly host: HTMLElement
  readonly painter: Painter
  readonly ground: PaintRequest['ground']
  contentOf(area: Rect, zoom: number): TileContent
  /** Is called when a tile has arrived: more may be visible now. */
  onPainted(): void
}

export type TileFrame = {
  readonly camera: Camera
  readonly viewport: ViewportSize
  readonly pace: Pace
  /** `view`: cards of the view are shown on tiles. `ahead`: none are, but the worker may prepare the base. */
  readonly demand: 'view' | 'ahead' | 'none'
  /** The part of the board outside of which the layer is empty; null where it may have something everywhere. */
  readonly within: Rect | null
  /** Direction of the last pan over the board; -1, 0 or 1 for each axis. */
  readonly heading: Point
  /** Whether elements show this part of the board well enough for now; null where no element does. */
  readonly isShownByElements: ((area: Rect) => boolean) | null
}

/**
 * The state of a layer after a frame. `complete`: everything requested, with its pictures. `current`: every card where it is, some with
 * pictures that are not sharp yet.
 */
export type TilesShown = 'complete' | 'current' | 'waiting'

type Filling = Pick<PaintRequest, 'timing' | 'detail'> & Partial<Pick<TileFrame, 'isShownByElements'>>

/** The board as raster tiles: the cost of a frame does not depend on the number of cards. */
export type TileLayer = ReturnType<typeof createTileLayer>

/** Creates the layer in `host`. The caller calls `frame` whenever something may have changed. */
export function createTileLayer({ host, painter, ground, contentOf, onPainted }: TileLayerDeps) {
  const levels = createTileLevels(host, minimumZoom, ground)
  let asked = 0

  const ratioOf = (level: TileLevel) => (level === levels.base ? 1 : devicePixelRatio)

  const ask = (level: TileLevel, place: TilePlace, wanted: Pick<PaintRequest, 'timing' | 'detail'>) => {
    const key = tileKey(place)
    const content = contentOf(tileArea(place, level.zoom), level.zoom)
    const old = level.tiles.get(key)
    const ratio = ratioOf(level)
    const tile: Tile = old ?? {
      place,
      element: null,
      state: 'asked',
      detail: wanted.detail,
      cardIds: content.cardIds,
      isOutdated: false,
      fresh: null,
      forget() {},
    }
    tile.forget()
    tile.isOutdated ||= tile.state === 'stale'
    // A tile that is shown already waits in the worker for sharper pictures, and leaves it free for other requests.
    const isShown = tile.element !== null && !tile.isOutdated
    tile.state = isShown ? 'painted' : 'asked'
    tile.detail = wanted.detail
    tile.cardIds = content.cardIds
    level.tiles.set(key, tile)
    let isAnswered = isShown
    let retry: ReturnType<typeof setTimeout> | undefined
    if (!isShown) asked += 1
    const answered = () => {
      if (!isAnswered) asked -= 1
      isAnswered = true
    }
    const timing = isShown ? 'whenSharper' : wanted.timing
    const request = { ...content.request, ...wanted, timing, ground, zoom: level.zoom, devicePixelRatio: ratio }
    const asking = painter.paint(request, ({ bitmap, isComplete, lacksPictures }) => {
      answered()
      level.receive(tile, bitmap)
      if (lacksPictures)
        retry = setTimeout(() => {
          tile.state = 'stale'
          onPainted()
        }, retryMs)
      tile.isOutdated = false
      if (tile.state !== 'stale') tile.state = isComplete ? 'complete' : 'painted'
      onPainted()
    })
    tile.forget = () => {
      answered()
      clearTimeout(retry)
      asking.forget()
    }
  }

  /** Requests what an area lacks, as far as the worker and this frame have time. Returns whether nothing is lacking. */
  const fill = (level: TileLevel, area: Rect, { timing, detail, isShownByElements = null }: Filling): boolean => {
    // Sharp tiles need not be repainted when the view rests.
    const wanted = { timing, detail: isSharpFromSheets(level.zoom * ratioOf(level)) ? 'resting' : detail }
    const startedAt = performance.now()
    let isFull = true
    for (const place of tilesOf(area, level.zoom)) {
      const tile = level.tiles.get(tileKey(place))
      if (tile && tile.state !== 'stale' && !(tile.detail === 'moving' && wanted.detail === 'resting')) {
        isFull &&= tile.state === 'complete'
        continue
      }
      if (!tile && isShownByElements?.(tileArea(place, level.zoom))) continue
      isFull = false
      if (asked >= mostAsked || performance.now() - startedAt > prepareMs) return false
      ask(level, place, wanted)
    }
    return isFull
  }

  /** Drops what is farthest from the view until the rest is within the limit. */
  const trim = (view: Rect) => {
    const bytesOf = (level: TileLevel) => (tileSide * ratioOf(level)) ** 2 * 4
    const all = levels.all().flatMap((level) => [...level.tiles.values()].map((tile) => ({ level, tile })))
    let bytes = all.reduce((sum, { level }) => sum + bytesOf(level), 0)
    if (bytes <= mostBytes) return
    const distance = ({ level, tile }: { level: TileLevel; tile: Tile }) => {
      const { x, y, width } = tileArea(tile.place, level.zoom)
      return Math.hypot(x + width / 2 - view.x - view.width / 2, y + width / 2 - view.y - view.height / 2) * level.zoom
    }
    for (const one of all.sort((a, b) => distance(b) - distance(a))) {
      if (bytes <= mostBytes) return
      one.level.drop(one.tile)
      bytes -= bytesOf(one.level)
    }
  }

  /** Requests for unwanted tiles would delay the visible ones. */
  const forgetUnseen = (area: Rect, active: TileLevel) => {
    for (const level of levels.all())
      for (const tile of level.tiles.values()) {
        const isSeen = (level === active || level === levels.base) && overlaps(tileArea(tile.place, level.zoom), area)
        if (isSeen) continue
        if (tile.state === 'asked' && !tile.element) level.drop(tile)
        // Its sharper pictures are requested again when it comes back.
        if (tile.state === 'painted') {
          tile.forget()
          tile.detail = 'moving'
        }
      }
  }

  return {
    /** Moves existing tiles and requests missing ones. */
    frame({ camera, viewport, pace, demand, within, heading, isShownByElements }: TileFrame): TilesShown {
      const seen = visibleBoard(camera, viewport)
      const view = within ? commonPart(seen, within) : seen
      const baseArea = visibleBoard({ ...camera, zoom: minimumZoom, ...baseView(seen, viewport) }, viewport)
      host.style.display = demand === 'view' && hasArea(view) ? '' : 'none'
      if (demand === 'none' || !hasArea(view)) return 'complete'
      if (demand === 'ahead') {
        const next = levels.activate(zoomAhead(camera.zoom, minimumZoom), view)
        const wanted = { timing: 'whenComplete', detail: 'moving' } as const
        const isReady =
          fill(next, grownBy(view, tileSide / 2, camera.zoom), wanted) && fill(levels.base, baseArea, wanted)
        trim(view)
        return isReady ? 'complete' : 'waiting'
      }
      const current = levels.active()?.zoom ?? null
      const active = levels.activate(levelZoom({ zoom: camera.zoom, current, pace, smallest: minimumZoom }), view)
      for (const level of levels.all())
        level.place(pace === 'zooming' ? camera : onDevicePixels(camera, devicePixelRatio))
      // Tiles around a view that stays are not needed while cards are dragged: the cards get the time of both cores.
      forgetUnseen(pace === 'dragging' ? view : grownBy(view, tileSide, camera.zoom), active)
      const detail = pace === 'zooming' ? 'moving' : 'resting'
      const isShown = levels.all().some((level) => level !== active && level.covers(view))
      const isFull = fill(active, view, { timing: isShown ? 'whenComplete' : 'now', detail, isShownByElements })
      // A zoom leaves the level soon: painting around the view would be wasted.
      if (pace === 'panning' && isFull) {
        const ahead = movedBy(view, { x: heading.x * tileSide, y: heading.y * tileSide }, camera.zoom)
        fill(active, ahead, { timing: 'whenComplete', detail, isShownByElements })
      }
      if (pace === 'resting' && active.covers(view)) {
        // A zoom out shows the base first, and only in passing: small thumbnails are enough.
        const isReady = isFull && fill(levels.base, baseArea, { timing: 'whenComplete', detail: 'moving' })
        if (isReady) fill(active, grownBy(view, tileSide / 2, camera.zoom), { timing: 'whenComplete', detail })
      }
      for (const level of levels.all()) {
        level.showArrived(pace, ratioOf(level))
        level.showFresh(view, ratioOf(level))
      }
      levels.reveal(view, pace)
      trim(view)
      if (isFull && !active.hasArrived()) return 'complete'
      return active.isCurrent(view) ? 'current' : 'waiting'
    },

    /** Whether the visible part of a rectangle of the board is shown on tiles. */
    shows: (area: Rect) => host.style.display === '' && levels.all().some((level) => level.covers(area)),

    /** As `shows`, and nearly as sharp as it should be. */
    showsWell: (area: Rect) => host.style.display === '' && (levels.active()?.covers(area) ?? false),

    /** Repaints the tiles that show one of these cards, or contain their new places. */
    invalidate(ids: readonly string[], areas: readonly Rect[]) {
      for (const level of levels.all())
        for (const tile of level.tiles.values()) {
          const area = tileArea(tile.place, level.zoom)
          const isTouched = ids.some((id) => tile.cardIds.has(id)) || areas.some((each) => overlaps(each, area))
          if (isTouched) tile.state = 'stale'
        }
    },

    /** Repaints everything, as after a change of the theme. */
    invalidateAll() {
      for (const level of levels.all()) for (const tile of level.tiles.values()) tile.state = 'stale'
    },

    remove: () => levels.remove(),
  }
}

/** A rectangle of the board moved by pixels of the screen. */
const movedBy = (area: Rect, { x, y }: Point, zoom: number): Rect => ({
  ...area,
  x: area.x + x / zoom,
  y: area.y + y / zoom,
})

/** The pan of the smallest zoom that keeps the view centered. */
function baseView(view: Rect, viewport: ViewportSize): Pick<Camera, 'panX' | 'panY'> {
  return {
    panX: viewport.width / 2 - (view.x + view.width / 2) * minimumZoom,
    panY: viewport.height / 2 - (view.y + view.height / 2) * minimumZoom,
  }
}

/** The cards that are being moved, and how far, in canvas pixels. */
export type Lifted = { readonly ids: ReadonlySet<string>; readonly offset: Point }

/** The reach of a card's outline beyond it, in screen pixels. */
const outlineReach = 3

type LiftedCardsDeps = {
  isMounted(id: string): boolean
  /** Where these cards and the lines between them are; null for none. */
  areaOf(ids: ReadonlySet<string>): Rect | null
  /** @param changed The cards that moved to other tiles. @param up Those that are lifted. */
  onChange(changed: readonly string[], up: readonly string[]): void
}

/**
 * The lifted cards, painted on tiles of their own, which stay after the drop until the board's tiles show the cards.
 * Starts with none.
 */
export function createLiftedCards({ isMounted, areaOf, onChange }: LiftedCardsDeps) {
  let layer: TileLayer | null = null
  let lifted: Lifted = { ids: new Set(), offset: { x: 0, y: 0 } }
  /** Where they were lifted: their tiles are empty elsewhere. */
  let within: Rect | null = null
  let isDropped = true

  return {
    /** Whether the board's own tiles show the card. */
    isOnBoard: (id: string) => isDropped || !lifted.ids.has(id),
    /** Whether the tiles of the lifted cards show the card. */
    isLifted: (id: string) => lifted.ids.has(id),

    /** Whether cards are being moved. */
    areMoving: () => !isDropped,

    setLayer(next: TileLayer | null) {
      layer = next
    },

    /** Moves cards, until null drops them. */
    set(next: Lifted | null) {
      const before = lifted.ids
      isDropped = next === null
      if (next) lifted = next
      if (next?.ids === before) return
      if (next) within = areaOf(next.ids)
      onChange([...new Set([...before, ...lifted.ids])], next ? [...next.ids] : [])
    },

    /** Moves the tiles with the cards. @param board The result of the board's own tiles for the same frame. */
    frame(frame: TileFrame, board: TilesShown) {
      const { camera, demand } = frame
      if (isDropped && (board !== 'waiting' || demand !== 'view')) lifted = { ...lifted, ids: new Set() }
      const { ids, offset } = lifted
      const isNeeded = demand === 'view' && [...ids].some((id) => !isMounted(id))
      const moved = {
        ...camera,
        panX: camera.panX + offset.x * camera.zoom,
        panY: camera.panY + offset.y * camera.zoom,
      }
      layer?.frame({
        ...frame,
        camera: moved,
        demand: isNeeded ? 'view' : 'none',
        within: within && grownBy(within, outlineReach, camera.zoom),
      })
    },
  }
}
