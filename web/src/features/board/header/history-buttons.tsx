import { liveSession } from '#web/data/live/current-session.ts'
import { useStore } from '#web/data/store.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { keysText } from '#web/ui/keys.ts'
import type { BoardView } from '../board-view.ts'
import { boardCommands } from '../commands/board-commands.ts'
import { contextOf } from '../commands/command.ts'

/** Undo and redo; the tooltip says what. */
export function HistoryButtons({ view }: { view: BoardView }) {
  useStore(liveSession().historyOf(view.board.projectId))
  const context = contextOf(view)
  return boardCommands
    .filter(({ id }) => id === 'undo' || id === 'redo')
    .map((command) => (
      <IconButton
        key={command.id}
        label={command.label(context)}
        keys={keysText(command.keys[0] ?? '')}
        className="max-sm:hidden"
        aria-disabled={!command.canRun(context) || undefined}
        onClick={() => command.canRun(context) && command.run(context)}
      >
        <command.icon />
      </IconButton>
    ))
}
