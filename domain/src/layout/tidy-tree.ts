/** A node's place in its tidied tree: columns may be halves, rows count from the root's. */
export type TreePlace = { readonly column: number; readonly row: number }

/**
 * The leftmost and the rightmost column of a subtree in each of its rows, the deepest row first, each less `shift`: so
 * a parent is added, and the whole moved, without touching what is below.
 */
type Outline = { readonly left: number[]; readonly right: number[]; shift: number }

const depthOf = ({ left }: Outline) => left.length
const leftAt = ({ left, shift }: Outline, row: number) => (left[left.length - 1 - row] ?? 0) + shift
const rightAt = ({ right, shift }: Outline, row: number) => (right[right.length - 1 - row] ?? 0) + shift

/** Children before parents, so that each subtree is laid out before its parent. Iterative: chains are long. */
function childrenFirst<Id>(root: Id, childrenOf: (id: Id) => readonly Id[]): Id[] {
  const found: Id[] = [root]
  for (const id of found) found.push(...childrenOf(id))
  return found.reverse()
}

/** The distance by which the next subtree has to move to the right to be a column beside the previous ones. */
function clearance(standing: Outline, next: Outline): number {
  let distance = Number.NEGATIVE_INFINITY
  for (let row = 0; row < Math.min(depthOf(standing), depthOf(next)); row++)
    distance = Math.max(distance, rightAt(standing, row) + 1 - leftAt(next, row))
  return distance
}

/** Joins both contours, the next one already moved to its place. Reuses the lists of the deeper one. */
function joined(standing: Outline, next: Outline): Outline {
  const [deep, shallow] = depthOf(next) > depthOf(standing) ? [next, standing] : [standing, next]
  for (let row = 0; row < depthOf(shallow); row++) {
    const place = depthOf(deep) - 1 - row
    if (shallow === standing) deep.left[place] = leftAt(standing, row) - deep.shift
    else deep.right[place] = rightAt(next, row) - deep.shift
  }
  return deep
}

/**
 * Lays a tree out top-down: parents are centered above their children, subtrees as close together as possible without
 * sharing a column in any row. The root is at column 0, row 0.
 * @param childrenOf A node's children, from left to right.
 */
export function tidyTree<Id>(root: Id, childrenOf: (id: Id) => readonly Id[]): Map<Id, TreePlace> {
  const outlines = new Map<Id, Outline>()
  /** Columns from the parent. */
  const offsets = new Map<Id, number>()
  const order = childrenFirst(root, childrenOf)

  for (const id of order) {
    let below: Outline = { left: [], right: [], shift: 0 }
    const columns: number[] = []
    for (const child of childrenOf(id)) {
      const next = outlines.get(child)
      if (!next) continue
      const distance = columns.length === 0 ? 0 : clearance(below, next)
      columns.push(distance)
      next.shift += distance
      below = joined(below, next)
      outlines.delete(child)
    }
    const middle = ((columns[0] ?? 0) + (columns.at(-1) ?? 0)) / 2
    for (const [place, child] of childrenOf(id).entries()) offsets.set(child, (columns[place] ?? 0) - middle)
    below.shift -= middle
    below.left.push(-below.shift)
    below.right.push(-below.shift)
    outlines.set(id, below)
  }

  const places = new Map<Id, TreePlace>([[root, { column: 0, row: 0 }]])
  for (const id of order.reverse()) {
    const place = places.get(id)
    if (!place) continue
    for (const child of childrenOf(id))
      places.set(child, { column: place.column + (offsets.get(child) ?? 0), row: place.row + 1 })
  }
  return places
}
