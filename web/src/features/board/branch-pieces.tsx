import { useId } from 'react'
import { boundsOf } from '#domain/geometry/rect.ts'
import { cardRect } from '#domain/layout/card.ts'
import { type Connector, connectorPath } from '#domain/layout/connector.ts'
import { type ConnectorPiece, connectorPieces } from '#domain/layout/connector-pieces.ts'
import { useZoomAtRest } from '#web/canvas/camera-controller.ts'
import { farZoom } from '#web/canvas/canvas-viewport.tsx'
import { useBoardSession, useSelect } from './board-session.ts'

/** A line fades over this many screen pixels before a card. */
const fadePixels = 28

/**
 * The pieces of a line as the cards of the board cover it, for each render. While cards are dragged it is one piece: the cards cover it
 * where they are.
 * @param ends Whether its visible pieces fade before cards, or end at them
 */
export function useConnectorPieces(curve: Connector, ends: 'fading' | 'whole'): readonly ConnectorPiece[] {
  const { board, controller, dragged } = useBoardSession()
  const isDragging = useSelect(dragged, (cards) => cards !== null)
  const fadeLength = useZoomAtRest(controller, (zoom) => (ends === 'whole' || zoom < farZoom ? 0 : fadePixels / zoom))
  if (isDragging) return [{ kind: 'line', curve }]
  // The curve stays inside the hull of its four points. A pixel more, so that a straight one has an area.
  const corners = [curve.from, curve.control1, curve.control2, curve.to]
  const hull = boundsOf(corners.map((point) => ({ ...point, width: 1, height: 1 })))
  const cards = hull ? board.index.query(hull).flatMap((id) => board.cards.get(id) ?? []) : []
  return connectorPieces(curve, { cards: cards.map(cardRect), fadeLength })
}

const fadeId = (state: 'hovered' | 'active' | undefined) => `branch-fade-${state ?? 'resting'}`

/** The fades of all lines, one for each color: a board has hundreds of ends. */
export const BranchFades = () => (
  <defs>
    {([undefined, 'hovered', 'active'] as const).map((state) => (
      <linearGradient key={fadeId(state)} id={fadeId(state)} className="branch-fade" data-state={state}>
        <stop offset="0" />
        <stop offset="0.5" stopOpacity="0.62" />
        <stop offset="1" stopOpacity="0" />
      </linearGradient>
    ))}
  </defs>
)

type PiecesProps = { pieces: readonly ConnectorPiece[] }

/** The visible pieces of a line, for a drawing below the cards. */
export function BranchPieces({ pieces, state }: PiecesProps & { state: 'hovered' | 'active' | undefined }) {
  const id = useId()
  return (
    <g className="branch-pieces" data-state={state}>
      {pieces.map(({ kind, curve }, index) => {
        const d = connectorPath(curve)
        const key = `${index} ${kind}`
        if (kind === 'hidden') return null
        if (kind === 'line') return <path key={key} d={d} />
        const { from, to } = curve
        return (
          <g key={key}>
            <linearGradient
              id={`${id}-${index}`}
              gradientUnits="userSpaceOnUse"
              x1={from.x}
              y1={from.y}
              x2={to.x}
              y2={to.y}
              href={`#${fadeId(state)}`}
            />
            <path d={d} style={{ stroke: `url(#${id}-${index})` }} />
          </g>
        )
      })}
    </g>
  )
}

/** The pieces of a line that lie below cards, dashed as a draftsman draws them, for a drawing above the cards. */
export const HiddenPieces = ({ pieces }: PiecesProps) => (
  <g className="branch-hidden">
    {pieces
      .filter(({ kind }) => kind === 'hidden')
      .map(({ curve }, index) => {
        const d = connectorPath(curve)
        const key = `${index} ${d}`
        return (
          <g key={key}>
            <path className="branch-hidden-rim" d={d} />
            <path d={d} />
          </g>
        )
      })}
  </g>
)
