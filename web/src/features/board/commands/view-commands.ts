import {
  Command,
  Expand,
  FileDown,
  Focus,
  Hand,
  Keyboard,
  Map as MapIcon,
  Maximize,
  Minus,
  MousePointer2,
  Plus,
  Search,
  Trash,
} from 'lucide-react'
import { countSelected } from '#domain/board/selection.ts'
import { slugOf } from '#domain/text/file-names.ts'
import { commandPanel } from '#web/data/commands.ts'
import { errorMessage } from '#web/data/http/api-error.ts'
import { shownTitle } from '#web/data/projects.ts'
import { checkProjectExport, projectExportAddress } from '#web/data/transfer/import-project.ts'
import { commandTexts } from '#web/features/board/texts.ts'
import { fitAll, fitSelection, zoomBy, zoomTo } from '#web/features/board/view-moves.ts'
import { saveFrom } from '#web/ui/files.ts'
import { showToast } from '#web/ui/toast.ts'
import type { BoardCommand } from '../board-session.ts'

const always = () => true
/** A key press zooms by a notch, as the wheel does. */
const notch = 1.25

/** The commands that change the view, and those that open a panel. */
export const viewCommands: readonly BoardCommand[] = [
  {
    id: 'select-tool',
    group: 'view',
    icon: MousePointer2,
    label: () => commandTexts.select,
    keys: ['V'],
    canRun: always,
    run: ({ session }) => session.items.tool.set('select'),
  },
  {
    id: 'hand-tool',
    group: 'view',
    icon: Hand,
    label: () => commandTexts.hand,
    keys: ['H'],
    canRun: always,
    run: ({ session }) => session.items.tool.set('hand'),
  },
  {
    id: 'zoom-in',
    group: 'view',
    icon: Plus,
    label: () => commandTexts.zoomIn,
    keys: ['+', '='],
    repeats: true,
    canRun: always,
    run: ({ session }) => zoomBy(session.controller, notch),
  },
  {
    id: 'zoom-out',
    group: 'view',
    icon: Minus,
    label: () => commandTexts.zoomOut,
    keys: ['-'],
    repeats: true,
    canRun: always,
    run: ({ session }) => zoomBy(session.controller, 1 / notch),
  },
  {
    id: 'full-size',
    group: 'view',
    icon: Focus,
    label: () => commandTexts.fullSize,
    keys: ['Mod+0'],
    canRun: always,
    run: ({ session }) => zoomTo(session.controller, 1),
  },
  {
    id: 'fit',
    group: 'view',
    icon: Maximize,
    label: () => commandTexts.fit,
    keys: ['Shift+1'],
    canRun: always,
    run: ({ session }) => fitAll(session),
  },
  {
    id: 'fit-selection',
    group: 'view',
    icon: Expand,
    label: () => commandTexts.fitSelection,
    keys: ['Shift+2'],
    canRun: ({ session }) => countSelected(session.selection.get()) > 0,
    run: ({ session }) => fitSelection(session),
  },
  {
    id: 'find',
    group: 'view',
    icon: Search,
    label: () => commandTexts.find,
    keys: ['Mod+F'],
    canRun: always,
    run: ({ session }) => session.overlays.open({ kind: 'find' }),
  },
  {
    id: 'minimap',
    group: 'view',
    icon: MapIcon,
    label: ({ session }) => commandTexts.minimap(session.minimap.get()),
    keys: ['M'],
    canRun: always,
    run: ({ session }) => session.minimap.set(session.minimap.get() === 'open' ? 'folded' : 'open'),
  },
  {
    id: 'trash',
    group: 'view',
    icon: Trash,
    label: () => commandTexts.trash,
    keys: [],
    canRun: always,
    run: ({ session }) => session.overlays.open({ kind: 'trash' }),
  },
  {
    id: 'palette',
    group: 'help',
    icon: Command,
    label: () => commandTexts.palette,
    keys: ['Mod+K'],
    canRun: always,
    run: () => commandPanel.set('palette'),
  },
  {
    id: 'shortcuts',
    group: 'help',
    icon: Keyboard,
    label: () => commandTexts.shortcuts,
    keys: ['?'],
    canRun: always,
    run: () => commandPanel.set('shortcuts'),
  },
]

/** Saves the whole project as a file. */
export const exportCommand: BoardCommand = {
  id: 'export-project',
  group: 'view',
  icon: FileDown,
  label: () => commandTexts.exportProject,
  keys: [],
  canRun: () => true,
  run: ({ session: { board } }) => void exportProject(board.projectId),
}

async function exportProject(projectId: string): Promise<void> {
  try {
    await checkProjectExport(projectId)
  } catch (error) {
    const description = errorMessage(error, commandTexts.exportFailedText)
    return showToast({ kind: 'error', title: commandTexts.exportFailed, description })
  }
  saveFrom(projectExportAddress(projectId), `${slugOf(shownTitle(projectId) ?? commandTexts.project)}.espalier.zip`)
}
