import { type WordListBody, wordListBody } from '#contract/prompts/word-list.ts'
import { type ListedWord, readListedWord, readWordLines } from '#domain/prompt/word-list.ts'
import { failure, type Result, success } from '#domain/result.ts'
import { invalidFile, type Refusal } from '#server/db/refusal.ts'
import { readYaml } from './read-yaml.ts'

type WordFile = {
  readonly lists: readonly WordListBody[]
  readonly refused: readonly { readonly name: string; readonly message: string }[]
}

/** A key of YAML before its value, a list of YAML in brackets, or its first line. */
const yamlStart = /^(---|%YAML|("[^"]*"|'[^']*'|[^\s#:"'-][^:]*):\s*([[{&!|>].*|#.*)?$)/
const isYaml = (text: string) => {
  const first = text.split(/\r\n|\r|\n/).find((line) => line.trim() !== '' && !line.startsWith('#'))
  return first !== undefined && yamlStart.test(first.trimEnd())
}

const needsName: Refusal = {
  code: 'invalid',
  message: 'Give the list a name: ?name=light.',
  data: { issues: [{ path: ['name'], message: 'Give the list a name.' }] },
}

/** Checks a list as the API takes it. The first problem is its refusal. */
function checkList(name: string, words: readonly ListedWord[]): Result<WordListBody, string> {
  const read = wordListBody.safeParse({ name, words })
  if (read.success) return success(read.data)
  const [issue] = read.error.issues
  const [field, at] = issue?.path ?? []
  const place = field === 'words' && typeof at === 'number' ? `Word ${at + 1}: ` : ''
  return failure(`${place}${issue?.message ?? 'Is no list of words.'}`)
}

async function readYamlFile(text: string, name: string | undefined): Promise<Result<WordFile, Refusal>> {
  const read = await readYaml(text)
  if (!read.ok) return read
  const lists: WordListBody[] = []
  const refused = [...read.value.refused]
  for (const found of read.value.lists) {
    const named = found.name === '' ? name : found.name
    if (named === undefined) return failure(needsName)
    const checked = checkList(named, found.words.filter((word) => word.trim() !== '').map(readListedWord))
    if (checked.ok) lists.push(checked.value)
    else refused.push({ name: named.slice(0, 200), message: checked.error })
  }
  return success({ lists, refused })
}

/**
 * Reads word lists from a file, whose format its content says: YAML with lists below keys, or a word a line.
 * @param name Of the list, where the file has one without a name.
 */
export async function readWordFile(text: string, name: string | undefined): Promise<Result<WordFile, Refusal>> {
  if (isYaml(text)) return readYamlFile(text, name)
  const words = readWordLines(text)
  if (words.length === 0) return failure(invalidFile('The file has no words.'))
  if (name === undefined) return failure(needsName)
  const checked = checkList(name, words)
  return checked.ok ? success({ lists: [checked.value], refused: [] }) : failure(invalidFile(checked.error))
}
