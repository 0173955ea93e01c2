import { memo } from 'react'
import { cardRect } from '#domain/layout/card.ts'
import { connector, connectorPath } from '#domain/layout/connector.ts'
import type { CardLayout } from '#web/data/board/card-layout.ts'
import { useBoardView, useCard, useSelect } from './board-context.ts'
import type { VisibleConnector } from './visible-connectors.ts'

type ConnectorsProps = {
  connectors: readonly VisibleConnector[]
  /** Below the cards, or above them for the branches of the card that is pointed at or selected. */
  layer: 'below' | 'above'
}

/** The branches, drawn in canvas units. */
export const Connectors = memo(function Connectors({ connectors, layer }: ConnectorsProps) {
  return (
    // Which card branches from which is told by the cards themselves.
    <svg className="connectors" data-layer={layer} aria-hidden="true">
      {connectors.map(({ parent, child }) => (
        <Branch key={child.id} parent={parent} child={child} layer={layer} />
      ))}
    </svg>
  )
})

const endsAt = (id: string | null, parent: CardLayout, child: CardLayout) => id === parent.id || id === child.id

function Branch({ parent, child, layer }: VisibleConnector & { layer: 'below' | 'above' }) {
  const { selected, hovered, dragged } = useBoardView()
  const moved = useSelect(dragged, (card) => (card && endsAt(card.id, parent, child) ? card : null))
  const isSelected = useSelect(selected, (id) => endsAt(id, parent, child))
  const isHovered = useSelect(hovered, (id) => endsAt(id, parent, child))
  const isRunning = useCard(child.id, ({ status }) => status === 'queued' || status === 'running')

  const isRaised = isSelected || isHovered
  if (layer === 'above' && !isRaised) return null
  const rectOf = (card: CardLayout) => cardRect(moved?.id === card.id ? { ...card, ...moved } : card)
  return (
    <path
      d={connectorPath(connector(rectOf(parent), rectOf(child)))}
      data-connector={layer === 'below' ? `${parent.id}:${child.id}` : undefined}
      data-state={isSelected || isRunning ? 'active' : isHovered ? 'hovered' : undefined}
    />
  )
}
