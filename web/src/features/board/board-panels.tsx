import { useStore } from '#web/data/use-store.ts'
import type { BoardView } from './board-view.ts'
import { FindPanel } from './find/find-panel.tsx'
import { TrashPanel } from './trash/trash-panel.tsx'

/** What is open beside or above the canvas; one at a time. */
export function BoardPanels({ view }: { view: BoardView }) {
  const panel = useStore(view.panel)
  switch (panel) {
    case 'find':
      return <FindPanel view={view} />
    case 'trash':
      return <TrashPanel view={view} />
    case null:
      return null
  }
}
