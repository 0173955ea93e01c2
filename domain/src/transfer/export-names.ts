import { failure, type Result, success } from '../result.ts'
import { cutText } from '../text/cut-text.ts'

/** The variables of a name template, as they are written between braces. */
export const nameVariables = ['project', 'n', 'model', 'seed', 'date', 'width', 'height', 'prompt'] as const
export type NameVariable = (typeof nameVariables)[number]

export const defaultNameTemplate = '{project}-{n}-{model}-{seed}'
/** UTF-16 code units of a template. */
export const maxTemplateLength = 200

/** Length of a file name with its extension, in UTF-16 code units: zips are unpacked into folders with long paths of their own. */
export const maxNameUnits = 120
/** The longest file name on Linux and macOS, in bytes of UTF-8. */
export const maxNameBytes = 255
/** The most code units of a prompt in a name. */
const maxPromptUnits = 60

/** The facts of an image that its name may tell. */
export type NamedImage = {
  readonly project: string
  /** null: it was brought in. */
  readonly model: string | null
  readonly seed: number
  /** The day it was made on, as 2026-11-30. */
  readonly date: string
  /** Pixels of the exported picture. */
  readonly width: number
  readonly height: number
  readonly prompt: string
}

/** The reason why a template names no files. */
export type TemplateFault = { readonly code: 'unknown-variable'; readonly variable: string }

const broughtIn = 'brought-in'
const nameless = 'image'

const isVariable = (name: string): name is NameVariable => (nameVariables as readonly string[]).includes(name)

type Part = { readonly text: string } | { readonly variable: NameVariable }

/** Reads a template: what stands in a pair of braces is a variable, a single brace is a character. */
function partsOf(template: string): Result<readonly Part[], TemplateFault> {
  const parts: Part[] = []
  // Every second piece stood between braces.
  for (const [place, piece] of template.split(/\{([^{}]*)\}/).entries()) {
    if (place % 2 === 0) parts.push({ text: piece })
    else if (isVariable(piece)) parts.push({ variable: piece })
    else return failure({ code: 'unknown-variable', variable: piece })
  }
  return success(parts)
}

/** Lists the variables of a template, so that one that must not be told is refused before. */
export function variablesOf(template: string): Result<ReadonlySet<NameVariable>, TemplateFault> {
  const parts = partsOf(template)
  if (!parts.ok) return parts
  return success(new Set(parts.value.flatMap((part) => ('variable' in part ? [part.variable] : []))))
}

/** A sentence about a template that names no files. */
export const saysTemplateFault = ({ variable }: TemplateFault): string =>
  `{${variable}} is not known. A name can have ${nameVariables.map((name) => `{${name}}`).join(', ')}.`

/** Characters that Windows refuses in names, and line and paragraph separators. */
const refused = /[<>:"/\\|?*\u2028\u2029]/g
/** Control characters, and those that change the direction of text, so that a name shows another ending than it has. */
const unseen = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu
/** Names of devices, which Windows refuses with any ending too. */
const reserved = /^(?:con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])$/i

/** Bytes of a character in UTF-8. */
function bytesOf(character: string): number {
  const point = character.codePointAt(0) ?? 0
  if (point < 0x80) return 1
  return point < 0x800 ? 2 : point < 0x1_0000 ? 3 : 4
}

const isTrimmed = (character: string | undefined) =>
  character === '.' || character === ' ' || character === '-' || character === '_'

/** Without dots, spaces and hyphens at its ends: Windows drops the ones behind, and a dot in front hides a file. */
function trimmed(name: string): string {
  const [first, last] = [name.search(/[^. _-]/), name.length]
  if (first === -1) return ''
  let end = last
  while (isTrimmed(name[end - 1])) end--
  return name.slice(first, end)
}

/** Cuts a name to its bounds, never within a character. */
function fitted(name: string, room: { readonly units: number; readonly bytes: number }): string {
  let [units, bytes] = [0, 0]
  for (const character of name) {
    bytes += bytesOf(character)
    if (units + character.length > room.units || bytes > room.bytes) break
    units += character.length
  }
  return trimmed(name.slice(0, units))
}

/** A name that every file system takes, of at most so much room; without its ending. */
function safeName(name: string, room: { readonly units: number; readonly bytes: number }): string {
  const plain = name.toWellFormed().replace(unseen, ' ').replace(refused, '-').normalize('NFC').replace(/\s+/g, ' ')
  const fitting = fitted(trimmed(plain), room) || nameless
  const [stem = ''] = fitting.split('.')
  return reserved.test(stem.trim()) ? fitted(`file-${fitting}`, room) : fitting
}

/** What two names have in common that are the same file somewhere: macOS and Windows ignore case and the form of accents. */
const keyOf = (name: string): string => name.normalize('NFC').toUpperCase().toLowerCase().normalize('NFC')

const textOf = (variable: NameVariable, image: NamedImage, n: string): string => {
  if (variable === 'n') return n
  if (variable === 'model') return image.model ?? broughtIn
  if (variable === 'prompt') return cutText(image.prompt.trim(), maxPromptUnits)
  return String(image[variable])
}

/** A maker of names that are all different: a name that was given already gets -2, -3 and so on. */
function createNames(extension: string) {
  const taken = new Set<string>()
  const counts = new Map<string, number>()
  const ending = `.${extension}`
  const room = (suffix: string) => ({
    units: maxNameUnits - suffix.length - ending.length,
    bytes: maxNameBytes - suffix.length - ending.length,
  })
  return (asked: string): string => {
    const first = safeName(asked, room(''))
    const key = keyOf(first)
    for (let count = counts.get(key) ?? 1; ; count++) {
      const suffix = count === 1 ? '' : `-${count}`
      const name = `${count === 1 ? first : fitted(first, room(suffix))}${suffix}${ending}`
      if (taken.has(keyOf(name))) continue
      counts.set(key, count + 1)
      taken.add(keyOf(name))
      return name
    }
  }
}

/**
 * Names the files of one export by a template, in the order of its images. Every name is safe on Windows, Linux and macOS, and none is
 * the same as another where case and accents are compared as these systems do.
 * @param extension Without its dot.
 */
export function nameExports(
  template: string,
  images: readonly NamedImage[],
  extension: string,
): Result<string[], TemplateFault> {
  const parts = partsOf(template)
  if (!parts.ok) return parts
  const digits = String(images.length).length
  const nextName = createNames(extension)
  return success(
    images.map((image, place) => {
      const n = String(place + 1).padStart(digits, '0')
      return nextName(
        parts.value.map((part) => ('text' in part ? part.text : textOf(part.variable, image, n))).join(''),
      )
    }),
  )
}
