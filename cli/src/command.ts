import { type ParseArgsConfig, parseArgs } from 'node:util'
import { type Client, openClient } from './client.ts'
import { findLogin } from './saved-login.ts'
import { type Exit, type Terminal, usageFault } from './terminal.ts'

/** An option of a command. `value`: what it takes, as help shows it; none: it is a switch. */
export type Option = {
  readonly name: string
  readonly short?: string
  readonly value?: string
  readonly repeated?: true
  readonly help: string
}

/** The options that were given. */
export type Given = {
  readonly words: readonly string[]
  /** The value of an option; undefined where it was not given. */
  text(name: string): string | undefined
  /** All values of a repeated option. */
  texts(name: string): readonly string[]
  has(name: string): boolean
}

/** The answer of a command: lines for people, data for programs. */
export type Answer = {
  readonly lines: readonly string[]
  readonly data: unknown
  /** Default: done. */
  readonly exit?: Exit
  /** The images that a terminal may show, by their ids. */
  readonly pictures?: readonly string[]
}

export type Call = { readonly terminal: Terminal; readonly given: Given }

export type Command = {
  readonly name: string
  /** The words after the name: `<needed>`, `[optional]`, `...` for several. */
  readonly takes: string
  readonly help: string
  readonly options: readonly Option[]
  run(call: Call): Promise<Answer>
}

/** The options of every command. */
const commonOptions: readonly Option[] = [
  { name: 'json', help: 'print one JSON object: { ok, data } or { ok, error }' },
  { name: 'url', value: 'address', help: 'the server; default: of the login' },
  { name: 'no-images', help: 'show no pictures in the terminal' },
  { name: 'help', short: 'h', help: 'show this' },
]

/** The client of the login. */
export const clientOf = async ({ terminal, given }: Call): Promise<Client> =>
  openClient(await findLogin(terminal.env, given.text('url')), terminal)

/** Number of words a command needs, and takes at most. */
function wordsOf({ takes }: Command): { needed: number; most: number } {
  const parts = takes.split(' ').filter((part) => part !== '')
  const needed = parts.filter((part) => part.startsWith('<')).length
  return { needed, most: takes.includes('...') ? Number.POSITIVE_INFINITY : parts.length }
}

/** Reads what stands after the name of a command. @throws CliFailure where it does not fit. */
export function readArguments(command: Command, written: readonly string[]): Given {
  const options: NonNullable<ParseArgsConfig['options']> = Object.fromEntries(
    [...command.options, ...commonOptions].map(({ name, short, value, repeated }) => [
      name,
      { type: value ? 'string' : 'boolean', ...(short && { short }), ...(repeated && { multiple: true }) },
    ]),
  )
  try {
    const { values, positionals } = parseArgs({ args: [...written], options, allowPositionals: true, strict: true })
    const { needed, most } = wordsOf(command)
    const isHelp = values.help === true
    if (!isHelp && (positionals.length < needed || positionals.length > most))
      throw usageFault(`Write: espalier ${command.name} ${command.takes}`.trim())
    return {
      words: positionals,
      text: (name) => (typeof values[name] === 'string' ? values[name] : undefined),
      texts: (name) => (Array.isArray(values[name]) ? values[name].map(String) : []),
      has: (name) => values[name] === true,
    }
  } catch (error) {
    if (error instanceof TypeError) throw usageFault(error.message.replace(/\. To specify .*$/s, '.'))
    throw error
  }
}

const optionText = ({ name, short, value }: Option) =>
  `${short ? `-${short}, ` : ''}--${name}${value ? ` <${value}>` : ''}`

const table = (rows: readonly (readonly [string, string])[]): string[] => {
  const width = Math.max(...rows.map(([first]) => first.length))
  return rows.map(([first, second]) => `  ${first.padEnd(width)}  ${second}`)
}

/** The help of one command. */
export const commandHelp = ({ name, takes, help, options }: Command): string[] => [
  `espalier ${name} ${takes}`.trim(),
  '',
  `${help}.`,
  '',
  ...table([...options, ...commonOptions].map((option) => [optionText(option), option.help])),
]

/** The list of all commands. */
export const generalHelp = (commands: readonly Command[]): string[] => [
  'espalier: images on a canvas of cards that branch, from a terminal.',
  '',
  ...table(commands.map(({ name, takes, help }) => [`${name} ${takes}`.trim(), help])),
  '',
  "Cards are named 1a2b3c4d, images 1a2b3c4d.2. 'espalier <command> --help' has the options.",
]
