import type { Point, Rect } from '#domain/geometry/rect.ts'
import { grownBy } from './tiles/tile-grid.ts'
import type { TileFrame, TileLayer, TilesShown } from './tiles/tile-layer.ts'

/** The cards that are being moved, and how far, in canvas pixels. */
export type Lifted = { readonly ids: ReadonlySet<string>; readonly offset: Point }

/** How far the outline of a card extends beyond it, in screen pixels. */
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
