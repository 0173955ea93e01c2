import type { Point, Rect } from '../geometry/rect.ts'

/** A cubic Bézier curve on the board. */
export type Connector = { readonly from: Point; readonly control1: Point; readonly control2: Point; readonly to: Point }

const longestControlOffset = 200

/**
 * From the parent's bottom center to the child's top center; the control offset is half the vertical gap, at most 200.
 */
export function connector(parent: Rect, child: Rect): Connector {
  const from = { x: parent.x + parent.width / 2, y: parent.y + parent.height }
  const to = { x: child.x + child.width / 2, y: child.y }
  const offset = Math.min(Math.abs(to.y - from.y) / 2, longestControlOffset)
  return { from, control1: { x: from.x, y: from.y + offset }, control2: { x: to.x, y: to.y - offset }, to }
}

/** The curve as the `d` of an SVG path. */
export function connectorPath({ from, control1, control2, to }: Connector): string {
  return `M ${from.x} ${from.y} C ${control1.x} ${control1.y} ${control2.x} ${control2.y} ${to.x} ${to.y}`
}
