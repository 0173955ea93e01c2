import { ScanText } from 'lucide-react'
import { finishedImages } from '#domain/generation/status.ts'
import type { BoardCommand, CommandContext } from '#web/features/board/board-session.ts'
import { soleCard, targetImage } from '#web/features/board/commands/board-command.ts'
import { bulkTexts, describeTexts } from './texts.ts'

/** The images of the selected cards. */
const selectedImages = ({ session: { board, selection } }: CommandContext): readonly string[] =>
  [...selection.get().cards].flatMap((id) =>
    finishedImages(board.getGeneration(id)?.images ?? []).map((image) => image.id),
  )

/** The commands that describe images of the canvas. */
export const describeCommands: readonly BoardCommand[] = [
  {
    id: 'describe-image',
    group: 'card',
    icon: ScanText,
    label: () => describeTexts.command,
    keys: [],
    canRun: (context) => targetImage(context) !== null,
    run(context) {
      const cardId = soleCard(context)
      const image = targetImage(context)
      if (cardId !== null && image) context.session.overlays.open({ kind: 'describe-image', cardId, imageId: image.id })
    },
  },
  {
    id: 'describe-images',
    group: 'card',
    icon: ScanText,
    label: (context) => bulkTexts.command(selectedImages(context).length),
    keys: [],
    canRun: (context) => selectedImages(context).length > 1,
    run: (context) => context.session.overlays.open({ kind: 'describe-images', imageIds: selectedImages(context) }),
  },
]
