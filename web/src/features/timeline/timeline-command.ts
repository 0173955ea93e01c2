import { History } from 'lucide-react'
import type { BoardCommand } from '#web/features/board/board-session.ts'
import { timelineTexts } from './texts.ts'

/** Opens the timeline: the canvas at earlier times. */
export const timelineCommand: BoardCommand = {
  id: 'time',
  group: 'view',
  icon: History,
  label: () => timelineTexts.command,
  keys: ['T'],
  canRun: () => true,
  run: ({ session }) => session.overlays.open({ kind: 'timeline' }),
}
