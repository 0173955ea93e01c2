import { holdsWords } from '#domain/text/holds-words.ts'
import type { Command } from '#web/data/commands/command.ts'

/** The commands whose name holds every word, in any order; those that can run first. */
export function matchingCommands(commands: readonly Command[], words: string): Command[] {
  const isWanted = holdsWords(words)
  return commands.filter((command) => isWanted(command.label())).sort((a, b) => Number(b.canRun()) - Number(a.canRun()))
}
