import { useQuery } from '@tanstack/react-query'
import { CanvasViewport } from '#web/canvas/canvas-viewport.tsx'
import { modelsQuery } from '#web/data/queries.ts'
import { BoardProvider } from './board-context.ts'
import { BoardGround } from './board-ground.tsx'
import { BoardPanels } from './board-panels.tsx'
import type { BoardView } from './board-view.ts'
import { BranchDialog } from './branching/branch-dialog.tsx'
import { ComposePanel } from './branching/compose-panel.tsx'
import { CanvasMenu } from './commands/canvas-menu.tsx'
import { useBoardCommands } from './commands/use-board-commands.ts'
import { DeleteDialog } from './delete-dialog.tsx'
import { Lightbox } from './lightbox/lightbox.tsx'
import { BoardLineage } from './lineage/board-lineage.tsx'
import { Minimap } from './minimap/minimap.tsx'
import { NearCards } from './near-cards.tsx'
import { selectNone } from './selection.ts'
import { SeriesBar } from './series/series-bar.tsx'
import { boardTexts } from './texts.ts'
import { CardTree } from './tree/card-tree.tsx'
import { useCardsInHand } from './use-cards-in-hand.ts'
import { ZoomBar } from './zoom-bar.tsx'
import './branching/branching.css'
import './commands/commands.css'
import './card.css'
import '#web/ui/lightbox-details.css'
import '#web/ui/lightbox.css'
import './picture-actions/picture-actions.css'
import './tile.css'

/** The canvas with its cards. Those in a near view are rendered, the rest is painted. */
export function BoardCanvas({ view }: { view: BoardView }) {
  const { controller, engine } = view
  useBoardCommands(view)
  useCardsInHand(view)
  // Read with the board, and shown by none of it: whatever makes pictures here needs the models from its first moment.
  useQuery({ ...modelsQuery, notifyOnChangeProps: [] })

  return (
    <BoardProvider value={view}>
      <CardTree />
      <CanvasMenu view={view}>
        <BoardGround view={view}>
          <CanvasViewport
            controller={controller}
            engine={engine}
            label={boardTexts.canvas}
            onGroundPress={() => selectNone(view)}
          >
            <NearCards engine={engine} />
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
      <BoardLineage view={view} />
      <SeriesBar view={view} />
    </BoardProvider>
  )
}
