import { holdsWords } from '#domain/text/holds-words.ts'
import { type BoardCommand, type CommandContext, commandGroups } from './command.ts'

/** The commands whose name holds every word, in any order; those that can run first. */
export function matchingCommands(
  commands: readonly BoardCommand[],
  context: CommandContext,
  words: string,
): BoardCommand[] {
  const isWanted = holdsWords(words)
  return commands
    .filter((command) => isWanted(command.label(context)))
    .sort((a, b) => Number(b.canRun(context)) - Number(a.canRun(context)))
}

/** The commands by their groups, in the order of the menus; groups without any are left out. */
export const groupedCommands = (commands: readonly BoardCommand[]) =>
  commandGroups
    .map((group) => ({ group, commands: commands.filter((command) => command.group === group) }))
    .filter((part) => part.commands.length > 0)
