import { Presentation } from 'lucide-react'
import type { BoardCommand } from '#web/features/board/board-session.ts'
import { presentTexts } from './texts.ts'

/** Shows the frames or cards one after the other over the whole screen: the selected ones, else those of the board. */
export const presentCommand: BoardCommand = {
  id: 'present',
  group: 'view',
  icon: Presentation,
  label: ({ session }) => (session.selection.get().cards.size > 1 ? presentTexts.selection : presentTexts.command),
  keys: ['Shift+P'],
  canRun: ({ session }) => session.board.size.get() + session.board.items.get().frames.size > 0,
  run: ({ session }) => session.overlays.open({ kind: 'present' }),
}
