import { FileDown, ImageUp, MessageSquare, Share2 } from 'lucide-react'
import { slugOf } from '#domain/text/file-names.ts'
import { shownTitle } from '#web/data/projects.ts'
import { projectExportAddress } from '#web/data/transfer/import-project.ts'
import { chooseFile } from '#web/ui/choose-file.ts'
import { saveFrom } from '#web/ui/save-file.ts'
import type { BoardCommand } from '../commands/command.ts'
import { rebuildTexts } from '../rebuild/texts.ts'
import { shareTexts } from './share-texts.ts'

/** Showing the canvas, or a branch of it, to others. */
export const shareCommands: readonly BoardCommand[] = [
  {
    id: 'share',
    group: 'view',
    icon: Share2,
    label: () => shareTexts.share,
    keys: [],
    canRun: () => true,
    run: ({ view }) => view.sharing.set({ generationId: null }),
  },
  {
    id: 'share-branch',
    group: 'card',
    icon: Share2,
    label: () => shareTexts.shareBranch,
    keys: [],
    canRun: ({ view }) => view.selection.get().size === 1,
    run({ view }) {
      const [generationId] = view.selection.get()
      if (generationId !== undefined) view.sharing.set({ generationId })
    },
  },
  {
    id: 'export-project',
    group: 'view',
    icon: FileDown,
    label: () => shareTexts.exportProject,
    keys: [],
    canRun: () => true,
    run: ({ view: { board } }) =>
      saveFrom(
        projectExportAddress(board.projectId),
        `${slugOf(shownTitle(board.projectId) ?? shareTexts.project)}.espalier.zip`,
      ),
  },
  {
    id: 'rebuild',
    group: 'create',
    icon: ImageUp,
    label: () => rebuildTexts.command,
    keys: [],
    canRun: () => true,
    run: ({ view }) => void chooseFile('image/png,image/jpeg,image/webp').then(view.rebuilding.set),
  },
  {
    id: 'review',
    group: 'view',
    icon: MessageSquare,
    label: () => shareTexts.review,
    keys: [],
    canRun: () => true,
    run: ({ view }) => view.panel.set('review'),
  },
]
