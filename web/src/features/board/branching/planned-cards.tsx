import { cardHeightExpanded, cardRect } from '#domain/layout/card.ts'
import { connector } from '#domain/layout/connector.ts'
import { useZoomAtRest } from '#web/canvas/use-zoom.ts'
import { useStore } from '#web/data/store.ts'
import { useBoardView, useCardPlace } from '../board-context.ts'
import { PlannedCurve } from '../planned-curve.tsx'
import { GhostCards } from '../series/ghost-cards.tsx'
import { AwaitedCard } from './awaited-card.tsx'
import type { Composing } from './composing.ts'
import { panelOnScreen } from './panel-place.ts'

/** What has a place on the canvas before the server knows of it: the way to a branch that is being written, and cards just asked for. */
export function PlannedCards() {
  const { awaited, composing, board } = useBoardView()
  const cards = useStore(awaited)
  const planned = useStore(composing)
  const isEmpty = useStore(board.size) === 0
  return (
    <>
      {planned && (
        <div className="planned-card" style={{ transform: `translate(${planned.place.x}px, ${planned.place.y}px)` }} />
      )}
      {planned && planned.kind !== 'new' && <PlannedBranch composing={planned} parentId={planned.source.parentId} />}
      <GhostCards />
      {/* On an empty board a placeholder in the middle stands for it. */}
      {!isEmpty && cards.map((card) => <AwaitedCard {...card} key={card.key} />)}
    </>
  )
}

/** A dashed line from the parent to where its branch will land. */
function PlannedBranch({ composing, parentId }: { composing: Composing; parentId: string }) {
  const { controller } = useBoardView()
  const parent = useCardPlace(parentId)
  // Below its narrowest the panel is wider than the card; the line leads to the middle of what stands there.
  const width = useZoomAtRest(
    controller,
    (zoom) => panelOnScreen(composing.place, controller.get(), controller.viewport()).width / zoom,
  )
  if (!parent) return null
  const curve = connector(cardRect(parent), { ...composing.place, width, height: cardHeightExpanded })
  return <PlannedCurve curve={curve} state="active" />
}
