import { type BoardCommand, type CommandContext, commandGroups } from './command.ts'

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** The commands whose name holds every word, in any order; those that can run first. */
export function matchingCommands(
  commands: readonly BoardCommand[],
  context: CommandContext,
  words: string,
): BoardCommand[] {
  const wanted = plain(words).split(/\s+/).filter(Boolean)
  const fits = (command: BoardCommand) => wanted.every((word) => plain(command.label(context)).includes(word))
  return commands.filter(fits).sort((a, b) => Number(b.canRun(context)) - Number(a.canRun(context)))
}

/** The commands by their groups, in the order of the menus; groups without any are left out. */
export const groupedCommands = (commands: readonly BoardCommand[]) =>
  commandGroups
    .map((group) => ({ group, commands: commands.filter((command) => command.group === group) }))
    .filter((part) => part.commands.length > 0)
