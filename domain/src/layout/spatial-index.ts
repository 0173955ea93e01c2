import { overlaps, type Point, type Rect } from '../geometry/rect.ts'

/** Side of a cell in canvas pixels: a view at 100 % touches about four, a card one or two. */
const cellSide = 2_000
/** Cells on one side of the key's zero; twice as many fit, 4e9 canvas pixels across. */
const halfCells = 1_048_576

/**
 * A spatial index of rectangles: a uniform grid, so that moving one costs as little as finding one, however many there
 * are.
 */
export type SpatialIndex = ReturnType<typeof createSpatialIndex>

/** Creates an empty index of rectangles by id. */
export function createSpatialIndex() {
  const cells = new Map<number, Set<string>>()
  const rects = new Map<string, Rect>()

  const cellOf = (value: number) => Math.floor(value / cellSide)

  const touch = (rect: Rect, visit: (key: number) => void) => {
    const right = cellOf(rect.x + rect.width)
    const bottom = cellOf(rect.y + rect.height)
    for (let column = cellOf(rect.x); column <= right; column++)
      for (let row = cellOf(rect.y); row <= bottom; row++) visit((column + halfCells) * 2 * halfCells + row + halfCells)
  }

  const remove = (id: string) => {
    const rect = rects.get(id)
    if (!rect) return
    rects.delete(id)
    touch(rect, (key) => {
      const cell = cells.get(key)
      cell?.delete(id)
      if (cell?.size === 0) cells.delete(key)
    })
  }

  const query = (area: Rect): string[] => {
    const found = new Set<string>()
    const collect = (cell: Iterable<string> | undefined) => {
      for (const id of cell ?? []) {
        const rect = rects.get(id)
        if (rect && overlaps(rect, area)) found.add(id)
      }
    }
    // In an area with more cells than there are cards, each card is tested.
    if ((area.width / cellSide) * (area.height / cellSide) > rects.size) collect(rects.keys())
    else touch(area, (key) => collect(cells.get(key)))
    return [...found]
  }

  return {
    get size() {
      return rects.size
    },
    get: (id: string) => rects.get(id),

    /** Inserts a rectangle, or moves it. */
    set(id: string, rect: Rect) {
      remove(id)
      rects.set(id, rect)
      touch(rect, (key) => {
        const cell = cells.get(key)
        if (cell) cell.add(id)
        else cells.set(key, new Set([id]))
      })
    },

    remove,

    /** The ids of all that overlap this one, in no order. */
    query,

    /** The ids of all under a point, in no order. */
    at: (point: Point) => query({ ...point, width: Number.EPSILON, height: Number.EPSILON }),
  }
}
