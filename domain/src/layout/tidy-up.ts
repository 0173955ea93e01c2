import type { Point, Rect } from '../geometry/rect.ts'
import { cardHeightExpanded, cardWidth, horizontalSpacing } from './card.ts'
import { stepsByDistance } from './steps-by-distance.ts'
import { tidyTree } from './tidy-tree.ts'

/** From the top of a row of cards to the top of the next, as the design draws it. */
const rowSpacing = 500
/** Between trees, one below the other: twice the gap between two rows. */
const treeGap = 2 * (rowSpacing - cardHeightExpanded)
/** Widths of a line that are tried for one canvas. */
const maxTriedWidths = 60

type Place = Point & { readonly id: string }
/** A laid out tree, relative to the top left corner of its bounds. */
type Block = { readonly places: readonly Place[]; readonly width: number; readonly height: number }

function blockOf(root: string, childrenOf: (id: string) => readonly string[]): Block {
  const tree = tidyTree(root, childrenOf)
  let leftmost = 0
  let rightmost = 0
  let lowest = 0
  for (const { column, row } of tree.values()) {
    leftmost = Math.min(leftmost, column)
    rightmost = Math.max(rightmost, column)
    lowest = Math.max(lowest, row)
  }
  return {
    places: Array.from(tree, ([id, { column, row }]) => ({
      id,
      x: (column - leftmost) * horizontalSpacing,
      y: row * rowSpacing,
    })),
    width: (rightmost - leftmost) * horizontalSpacing + cardWidth,
    height: lowest * rowSpacing + cardHeightExpanded,
  }
}

const movedTo = ({ x, y }: Point, places: readonly Place[]): Place[] =>
  places.map((place) => ({ id: place.id, x: place.x + x, y: place.y + y }))

/** Packs blocks in lines like words. Returns where each stands, and the size of the whole. */
function packBlocks(blocks: readonly Block[], lineWidth: number) {
  const gap = horizontalSpacing - cardWidth
  const corners: Point[] = []
  let x = 0
  let y = 0
  let lineHeight = 0
  let width = 0
  for (const block of blocks) {
    if (x > 0 && x + block.width > lineWidth) {
      x = 0
      y += lineHeight + treeGap
      lineHeight = 0
    }
    corners.push({ x, y })
    width = Math.max(width, x + block.width)
    x += block.width + gap
    lineHeight = Math.max(lineHeight, block.height)
  }
  return { corners, width, height: y + lineHeight }
}

type Canvas = {
  /** The trees, in reading order. */
  readonly roots: readonly string[]
  childrenOf(id: string): readonly string[]
  /** The top left corner of the whole. */
  readonly corner: Point
  /** The width of the window by its height: the trees are packed so that they are as large in it as they can be. */
  readonly windowRatio: number
}

/** Lays out all trees of a canvas without overlap, side by side in lines like words. */
export function tidyCanvas({ roots, childrenOf, corner, windowRatio }: Canvas): Place[] {
  const blocks = roots.map((root) => blockOf(root, childrenOf))
  const widest = Math.max(0, ...blocks.map(({ width }) => width))
  const total = packBlocks(blocks, Number.POSITIVE_INFINITY).width
  const tried = Math.min(blocks.length, maxTriedWidths)
  /** A length to which the zoom that fits the whole is inverse. */
  const extent = ({ width, height }: { width: number; height: number }) => Math.max(width / windowRatio, height)
  let best = packBlocks(blocks, total)
  for (let step = tried - 1; step >= 0; step--) {
    const packed = packBlocks(blocks, widest + ((total - widest) * step) / Math.max(1, tried))
    if (extent(packed) < extent(best)) best = packed
  }
  return blocks.flatMap(({ places }, index) => {
    const { x, y } = best.corners[index] ?? { x: 0, y: 0 }
    return movedTo({ x: corner.x + x, y: corner.y + y }, places)
  })
}

/**
 * Lays one branch out as a tree under its first card, which stays where it is if the tree has room there; else the
 * whole tree moves to the nearest place where it overlaps nothing.
 * @param isTaken Whether a card outside of the branch is in the rectangle.
 */
export function tidyBranch(
  root: Place,
  childrenOf: (id: string) => readonly string[],
  isTaken: (rect: Rect) => boolean,
): Place[] {
  const { places } = blockOf(root.id, childrenOf)
  const own = places.find(({ id }) => id === root.id)
  const still = { x: root.x - (own?.x ?? 0), y: root.y - (own?.y ?? 0) }
  for (const step of stepsByDistance()) {
    const moved = movedTo({ x: still.x + step.x, y: still.y + step.y }, places)
    if (!moved.some(({ x, y }) => isTaken({ x, y, width: cardWidth, height: cardHeightExpanded }))) return moved
  }
  throw new Error('The canvas is endless: a free place always exists.')
}
