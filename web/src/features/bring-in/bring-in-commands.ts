import { ImagePlus, Pencil } from 'lucide-react'
import { pictureTypes } from '#web/data/pictures/send-pictures.ts'
import type { BoardCommand } from '#web/features/board/board-session.ts'
import { soleCard } from '#web/features/board/commands/board-command.ts'
import { chooseFiles } from '#web/ui/files.ts'
import { bringFilesLater } from './bring-files-later.ts'
import { bringInTexts } from './texts.ts'

/** The commands for pictures of the user. */
export const bringInCommands: readonly BoardCommand[] = [
  {
    id: 'bring-in',
    group: 'create',
    icon: ImagePlus,
    label: ({ point }) => (point ? bringInTexts.commandHere : bringInTexts.command),
    keys: ['I'],
    canRun: () => true,
    run: ({ session, point }) => void chooseFiles(pictureTypes).then((files) => bringFilesLater(session, files, point)),
  },
  {
    id: 'describe',
    group: 'card',
    icon: Pencil,
    label: () => bringInTexts.describe.command,
    keys: ['F2'],
    canRun: (context) => context.session.board.facts.description(soleCard(context) ?? '') !== undefined,
    run(context) {
      const cardId = soleCard(context)
      if (cardId !== null) context.session.overlays.open({ kind: 'describe', cardId })
    },
  },
]
