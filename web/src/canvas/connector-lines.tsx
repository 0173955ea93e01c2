import { useSyncExternalStore } from 'react'
import { connectorPath } from '#domain/layout/connector.ts'
import type { CanvasEngine } from './canvas-engine.ts'

type ConnectorLinesProps = { connectors: CanvasEngine['connectors']; className: string }

/** The lines near the view as one drawing, for boards on which no line can be used. */
export function ConnectorLines({ connectors, className }: ConnectorLinesProps) {
  const { area, connectors: lines } = useSyncExternalStore(connectors.subscribe, connectors.get)
  const { x, y, width, height } = area
  return (
    <svg
      className={className}
      aria-hidden="true"
      viewBox={`${x} ${y} ${width} ${height}`}
      style={{ left: x, top: y, width, height }}
    >
      {lines.map(({ child, curve }) => (
        <path key={child.id} d={connectorPath(curve)} />
      ))}
    </svg>
  )
}
