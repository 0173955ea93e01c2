import type { Rect } from '#domain/geometry/rect.ts'
import type { PaintRequest } from '../painter/paint-protocol.ts'
import { createTileLevel, type TileLevel } from './tile-level.ts'

/** A level is used while the zoom is within these factors of the level's. */
const smallestPart = 0.5
const largestPart = 2
/** A level that is started while zooming out is ahead of the camera, so that it is used for longer. */
const ahead = 0.7

type Zooming = {
  /** The camera's zoom. */
  readonly zoom: number
  /** The level that is painted now; null before the first. */
  readonly current: number | null
  /** At rest a level has exactly the zoom of the camera: one pixel of it is one of the screen. */
  readonly pace: 'zooming' | 'panning' | 'dragging' | 'resting'
  readonly smallest: number
}

/** The zoom of a level that can be used at once when the user zooms out from here. */
export const zoomAhead = (zoom: number, smallest: number) => Math.max(smallest, zoom * ahead)

/** The zoom of the level to paint: the present one as long as it can be used. */
export function levelZoom({ zoom, current, pace, smallest }: Zooming): number {
  if (pace === 'resting' || pace === 'dragging' || current === null) return zoom
  const part = zoom / current
  if (part < smallestPart) return zoomAhead(zoom, smallest)
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
     * Shows the active level, and the others only while it has gaps: each one more costs the compositor a view of
     * pixels.
     */
    reveal(view: Rect) {
      const isWhole = active?.covers(view) ?? false
      const needsBase = !isWhole && !previous?.covers(view)
      previous?.setVisible(isWhole ? 'hidden' : 'shown')
      base.setVisible(active === base || needsBase ? 'shown' : 'hidden')
      active?.setVisible('shown')
    },

    remove() {
      for (const level of [base, previous, active]) level?.remove()
    },
  }
}
