import type { z } from 'zod'
import { maxSavedPrompts, type SavedPromptEntry, savedPromptEntry } from '#contract/prompts/saved-prompt.ts'
import { nameOfPrompt } from '#domain/prompt/prompt-name.ts'
import { failure, type Result, success } from '#domain/result.ts'
import { plainCell, readCsv, UnclosedQuote } from '#domain/text/csv.ts'
import { invalidFile, type Refusal } from '#server/db/refusal.ts'

type RefusedEntry = { readonly name: string; readonly message: string }

/** The prompts of a file. `named`: by their file; `unnamed`: by their first words, so that names are made unique. */
export type PromptFile = {
  readonly names: 'named' | 'unnamed'
  readonly entries: readonly SavedPromptEntry[]
  readonly refused: readonly RefusedEntry[]
}

const maxEntries = maxSavedPrompts
const tooMany = failure(
  invalidFile(`The file holds more than ${maxEntries.toLocaleString('en')} prompts. Import it in parts.`),
)

/** The header of our CSV: the columns of AUTOMATIC1111, then ours. */
export const csvColumns = ['name', 'prompt', 'negative_prompt', 'tags', 'model', 'settings', 'used_count'] as const

const jsonStart = /^\s*(\{\s*["}]|\[\s*[{\]])/
const csvStart = /^\s*"?name"?,([^\r\n]*,)?"?prompt"?(,|\r|\n|$)/

const sentenceOf = ({ issues: [issue] }: z.ZodError) =>
  issue ? `${issue.path[0] === undefined ? '' : `${String(issue.path[0])}: `}${issue.message}` : 'Is no saved prompt.'

/** Collects the entries of a file, and refuses single ones. */
function collect(names: PromptFile['names']) {
  const entries: SavedPromptEntry[] = []
  const refused: RefusedEntry[] = []
  const refuse = (name: string, message: string) => void refused.push({ name, message })
  return {
    file: { names, entries, refused } satisfies PromptFile,
    refuse,
    /** @param name For the refusal. */
    add(name: string, value: unknown): boolean {
      const read = savedPromptEntry.safeParse(value)
      if (!read.success) refuse(name, sentenceOf(read.error))
      else {
        const { id: _, createdAt: _at, updatedAt: _changed, ...entry } = read.data
        entries.push(entry)
      }
      return read.success
    },
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const shortName = (name: string) => [...name].slice(0, 100).join('')

function readJson(text: string): Result<PromptFile, Refusal> {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return failure(invalidFile('The file begins like JSON, and is not JSON that can be read.'))
  }
  const items = isObject(value) ? value.prompts : value
  if (!Array.isArray(items)) return failure(invalidFile('The JSON has no list of prompts.'))
  if (items.length > maxEntries) return tooMany
  const found = collect('named')
  for (const [at, item] of items.entries()) {
    const name = isObject(item) && typeof item.name === 'string' ? item.name : `Entry ${at + 1}`
    found.add(shortName(name), item)
  }
  return success(found.file)
}

/** The value of a cell of JSON; the text itself where it is none, which the schema refuses. */
function jsonCell(cell: string): unknown {
  try {
    return JSON.parse(cell)
  } catch {
    return cell
  }
}

const tagsOf = (cell: string) =>
  cell
    .split(',')
    .map((tag) => tag.trim())
    .filter(Boolean)

function readRows(text: string): Result<PromptFile, Refusal> {
  const rows = readCsv(text)
  const header = (rows.next().value ?? []).map((cell) => cell.trim().toLowerCase())
  const isOurs = header.includes('used_count')
  const found = collect('named')
  let count = 0
  for (const row of rows) {
    count += 1
    if (count > maxEntries) return tooMany
    const cellOf = (column: (typeof csvColumns)[number]) => {
      const cell = row[header.indexOf(column)] ?? ''
      return isOurs ? plainCell(cell) : cell
    }
    const [name, prompt, settings, used] = [cellOf('name'), cellOf('prompt'), cellOf('settings'), cellOf('used_count')]
    const shown = shortName(name.trim()) || `Row ${count}`
    if (prompt.trim() === '') {
      found.refuse(shown, 'Has no prompt.')
      continue
    }
    const isAdded = found.add(shown, {
      name,
      text: prompt,
      tags: tagsOf(cellOf('tags')),
      model: cellOf('model') || null,
      settings: settings === '' ? null : jsonCell(settings),
      ...(used !== '' && { usedCount: Number(used) }),
    })
    if (isAdded && cellOf('negative_prompt').trim() !== '')
      found.refuse(shown, 'Saved without its negative prompt: saved prompts have none.')
  }
  return success(found.file)
}

function readLines(text: string): Result<PromptFile, Refusal> {
  const lines = text.split(/\r\n|\r|\n/).filter((line) => line.trim() !== '')
  if (lines.length > maxEntries) return tooMany
  const found = collect('unnamed')
  const texts = new Set<string>()
  for (const line of lines) {
    const name = nameOfPrompt(line)
    if (texts.has(line.trim())) found.refuse(name, 'The file holds this prompt twice.')
    else found.add(name, { name, text: line })
    texts.add(line.trim())
  }
  return success(found.file)
}

/** Reads prompts from a file, whose format its content says: our JSON, CSV with a column `prompt`, or a prompt a line. */
export function readPromptFile(text: string): Result<PromptFile, Refusal> {
  if (text.trim() === '') return failure(invalidFile('The file is empty.'))
  if (jsonStart.test(text)) return readJson(text)
  if (!csvStart.test(text.slice(0, 1_000).toLowerCase())) return readLines(text)
  try {
    return readRows(text)
  } catch (error) {
    if (error instanceof UnclosedQuote) return failure(invalidFile('The CSV has a quote that is not closed.'))
    throw error
  }
}
