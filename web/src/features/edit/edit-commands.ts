import { Brush, Frame, ImageUpscale, type LucideIcon, Scissors } from 'lucide-react'
import type { EditOperation } from '#domain/edit/operation.ts'
import type { BoardCommand } from '#web/features/board/board-session.ts'
import { soleCard, targetImage } from '#web/features/board/commands/board-command.ts'

type EditCommand = {
  readonly id: string
  /** Here: the other texts of the editor load with it. */
  readonly label: string
  readonly icon: LucideIcon
  readonly keys: readonly string[]
  /** The operation that the editor begins with; null: the last one that was prepared. */
  readonly operation: EditOperation | null
  readonly begins?: 'at-once'
}

const commands: readonly EditCommand[] = [
  { id: 'edit-image', label: 'Edit image', icon: Brush, keys: ['Shift+E'], operation: null },
  { id: 'upscale-image', label: 'Upscale image', icon: ImageUpscale, keys: ['U'], operation: 'upscale' },
  {
    id: 'remove-background',
    label: 'Remove background',
    icon: Scissors,
    keys: ['Shift+R'],
    operation: 'remove-background',
    begins: 'at-once',
  },
  { id: 'extend-image', label: 'Extend image', icon: Frame, keys: ['O'], operation: 'extend' },
]

/** Commands that open an image in the editor. */
export const imageEditCommands: readonly BoardCommand[] = commands.map(
  ({ id, label, icon, keys, operation, begins }) => ({
    id,
    group: 'card',
    icon,
    label: () => label,
    keys,
    canRun: (context) => targetImage(context) !== null,
    run(context) {
      const image = targetImage(context)
      const cardId = soleCard(context)
      if (!image || !cardId) return
      const opened = { kind: 'edit', cardId, imageId: image.id, operation } as const
      context.session.overlays.open(begins ? { ...opened, begins } : opened)
    },
  }),
)
