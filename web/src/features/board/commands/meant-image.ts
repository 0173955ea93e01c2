import type { ImageShape } from '#contract/image.ts'
import type { CommandContext } from './command.ts'

/** The only selected card; null when there is none or more than one. */
export function soleCard({ view }: CommandContext): string | null {
  const [id, ...others] = view.selection.get()
  return id !== undefined && others.length === 0 ? id : null
}

/** The picture that is meant: the one pointed at, else the first of the card that is there. */
export function meantImage(context: CommandContext): ImageShape | null {
  const images = context.view.board.getGeneration(soleCard(context) ?? '')?.images ?? []
  const finished = images.filter(({ status }) => status === 'completed')
  return finished.find(({ id }) => id === context.imageId) ?? finished[0] ?? null
}
