import type { Camera, ViewportSize } from '#domain/geometry/camera.ts'
import type { Rect } from '#domain/geometry/rect.ts'
import type { PaintRequest } from '../painter/paint-protocol.ts'

/** A level is used while the zoom is within these factors of the level's. */
const minPart = 0.5
const largestPart = 2
/** A level that is started while zooming out is ahead of the camera, so that it is used for longer. */
const ahead = 0.7

/** Kind of movement: the zoom, the view, cards on a view that rests, or nothing. */
export type Pace = 'zooming' | 'panning' | 'dragging' | 'resting'

type Zooming = {
  /** The camera's zoom. */
  readonly zoom: number
  /** The level that is painted now; null before the first. */
  readonly current: number | null
  /** At rest a level has exactly the zoom of the camera: one pixel of it is one of the screen. */
  readonly pace: Pace
  readonly smallest: number
}

/** The zoom of a level that can be used at once when the user zooms out from here. */
export const zoomAhead = (zoom: number, smallest: number) => Math.max(smallest, zoom * ahead)

/** The zoom of the level to paint: the present one as long as it can be used. */
export function levelZoom({ zoom, current, pace, smallest }: Zooming): number {
  if (pace === 'resting' || pace === 'dragging' || current === null) return zoom
  const part = zoom / current
  if (part < minPart) return zoomAhead(zoom, smallest)
  return part > largestPart ? zoom : current
}

/** @param baseZoom The smallest zoom of the camera. */
export function createTileLevels(host: HTMLElement, baseZoom: number, ground: PaintRequest['ground']) {
  const base = createTileLevel(baseZoom, host, ground)
  let active: TileLevel | null = null
  let previous: TileLevel | null = null

  const discard = (level: TileLevel | null) => {
    if (level && level !== base) level.remove()
  }

  return {
    base,
    active: () => active,
    all: (): TileLevel[] => [...new Set([base, previous, active].filter((level) => level !== null))],

    /**
     * Makes the level of this zoom the active one. @param view The area for which the present one stays visible
     * meanwhile.
     */
    activate(zoom: number, view: Rect): TileLevel {
      if (active?.zoom === zoom) return active
      const left = active
      // The base is painted for a device pixel ratio of 1.
      const known = [devicePixelRatio === 1 ? base : null, previous].find((level) => level?.zoom === zoom)
      if (previous === known) previous = null
      // A level that was left before it was visible is removed.
      if (left && (left.covers(view) || !previous)) {
        discard(previous)
        previous = left
      } else discard(left)
      active = known ?? createTileLevel(zoom, host, ground)
      return active
    },

    /**
     * Shows the active level once it has no gaps. Until then a level that covers the view is shown alone: parts of two would tear the
     * cards that they share, and each more costs the compositor a view of pixels. The active one lies below it meanwhile: hidden, all its
     * tiles would reach the compositor in one frame. In a pan the gaps are new ground at the edges, and what is sharp stays.
     */
    reveal(view: Rect, pace: Pace) {
      const covering = [active, previous, base].find((level) => level?.covers(view))
      const isAlone = covering !== undefined && (covering === active || pace !== 'panning')
      const shown = isAlone ? [covering] : [active, previous, covering === previous ? null : base]
      for (const level of [base, previous, active])
        level?.setVisible(shown.includes(level) ? 'shown' : level === active ? 'below' : 'hidden')
    },

    remove() {
      for (const level of [base, previous, active]) level?.remove()
    },
  }
}

/** A tile of a level. It keeps its bitmap while a newer one is being painted. */
export type Tile = {
  readonly place: TilePlace
  /** Null until it was painted once. */
  element: HTMLCanvasElement | null
  /** `asked`: an answer is pending. `stale`: its content has changed. */
  state: 'asked' | 'painted' | 'complete' | 'stale'
  /** A tile that was painted while the view moved is painted again, with sharper pictures, when it rests. */
  detail: 'moving' | 'resting'
  /** The pending request is of changed cards: the visible bitmap is out of date. */
  isOutdated: boolean
  /** A newer bitmap that waits for those of other tiles, or the first one, which waits for its frame; null where none does. */
  fresh: ImageBitmap | null
  /** The cards on it, and those that its connectors join. */
  cardIds: ReadonlySet<string>
  forget(): void
}

/** Whether a painted tile shows what has changed since. */
const isOutdated = (tile: Tile) => tile.element !== null && (tile.state === 'stale' || tile.isOutdated)

/** The tiles of one zoom, each a canvas on a surface that is moved and scaled as a whole. */
export type TileLevel = ReturnType<typeof createTileLevel>

/** Adds an empty level on top of those in `host`. */
function createTileLevel(zoom: number, host: HTMLElement, ground: PaintRequest['ground']) {
  const surface = document.createElement('div')
  surface.className = 'canvas-level'
  host.append(surface)
  const tiles = new Map<string, Tile>()
  /** Tiles whose first bitmap waits for its frame. */
  const arrived = new Set<Tile>()
  let hasFresh = false

  const tilesOver = (area: Rect) => tilesIn(area, zoom).map((place) => tiles.get(tileKey(place)))

  const drop = (tile: Tile) => {
    tile.forget()
    tile.fresh?.close()
    arrived.delete(tile)
    tile.element?.remove()
    tiles.delete(tileKey(tile.place))
  }

  const show = (tile: Tile, bitmap: ImageBitmap, devicePixelRatio: number) => {
    if (!tile.element) {
      const canvas = document.createElement('canvas')
      // Its bitmap is a little larger than the tile: see `tileBleed`.
      canvas.style.width = `${bitmap.width / devicePixelRatio}px`
      canvas.style.height = `${bitmap.height / devicePixelRatio}px`
      canvas.style.left = `${tile.place.column * tileSide}px`
      canvas.style.top = `${tile.place.row * tileSide}px`
      surface.append(canvas)
      tile.element = canvas
    }
    tile.element.getContext('bitmaprenderer', { alpha: ground === 'clear' })?.transferFromImageBitmap(bitmap)
  }

  return {
    zoom,
    tiles,
    isPainted: (place: TilePlace) => Boolean(tiles.get(tileKey(place))?.element),

    /** Receives a bitmap for a tile: the first is shown with `showArrived`, another with `showFresh`. */
    receive(tile: Tile, bitmap: ImageBitmap) {
      tile.fresh?.close()
      tile.fresh = bitmap
      if (tile.element) hasFresh = true
      else arrived.add(tile)
    },

    /** Whether tiles wait for their frame. */
    hasArrived: () => arrived.size > 0,

    /**
     * Shows tiles that have arrived: while the view moves one a frame, since the page's thread copies each to the compositor,
     * which takes as long as all else in a frame.
     */
    showArrived(pace: Pace, devicePixelRatio: number) {
      for (const tile of arrived) {
        arrived.delete(tile)
        if (tile.fresh) show(tile, tile.fresh, devicePixelRatio)
        tile.fresh = null
        if (pace === 'zooming' || pace === 'panning') return
      }
    },

    /**
     * Shows newer bitmaps once no tile of the view is out of date: a card that has moved from one tile to another would
     * be visible twice, or not at all.
     */
    showFresh(view: Rect, devicePixelRatio: number) {
      if (!hasFresh || tilesOver(view).some((tile) => tile && isOutdated(tile))) return
      for (const tile of tiles.values()) {
        if (!tile.element || !tile.fresh) continue
        show(tile, tile.fresh, devicePixelRatio)
        tile.fresh = null
      }
      hasFresh = false
    },

    /** Whether everything in the area is shown as it is now, be it with pictures that are not sharp yet. */
    isCurrent: (area: Rect): boolean =>
      tilesOver(area).every((tile) => tile?.element && !tile.fresh && !isOutdated(tile)),

    /** Whether everything in the area has been painted. */
    covers(area: Rect): boolean {
      return tilesOver(area).every((tile) => tile?.element)
    },

    place({ zoom: cameraZoom, panX, panY }: Camera) {
      // Without a scale the tiles are aligned to device pixels.
      const scale = cameraZoom === zoom ? '' : ` scale(${cameraZoom / zoom})`
      surface.style.transform = `translate(${panX}px, ${panY}px)${scale}`
    },

    setVisible(visibility: 'shown' | 'below' | 'hidden') {
      const display = visibility === 'hidden' ? 'none' : ''
      if (surface.style.display !== display) surface.style.display = display
      const zIndex = visibility === 'below' ? '-1' : ''
      if (surface.style.zIndex !== zIndex) surface.style.zIndex = zIndex
    },

    drop,

    remove() {
      for (const tile of tiles.values()) {
        tile.forget()
        tile.fresh?.close()
      }
      arrived.clear()
      tiles.clear()
      surface.remove()
    },
  }
}

/** The side of a tile in CSS pixels: a view of 1440 × 900 has a dozen, each painted in a few milliseconds. */
export const tileSide = 512

/** A tile's place in the grid of its level; the top left corner of 0:0 is the board's origin. */
export type TilePlace = { readonly column: number; readonly row: number }

export const tileKey = ({ column, row }: TilePlace) => `${column}:${row}`

/** The area of the board that a tile shows. @param zoom The zoom of the tile's level. */
export function tileArea({ column, row }: TilePlace, zoom: number): Rect {
  const side = tileSide / zoom
  return { x: column * side, y: row * side, width: side, height: side }
}

/** The tiles of a level that overlap a rectangle of the board, row by row. */
function tilesIn(area: Rect, zoom: number): TilePlace[] {
  const side = tileSide / zoom
  const places: TilePlace[] = []
  const lastColumn = Math.ceil((area.x + area.width) / side)
  const lastRow = Math.ceil((area.y + area.height) / side)
  for (let row = Math.floor(area.y / side); row < lastRow; row++)
    for (let column = Math.floor(area.x / side); column < lastColumn; column++) places.push({ column, row })
  return places
}

/** As `tilesIn`, those nearest to the middle of the rectangle first. */
export function tilesOf(area: Rect, zoom: number): TilePlace[] {
  const side = tileSide / zoom
  const distance = ({ column, row }: TilePlace) =>
    Math.hypot((column + 0.5) * side - area.x - area.width / 2, (row + 0.5) * side - area.y - area.height / 2)
  return tilesIn(area, zoom).sort((a, b) => distance(a) - distance(b))
}

/** A rectangle extended by `pixels` of the screen on every side. */
export const grownBy = (area: Rect, pixels: number, zoom: number): Rect => ({
  x: area.x - pixels / zoom,
  y: area.y - pixels / zoom,
  width: area.width + (2 * pixels) / zoom,
  height: area.height + (2 * pixels) / zoom,
})

/** The camera's pan, aligned to whole device pixels: there tiles and text are sharp. */
export const onDevicePixels = ({ zoom, panX, panY }: Camera, devicePixelRatio: number): Camera => ({
  zoom,
  panX: Math.round(panX * devicePixelRatio) / devicePixelRatio,
  panY: Math.round(panY * devicePixelRatio) / devicePixelRatio,
})

/** Whether a viewport has a width and a height. */
export const hasArea = ({ width, height }: ViewportSize) => width > 0 && height > 0
