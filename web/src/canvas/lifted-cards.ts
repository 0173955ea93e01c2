import type { Point } from '#domain/geometry/rect.ts'
import type { TileFrame, TileLayer } from './tiles/tile-layer.ts'

/** Cards that are being moved, and how far they have gone, in canvas pixels. */
export type Lifted = { readonly ids: ReadonlySet<string>; readonly offset: Point }

type LiftedCardsDeps = {
  isMounted(id: string): boolean
  /** @param changed The cards that are painted elsewhere now. @param up Those that are in the air. */
  onChange(changed: readonly string[], up: readonly string[]): void
}

/**
 * What is being moved, painted on tiles of its own; it stays there after the drop until the board's tiles show it. Starts
 * with none.
 */
export function createLiftedCards({ isMounted, onChange }: LiftedCardsDeps) {
  let layer: TileLayer | null = null
  let lifted: Lifted = { ids: new Set(), offset: { x: 0, y: 0 } }
  let isDropped = true

  return {
    /** Whether the board's own tiles show the card. */
    isOnBoard: (id: string) => isDropped || !lifted.ids.has(id),
    /** Whether the tiles of what is moved show it. */
    isLifted: (id: string) => lifted.ids.has(id),

    setLayer(next: TileLayer | null) {
      layer = next
    },

    /** Moves cards, until null puts them down. */
    set(next: Lifted | null) {
      const before = lifted.ids
      isDropped = next === null
      if (next) lifted = next
      if (next?.ids === before) return
      onChange([...new Set([...before, ...lifted.ids])], next ? [...next.ids] : [])
    },

    /** Moves the tiles with the cards. @param board What the board's own tiles have answered to the same frame. */
    frame(frame: TileFrame, board: 'complete' | 'waiting') {
      const { camera, demand } = frame
      if (isDropped && (board === 'complete' || demand !== 'view')) lifted = { ...lifted, ids: new Set() }
      const { ids, offset } = lifted
      const isNeeded = demand === 'view' && [...ids].some((id) => !isMounted(id))
      const moved = {
        ...camera,
        panX: camera.panX + offset.x * camera.zoom,
        panY: camera.panY + offset.y * camera.zoom,
      }
      layer?.frame({ ...frame, camera: moved, demand: isNeeded ? 'view' : 'none' })
    },
  }
}
