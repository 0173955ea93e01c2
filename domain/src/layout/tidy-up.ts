import type { Point, Rect } from '../geometry/rect.ts'
import { cardHeightExpanded, cardWidth, horizontalSpacing } from './card.ts'
import { stepsByDistance } from './steps-by-distance.ts'
import { tidyTree } from './tidy-tree.ts'

/** From the top of a row of cards to the top of the next, as the design draws it. */
const rowSpacing = 500
/** Between trees, one below the other: twice the gap between two rows. */
const treeGap = 2 * (rowSpacing - cardHeightExpanded)
/** A tidied canvas is this much wider than high, like a screen. */
const wantedRatio = 1.6

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

/**
 * Lays out all trees of a canvas without overlap, side by side in lines like words.
 * @param roots In reading order.
 * @param corner The top left corner of the whole.
 */
export function tidyCanvas(
  roots: readonly string[],
  childrenOf: (id: string) => readonly string[],
  corner: Point,
): Place[] {
  const blocks = roots.map((root) => blockOf(root, childrenOf))
  const area = blocks.reduce((sum, { width, height }) => sum + width * (height + treeGap), 0)
  const lineWidth = Math.max(Math.sqrt(area * wantedRatio), ...blocks.map(({ width }) => width))
  const gap = horizontalSpacing - cardWidth
  const placed: Place[] = []
  let x = 0
  let y = 0
  let lineHeight = 0
  for (const block of blocks) {
    if (x > 0 && x + block.width > lineWidth) {
      x = 0
      y += lineHeight + treeGap
      lineHeight = 0
    }
    for (const place of movedTo({ x: corner.x + x, y: corner.y + y }, block.places)) placed.push(place)
    x += block.width + gap
    lineHeight = Math.max(lineHeight, block.height)
  }
  return placed
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
