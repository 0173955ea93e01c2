import { ScanText } from 'lucide-react'
import type { BoardCommand } from '#web/features/board/board-session.ts'
import { soleCard, targetImage } from '#web/features/board/commands/board-command.ts'
import { describeTexts as texts } from './texts.ts'

/** The commands that describe images of the canvas. */
export const describeCommands: readonly BoardCommand[] = [
  {
    id: 'describe-image',
    group: 'card',
    icon: ScanText,
    label: () => texts.command,
    keys: [],
    canRun: (context) => targetImage(context) !== null,
    run(context) {
      const cardId = soleCard(context)
      const image = targetImage(context)
      if (cardId !== null && image) context.session.overlays.open({ kind: 'describe-image', cardId, imageId: image.id })
    },
  },
]
