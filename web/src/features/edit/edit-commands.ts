import { Brush, Frame, ImageUpscale, type LucideIcon, Scissors } from 'lucide-react'
import type { EditOperation } from '#domain/edit/operation.ts'
import { type BoardCommand, soleCard, targetImage } from '#web/features/board/commands/board-command.ts'

/** The commands of an image that open the editor. Apart from its other texts, which load with it. */
const editCommandTexts: Readonly<Record<string, string>> = {
  'edit-image': 'Edit image',
  'upscale-image': 'Upscale image',
  'remove-background': 'Remove background',
  'extend-image': 'Extend image',
}

type EditCommand = {
  readonly id: string
  readonly icon: LucideIcon
  readonly keys: readonly string[]
  /** What the editor begins with; null: what was prepared last. */
  readonly operation: EditOperation | null
}

const commands: readonly EditCommand[] = [
  { id: 'edit-image', icon: Brush, keys: ['Shift+E'], operation: null },
  { id: 'upscale-image', icon: ImageUpscale, keys: ['U'], operation: 'upscale' },
  { id: 'remove-background', icon: Scissors, keys: ['Shift+R'], operation: 'remove-background' },
  { id: 'extend-image', icon: Frame, keys: ['O'], operation: 'extend' },
]

/** Commands that open an image in the editor. */
export const imageEditCommands: readonly BoardCommand[] = commands.map(({ id, icon, keys, operation }) => ({
  id,
  group: 'card',
  icon,
  label: () => editCommandTexts[id] ?? '',
  keys,
  canRun: (context) => targetImage(context) !== null,
  run(context) {
    const image = targetImage(context)
    const cardId = soleCard(context)
    if (image && cardId) context.session.overlays.open({ kind: 'edit', cardId, imageId: image.id, operation })
  },
}))
