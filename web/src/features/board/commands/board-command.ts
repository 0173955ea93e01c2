import { useEffect } from 'react'
import type { ImageShape } from '#contract/cards/image.ts'
import { soleSelected } from '#domain/board/selection.ts'
import { finishedImages } from '#domain/generation/status.ts'
import { type Command, offerCommands } from '#web/data/commands.ts'
import type { BoardCommand, BoardSession, CommandContext } from '#web/features/board/board-session.ts'
import { startNudging } from '#web/features/board/cards/drag-cards.ts'
import { imageInHand } from '#web/features/board/cards/image-in-hand.ts'
import { commandTexts } from '#web/features/board/texts.ts'
import { bindKeys } from '#web/ui/keyboard.ts'

/** A command of the canvas with its target. */
const bound = (command: BoardCommand, context: CommandContext): Command => ({
  ...command,
  label: () => command.label(context),
  canRun: () => command.canRun(context),
  run: () => command.run(context),
})

/** The target of a command without a pointer. */
export const contextOf = (session: BoardSession): CommandContext => ({ session, imageId: null, point: null })

/** A command by its id; undefined where this canvas does not have it. */
export const commandOf = ({ commands }: Pick<BoardSession, 'commands'>, id: string): BoardCommand | undefined =>
  commands.find((command) => command.id === id)

/** The card that alone is selected; null where there is none. */
export const soleCard = ({ session }: CommandContext): string | null => soleSelected(session.selection.get(), 'cards')

/**
 * The image that a command is for: the one under the pointer, else the one in hand; of the only selected card.
 */
export function targetImage(context: CommandContext): ImageShape | null {
  const images = context.session.board.getGeneration(soleCard(context) ?? '')?.images ?? []
  const finished = finishedImages(images)
  const wanted = context.imageId ?? imageInHand(context.session)?.imageId
  return finished.find(({ id }) => id === wanted) ?? finished[0] ?? null
}

/** Offers the canvas's commands while it is open, and lets the arrows move cards. */
export function useBoardCommands(session: BoardSession): void {
  useEffect(
    () =>
      offerCommands({
        reach: 'this-page',
        commands: session.commands.map((command) => bound(command, contextOf(session))),
        gestures: commandTexts.gestures,
      }),
    [session],
  )
  useEffect(() => {
    const nudging = startNudging(session)
    const unbinds = [
      bindKeys({ layer: 'drag', press: nudging.pressOther }),
      bindKeys({ layer: 'page', press: nudging.press }),
    ]
    return () => {
      for (const unbind of unbinds) unbind()
      nudging.stop()
    }
  }, [session])
}
