import { ImageUp } from 'lucide-react'
import { useEffect } from 'react'
import type { BoardSession } from '#web/features/board/board-session.ts'
import type { BoardCommand } from '#web/features/board/commands/board-command.ts'
import { rebuildTexts } from '#web/features/compose/texts.ts'
import { chooseFile } from '#web/ui/files.ts'

const carriesFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false
const isOnCanvas = (event: DragEvent) => event.target instanceof Element && event.target.closest('.canvas') !== null

/** Reads the record of a picture that is dropped on the canvas. Panels above the canvas handle their own drops. */
export function useDroppedPicture(session: BoardSession): void {
  useEffect(() => {
    const over = (event: DragEvent) => {
      if (carriesFiles(event) && isOnCanvas(event)) event.preventDefault()
    }
    const drop = (event: DragEvent) => {
      const file = [...(event.dataTransfer?.files ?? [])].find(({ type }) => type.startsWith('image/'))
      if (event.defaultPrevented || !file || !isOnCanvas(event)) return
      event.preventDefault()
      session.overlays.open({ kind: 'rebuild', file })
    }
    addEventListener('dragover', over)
    addEventListener('drop', drop)
    return () => {
      removeEventListener('dragover', over)
      removeEventListener('drop', drop)
    }
  }, [session])
}

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
