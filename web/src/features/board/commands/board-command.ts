import type { LucideIcon } from 'lucide-react'
import { useEffect } from 'react'
import type { ImageShape } from '#contract/image.ts'
import { soleSelected } from '#domain/board/selection.ts'
import { finishedImages } from '#domain/generation/status.ts'
import type { Point } from '#domain/geometry/rect.ts'
import { type Command, type CommandGroup, offerCommands } from '#web/data/commands.ts'
import type { BoardSession } from '#web/features/board/board-session.ts'
import { startNudging } from '#web/features/board/cards/drag-cards.ts'
import { imageInHand } from '#web/features/board/cards/image-in-hand.ts'
import { commandTexts } from '#web/features/board/texts.ts'
import { bindKeys } from '#web/ui/keyboard.ts'

/**
 * The target of a command: the open canvas with its selection, and the card or image under the pointer, if it came from
 * there.
 */
export type CommandContext = {
  readonly session: BoardSession
  /** The image under the pointer of a context menu. */
  readonly imageId: string | null
  /** The point of the board under the pointer. */
  readonly point: Point | null
}

/** One command of the canvas. Menus, keyboard, palette and the sheet of shortcuts are made of these. */
export type BoardCommand = {
  readonly id: string
  readonly group: CommandGroup
  readonly icon: LucideIcon
  /** Its current name: Collapse becomes Expand. */
  label(context: CommandContext): string
  /** Such as `Mod+Shift+Z`; the first one is shown. */
  readonly keys: readonly string[]
  /** Whether it repeats while its keys are held; default: once a press. */
  readonly repeats?: true
  canRun(context: CommandContext): boolean
  run(context: CommandContext): void
}

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
    const unbind = bindKeys({ layer: 'page', press: nudging.press })
    return () => {
      unbind()
      nudging.stop()
    }
  }, [session])
}
