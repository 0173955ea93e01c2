/** Names and values as AUTOMATIC1111 and those who follow it write them: `Steps: 20, Sampler: Euler a, Hashes: {"model": "…"}`. */
export type Settings = ReadonlyMap<string, string>

/** Names that tools of this form write; a line that has them is no part of a prompt. */
const knownNames: ReadonlySet<string> = new Set([
  'Steps',
  'Sampler',
  'Schedule type',
  'CFG scale',
  'Seed',
  'Size',
  'Model',
  'Model hash',
  'Clip skip',
  'Denoising strength',
  'VAE',
  'Version',
  'Aspect ratio',
])
/**
 * The fewest values of a line of settings: with fewer, AUTOMATIC1111 reads it as a part of the prompt (`parse_generation_parameters`
 * in its `modules/infotext_utils.py`), as a prompt may end in "Style: oil".
 */
const minValues = 3
const maxNameLength = 60

const closingOf: Readonly<Record<string, string>> = { '{': '}', '[': ']' }

/** Where a text in quotes that begins at `start` ends, behind its last quote; `start` where it has none. */
function quoteEnd(line: string, start: number): number {
  for (let at = start + 1; at < line.length; at++) {
    if (line[at] === '\\') at += 1
    else if (line[at] === '"') return at + 1
  }
  return start
}

/** Where the JSON that begins at `start` ends, by its brackets; `start` where they don't close. */
function bracketEnd(line: string, start: number): number {
  const open: string[] = []
  for (let at = start; at < line.length; at++) {
    const letter = line[at] ?? ''
    if (letter === '"') {
      const end = quoteEnd(line, at)
      if (end === at) return start
      at = end - 1
    } else if (closingOf[letter]) open.push(closingOf[letter])
    else if (letter === open.at(-1) && open.pop() && open.length === 0) return at + 1
  }
  return start
}

function unquoted(raw: string): string {
  if (!raw.startsWith('"')) return raw
  try {
    const value: unknown = JSON.parse(raw)
    return typeof value === 'string' ? value : raw
  } catch {
    return raw
  }
}

/** Finds a letter from places that only grow: each part of the line is searched once. */
function createFinder(line: string, letter: string): (from: number) => number {
  let found = line.indexOf(letter)
  return (from) => {
    if (found !== -1 && found < from) found = line.indexOf(letter, from)
    return found === -1 ? line.length : found
  }
}

/** Parts a line at its commas, but not at those inside of quotes and JSON that are a whole value. Linear in its length. */
function partsOf(line: string): { readonly name: string; readonly value: string }[] {
  const parts: { name: string; value: string }[] = []
  const nextComma = createFinder(line, ',')
  const nextColon = createFinder(line, ':')
  // A bracket that didn't close once is not looked for again: at every value of a line that would be quadratic.
  let closes = true
  for (let at = 0; at < line.length; ) {
    const colon = nextColon(at)
    if (nextComma(at) <= colon) {
      const last = parts.at(-1)
      if (last) last.value += `,${line.slice(at, nextComma(at))}`
      at = nextComma(at) + 1
      continue
    }
    const start = colon + 1 + (line[colon + 1] === ' ' ? 1 : 0)
    const first = line[start] ?? ''
    let end = start
    if (closes && first === '"') end = quoteEnd(line, start)
    if (closes && closingOf[first]) end = bracketEnd(line, start)
    if (end === start && (first === '"' || closingOf[first])) closes = false
    const stop = nextComma(end)
    parts.push({ name: line.slice(at, colon).trim(), value: line.slice(start, stop).trim() })
    at = stop + 1
  }
  return parts
}

const isName = (name: string) => name !== '' && name.length <= maxNameLength && !/["{}[\]]/.test(name)

/** The settings of a line; null for a line that is a part of a prompt. What can't be told apart stays in the value before it. */
export function readSettings(line: string): Settings | null {
  const settings = new Map<string, string>()
  for (const { name, value } of partsOf(line)) {
    if (!isName(name)) continue
    settings.set(name, unquoted(value))
  }
  const known = [...settings.keys()].filter((name) => knownNames.has(name)).length
  return settings.size >= minValues && known >= minValues ? settings : null
}
