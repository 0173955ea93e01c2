import { memo, useSyncExternalStore } from 'react'
import type { CanvasEngine } from '#web/canvas/canvas-engine.ts'
import { PlannedCards } from './branching/planned-cards.tsx'
import { Card } from './card.tsx'
import { Connectors } from './connectors.tsx'

/** The cards and branches that are elements of the page. Apart from all else, since they change many times a second in a pan. */
export const NearCards = memo(function NearCards({ engine }: { engine: CanvasEngine }) {
  const cards = useSyncExternalStore(engine.cards.subscribe, engine.cards.get)
  const shown = useSyncExternalStore(engine.connectors.subscribe, engine.connectors.get)
  return (
    <>
      <Connectors {...shown} layer="below" />
      <PlannedCards />
      {cards.map(({ id, x, y, isCollapsed, order }) => (
        <Card key={id} id={id} x={x} y={y} isCollapsed={isCollapsed} order={order} />
      ))}
      <Connectors {...shown} layer="above" />
    </>
  )
})
