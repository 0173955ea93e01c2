import type { Point, Rect } from '../geometry/rect.ts'
import { avoidOverlap } from './avoid-overlap.ts'
import { cardRect, horizontalSpacing, siblingOffset } from './card.ts'

/** The preferred place of a new branch, regardless of overlaps. */
export function wantedBranchPlace(parent: Point, children: readonly Point[]): Point {
  const x = parent.x + horizontalSpacing
  if (children.length === 0) return { x, y: parent.y }
  return { x, y: Math.min(...children.map((child) => child.y)) - siblingOffset }
}

/**
 * The place of a new branch: 900 to the right of its parent; where the parent has children already, 450 above the
 * topmost of them; moved to the nearest free place where something is in the way.
 */
export function placeBranch(parent: Point, children: readonly Point[], taken: readonly Rect[]): Point {
  const wanted = { ...wantedBranchPlace(parent, children), isCollapsed: false }
  return avoidOverlap(cardRect(wanted), taken)
}
