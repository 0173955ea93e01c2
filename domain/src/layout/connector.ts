import { overlaps, type Point, type Rect } from '../geometry/rect.ts'

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

/** The largest picture on a line: the gap between two rows is 160. */
const maxOnLine = { width: 132, height: 88 }
/** Between such a picture and the cards. */
const leastBeside = 12

/**
 * Where a picture lies on the line between two cards: on its middle, in its own ratio. Null where it would lie under one of them.
 * @param picture Its size; only the ratio counts.
 */
export function placeOnConnector(
  parent: Rect,
  child: Rect,
  picture: { readonly width: number; readonly height: number },
): Rect | null {
  const { from, to } = connector(parent, child)
  const scale = Math.min(maxOnLine.width / picture.width, maxOnLine.height / picture.height)
  const [width, height] = [picture.width * scale, picture.height * scale]
  // The curve is the same from both ends: its middle is that of its ends.
  const place = { x: (from.x + to.x - width) / 2, y: (from.y + to.y - height) / 2, width, height }
  const around = {
    x: place.x - leastBeside,
    y: place.y - leastBeside,
    width: width + 2 * leastBeside,
    height: height + 2 * leastBeside,
  }
  return overlaps(around, parent) || overlaps(around, child) ? null : place
}
