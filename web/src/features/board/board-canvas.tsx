import { useMemo } from 'react'
import { cardRect } from '#domain/layout/card.ts'
import { CanvasViewport } from '#web/canvas/canvas-viewport.tsx'
import { covered } from '#web/canvas/culling.ts'
import { useCoverage } from '#web/canvas/use-coverage.ts'
import { useArrangedCards } from '#web/data/board/use-board.ts'
import { BoardProvider } from './board-context.ts'
import type { BoardView } from './board-view.ts'
import { Card } from './card.tsx'
import { Connectors } from './connectors.tsx'
import { DeleteDialog } from './delete-dialog.tsx'
import { selectNone } from './selection.ts'
import { boardTexts } from './texts.ts'
import { useBoardKeys } from './use-board-keys.ts'
import { visibleConnectors } from './visible-connectors.ts'
import { ZoomBar } from './zoom-bar.tsx'
import './card.css'
import './tile.css'

/** The canvas with its cards. Only those in and around the view are rendered. */
export function BoardCanvas({ view }: { view: BoardView }) {
  const { board, controller } = view
  const cards = useArrangedCards(board)
  const area = useCoverage(controller)
  useBoardKeys(view)

  const items = useMemo(() => cards.map((card) => ({ card, rect: cardRect(card) })), [cards])
  const visible = useMemo(() => covered(items, area), [items, area])
  const connectors = useMemo(() => visibleConnectors(cards, area), [cards, area])

  return (
    <BoardProvider value={view}>
      <CanvasViewport controller={controller} label={boardTexts.canvas} onGroundPress={() => selectNone(view)}>
        <Connectors connectors={connectors} layer="below" />
        {visible.map(({ card }) => (
          <Card key={card.id} id={card.id} x={card.x} y={card.y} isCollapsed={card.isCollapsed} />
        ))}
        <Connectors connectors={connectors} layer="above" />
      </CanvasViewport>
      <ZoomBar controller={controller} board={board} />
      <DeleteDialog />
    </BoardProvider>
  )
}
