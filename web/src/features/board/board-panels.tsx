import { useStore } from '#web/data/use-store.ts'
import type { BoardView } from './board-view.ts'
import { Palette } from './commands/palette.tsx'
import { ShortcutSheet } from './commands/shortcut-sheet.tsx'
import { FindPanel } from './find/find-panel.tsx'
import { TrashPanel } from './trash/trash-panel.tsx'

/** What is open beside or above the canvas; one at a time. */
export function BoardPanels({ view }: { view: BoardView }) {
  const panel = useStore(view.panel)
  switch (panel) {
    case 'find':
      return <FindPanel view={view} />
    case 'palette':
      return <Palette view={view} />
    case 'shortcuts':
      return <ShortcutSheet view={view} />
    case 'trash':
      return <TrashPanel view={view} />
    case null:
      return null
  }
}
