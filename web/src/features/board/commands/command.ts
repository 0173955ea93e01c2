import type { LucideIcon } from 'lucide-react'
import type { Point } from '#domain/geometry/rect.ts'
import type { Command, CommandGroup } from '#web/data/commands/command.ts'
import type { BoardView } from '../board-view.ts'

/** What a command acts on: the open canvas with its selection, and what was pointed at, if it came from there. */
export type CommandContext = {
  readonly view: BoardView
  /** The image under the pointer of a context menu. */
  readonly imageId: string | null
  /** Where on the board the pointer was. */
  readonly point: Point | null
}

/** One thing that can be done on the canvas. Menus, keyboard, palette and the sheet of shortcuts are made of these. */
export type BoardCommand = {
  readonly id: string
  readonly group: CommandGroup
  readonly icon: LucideIcon
  /** As it is called now: what folds also unfolds. */
  label(context: CommandContext): string
  /** Such as `Mod+Shift+Z`; the first is the one that is shown. */
  readonly keys: readonly string[]
  /** Runs again and again while its keys are held; left out: once a press. */
  readonly repeats?: true
  canRun(context: CommandContext): boolean
  run(context: CommandContext): void
}

/** A command of the canvas with what it acts on. */
export const bound = (command: BoardCommand, context: CommandContext): Command => ({
  ...command,
  label: () => command.label(context),
  canRun: () => command.canRun(context),
  run: () => command.run(context),
})

/** What a command acts on when no pointer points. */
export const contextOf = (view: BoardView): CommandContext => ({ view, imageId: null, point: null })
