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

/** A rectangle of the index. @property seen The number of the last query that came across it: it may be in several cells. */
type Entry = { readonly id: string; readonly rect: Rect; seen: number }

/** Creates an empty index of rectangles by id. */
export function createSpatialIndex() {
  // Entries, not ids: a query of a cell that thousands share spent its time on looking them up.
  const cells = new Map<number, Set<Entry>>()
  const entries = new Map<string, Entry>()
  let queries = 0

  const cellOf = (value: number) => Math.floor(value / cellSide)

  const touch = (rect: Rect, visit: (key: number) => void) => {
    const right = cellOf(rect.x + rect.width)
    const bottom = cellOf(rect.y + rect.height)
    for (let column = cellOf(rect.x); column <= right; column++)
      for (let row = cellOf(rect.y); row <= bottom; row++) visit((column + halfCells) * 2 * halfCells + row + halfCells)
  }

  const remove = (id: string) => {
    const entry = entries.get(id)
    if (!entry) return
    entries.delete(id)
    touch(entry.rect, (key) => {
      const cell = cells.get(key)
      cell?.delete(entry)
      if (cell?.size === 0) cells.delete(key)
    })
  }

  const query = (area: Rect): string[] => {
    queries += 1
    const found: string[] = []
    const collect = (cell: Iterable<Entry> | undefined) => {
      for (const entry of cell ?? []) {
        if (entry.seen === queries) continue
        entry.seen = queries
        if (overlaps(entry.rect, area)) found.push(entry.id)
      }
    }
    // In an area with more cells than there are cards, each card is tested.
    if ((area.width / cellSide) * (area.height / cellSide) > entries.size) collect(entries.values())
    else touch(area, (key) => collect(cells.get(key)))
    return found
  }

  return {
    get size() {
      return entries.size
    },
    get: (id: string) => entries.get(id)?.rect,

    /** Inserts a rectangle, or moves it. */
    set(id: string, rect: Rect) {
      remove(id)
      const entry = { id, rect, seen: 0 }
      entries.set(id, entry)
      touch(rect, (key) => {
        const cell = cells.get(key)
        if (cell) cell.add(entry)
        else cells.set(key, new Set([entry]))
      })
    },

    remove,

    /** The ids of all that overlap this one, in no order. */
    query,

    /** The ids of all under a point, in no order. */
    at: (point: Point) => query({ ...point, width: Number.EPSILON, height: Number.EPSILON }),
  }
}
