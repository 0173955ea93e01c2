import { useMemo } from 'react'
import { cardRect } from '#domain/layout/card.ts'
import { CanvasViewport } from '#web/canvas/canvas-viewport.tsx'
import { covered } from '#web/canvas/culling.ts'
import { useCoverage } from '#web/canvas/use-coverage.ts'
import { useArrangedCards } from '#web/data/board/use-board.ts'
import { BoardProvider } from './board-context.ts'
import { BoardGround } from './board-ground.tsx'
import { BoardPanels } from './board-panels.tsx'
import type { BoardView } from './board-view.ts'
import { BranchDialog } from './branching/branch-dialog.tsx'
import { ComposePanel } from './branching/compose-panel.tsx'
import { PlannedCards } from './branching/planned-cards.tsx'
import { Card } from './card.tsx'
import { CanvasMenu } from './commands/canvas-menu.tsx'
import { useCommandKeys } from './commands/use-command-keys.ts'
import { Connectors } from './connectors.tsx'
import { DeleteDialog } from './delete-dialog.tsx'
import { Lightbox } from './lightbox/lightbox.tsx'
import { Minimap } from './minimap/minimap.tsx'
import { selectNone } from './selection.ts'
import { boardTexts } from './texts.ts'
import { CardTree } from './tree/card-tree.tsx'
import { visibleConnectors } from './visible-connectors.ts'
import { ZoomBar } from './zoom-bar.tsx'
import './branching/branching.css'
import './card.css'
import './lightbox/lightbox-details.css'
import './lightbox/lightbox.css'
import './picture-actions/picture-actions.css'
import './tile.css'

/** The canvas with its cards. Only those in and around the view are rendered. */
export function BoardCanvas({ view }: { view: BoardView }) {
  const { board, controller } = view
  const cards = useArrangedCards(board)
  const area = useCoverage(controller)
  useCommandKeys(view)

  const items = useMemo(() => cards.map((card) => ({ card, rect: cardRect(card) })), [cards])
  const visible = useMemo(() => covered(items, area), [items, area])
  const connectors = useMemo(() => visibleConnectors(cards, area), [cards, area])

  return (
    <BoardProvider value={view}>
      <CardTree />
      <CanvasMenu view={view}>
        <BoardGround view={view}>
          <CanvasViewport controller={controller} label={boardTexts.canvas} onGroundPress={() => selectNone(view)}>
            <Connectors connectors={connectors} layer="below" />
            <PlannedCards />
            {visible.map(({ card }) => (
              <Card key={card.id} id={card.id} x={card.x} y={card.y} isCollapsed={card.isCollapsed} />
            ))}
            <Connectors connectors={connectors} layer="above" />
          </CanvasViewport>
        </BoardGround>
      </CanvasMenu>
      <Minimap view={view} />
      <ZoomBar view={view} />
      <DeleteDialog />
      <BranchDialog />
      <ComposePanel />
      <Lightbox />
      <BoardPanels view={view} />
    </BoardProvider>
  )
}
