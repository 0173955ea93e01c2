import { LayoutGrid } from 'lucide-react'
import type { BoardCommand } from '#web/features/board/board-session.ts'
import { assetDrawerTexts } from './texts.ts'

/** Opens the images of the user beside the canvas, and closes them again. */
export const assetDrawerCommand: BoardCommand = {
  id: 'assets',
  group: 'create',
  icon: LayoutGrid,
  label: () => assetDrawerTexts.command,
  keys: ['Shift+I'],
  canRun: () => true,
  run({ session: { overlays } }) {
    if (overlays.find('assets')) overlays.close('assets')
    else overlays.open({ kind: 'assets' })
  },
}
