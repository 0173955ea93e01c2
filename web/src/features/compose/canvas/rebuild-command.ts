import { ImageUp } from 'lucide-react'
import type { BoardCommand } from '#web/features/board/board-session.ts'
import { rebuildTexts } from '#web/features/compose/texts.ts'
import { chooseFile } from '#web/ui/files.ts'

/** Opens the file dialog for a picture with a record. */
export const rebuildCommand: BoardCommand = {
  id: 'rebuild',
  group: 'create',
  icon: ImageUp,
  label: () => rebuildTexts.command,
  keys: [],
  canRun: () => true,
  run: ({ session }) =>
    void chooseFile('image/png,image/jpeg,image/webp').then(
      (file) => file && session.overlays.open({ kind: 'rebuild', file }),
    ),
}
