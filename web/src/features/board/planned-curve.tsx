import { type Connector, connectorPath } from '#domain/layout/connector.ts'

/** Kept free around the curve, in canvas pixels: its stroke is two screen pixels wide at every zoom. */
const strokeRoom = 20

/** A dashed line to a card that is still to come. */
export function PlannedCurve({ curve, state }: { curve: Connector; state?: 'active' }) {
  const points = [curve.from, curve.control1, curve.control2, curve.to]
  const left = Math.min(...points.map(({ x }) => x)) - strokeRoom
  const top = Math.min(...points.map(({ y }) => y)) - strokeRoom
  const size = {
    width: Math.max(...points.map(({ x }) => x)) + strokeRoom - left,
    height: Math.max(...points.map(({ y }) => y)) + strokeRoom - top,
  }
  return (
    <svg
      className="connectors planned-branch"
      aria-hidden="true"
      viewBox={`${left} ${top} ${size.width} ${size.height}`}
      style={{ left, top, ...size }}
    >
      <path d={connectorPath(curve)} data-state={state} />
    </svg>
  )
}
