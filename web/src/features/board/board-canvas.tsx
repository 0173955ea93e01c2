import { useSyncExternalStore } from 'react'
import { CanvasViewport } from '#web/canvas/canvas-viewport.tsx'
import { BoardProvider } from './board-context.ts'
import type { BoardView } from './board-view.ts'
import { Card } from './card.tsx'
import { Connectors } from './connectors.tsx'
import { DeleteDialog } from './delete-dialog.tsx'
import { selectNone } from './selection.ts'
import { boardTexts } from './texts.ts'
import { useBoardKeys } from './use-board-keys.ts'
import { useCardsInHand } from './use-cards-in-hand.ts'
import { ZoomBar } from './zoom-bar.tsx'
import './card.css'
import './tile.css'

/** The canvas with its cards. Those in a near view are rendered, the rest is painted. */
export function BoardCanvas({ view }: { view: BoardView }) {
  const { board, controller, engine } = view
  const cards = useSyncExternalStore(engine.cards.subscribe, engine.cards.get)
  const shown = useSyncExternalStore(engine.connectors.subscribe, engine.connectors.get)
  useBoardKeys(view)
  useCardsInHand(view)

  return (
    <BoardProvider value={view}>
      <CanvasViewport
        controller={controller}
        engine={engine}
        label={boardTexts.canvas}
        onGroundPress={() => selectNone(view)}
      >
        <Connectors {...shown} layer="below" />
        {cards.map((card) => (
          <Card key={card.id} id={card.id} x={card.x} y={card.y} isCollapsed={card.isCollapsed} order={card.order} />
        ))}
        <Connectors {...shown} layer="above" />
      </CanvasViewport>
      <ZoomBar controller={controller} board={board} />
      <DeleteDialog />
    </BoardProvider>
  )
}
