import about from '../package/package.json' with { type: 'json' }
import { openClient } from './client.ts'
import { type Answer, type Command, commandHelp, type Given, generalHelp, readArguments } from './command.ts'
import { accountCommands } from './commands/account-commands.ts'
import { boardCommands } from './commands/board-commands.ts'
import { exportCommands } from './commands/export-commands.ts'
import { imageCommands } from './commands/image-commands.ts'
import { skillCommand } from './commands/skill-command.ts'
import { wordCommands } from './commands/word-commands.ts'
import { findLogin } from './saved-login.ts'
import { CliFailure, exitCodes, type Terminal } from './terminal.ts'
import { pictureProtocol, pictureSequence } from './terminal-pictures.ts'

/** Every command, in the order of the help. */
export const commands: readonly Command[] = [
  ...accountCommands,
  ...boardCommands,
  ...imageCommands,
  ...exportCommands,
  ...wordCommands,
  skillCommand,
]

/** Control characters of a text from a server, which a terminal would obey, and marks that turn the direction of what follows. */
const controls = /(?![\n\t])[\p{Cc}\p{Bidi_Control}]/gu
const shown = (line: string) => line.replaceAll(controls, '�')

/** JSON in one line, whose strings have such characters as escapes. */
const asJson = (data: unknown): string =>
  JSON.stringify(data).replaceAll(controls, (each) => `\\u${each.charCodeAt(0).toString(16).padStart(4, '0')}`)

/** Shows the images of an answer where the terminal can. A picture that does not come is left out. */
async function showPictures(terminal: Terminal, given: Given, { pictures = [] }: Answer): Promise<void> {
  const protocol = given.has('json') || given.has('no-images') ? null : pictureProtocol(terminal)
  if (!protocol || pictures.length === 0) return
  const client = openClient(await findLogin(terminal.env, given.text('url')), terminal)
  for (const id of pictures) {
    const file = await client.readFile(`/images/${id}/file?format=png`).catch(() => null)
    if (file) terminal.out(pictureSequence(protocol, file.bytes))
  }
}

function reportFailure(terminal: Terminal, failure: CliFailure, style: 'json' | 'text'): void {
  const { code, message, data } = failure
  if (style === 'json')
    terminal.out(`${asJson({ ok: false, error: { code, message, ...(data !== undefined && { data }) } })}\n`)
  else terminal.err(`${shown(message)}\n`)
}

/** Any other error is one of the program or of its machine: a full disk, a folder that can not be written. */
function asFailure(error: unknown, { signal }: Terminal): CliFailure {
  if (error instanceof CliFailure && (error.exit === 'interrupted' || !signal.aborted)) return error
  if (signal.aborted) return new CliFailure('interrupted', 'Interrupted.')
  return new CliFailure('failed', error instanceof Error ? error.message : String(error))
}

/** Runs a command line. @returns The exit code. */
export async function runCli(written: readonly string[], terminal: Terminal): Promise<number> {
  const [name, ...rest] = written
  const style = written.includes('--json') ? 'json' : 'text'
  try {
    if (name === '--version') {
      terminal.out(`${about.version}\n`)
      return exitCodes.done
    }
    const isGeneral = name === undefined || name === 'help' || name === '--help' || name === '-h'
    const command = commands.find((each) => each.name === (name === 'help' ? rest[0] : name))
    if (!command) {
      if (!isGeneral) throw new CliFailure('usage', `There is no command ${name}. 'espalier help' lists them.`)
      terminal.out(`${generalHelp(commands).join('\n')}\n`)
      return exitCodes.done
    }
    const given = readArguments(command, name === 'help' ? ['--help'] : rest)
    if (given.has('help')) {
      terminal.out(`${commandHelp(command).join('\n')}\n`)
      return exitCodes.done
    }
    const answer = await command.run({ terminal, given })
    if (style === 'json') terminal.out(`${asJson({ ok: true, data: answer.data })}\n`)
    else terminal.out(`${answer.lines.map(shown).join('\n')}\n`)
    await showPictures(terminal, given, answer)
    return exitCodes[answer.exit ?? 'done']
  } catch (error) {
    const failure = asFailure(error, terminal)
    reportFailure(terminal, failure, style)
    return exitCodes[failure.exit]
  }
}
