import { Sparkles } from 'lucide-react'
import type { BoardCommand } from '#web/features/board/board-session.ts'

/** Opens the assistant beside the canvas, and closes it again. */
export const assistantCommand: BoardCommand = {
  id: 'assistant',
  group: 'view',
  icon: Sparkles,
  label: () => 'Assistant',
  keys: ['Mod+.'],
  canRun: () => true,
  run({ session: { overlays } }) {
    if (overlays.find('assistant')) overlays.close('assistant')
    else overlays.open({ kind: 'assistant' })
  },
}
