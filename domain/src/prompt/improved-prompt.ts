import { failure, type Result, success } from '../result.ts'
import { listNamesIn, maxPromptLength } from './draw-words.ts'
import { nameKey } from './name-key.ts'
import { referenceNamesIn } from './named-reference.ts'
import { promptVariables } from './prompt-variables.ts'

/** The text between two marks that a language model was asked to write around its answer; null where they are missing. */
function between(answer: string, mark: string): string | null {
  const open = `<${mark}>`
  const start = answer.indexOf(open)
  const end = answer.indexOf(`</${mark}>`, start + open.length)
  return start < 0 || end < 0 ? null : answer.slice(start + open.length, end).trim()
}

/** The scripts whose letters tell languages apart. */
const scripts = [
  /\p{sc=Latin}/gu,
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/gu,
  /\p{sc=Hangul}/gu,
  /\p{sc=Cyrillic}/gu,
  /\p{sc=Arabic}/gu,
  /\p{sc=Hebrew}/gu,
  /\p{sc=Greek}/gu,
  /\p{sc=Devanagari}/gu,
  /\p{sc=Thai}/gu,
]

/** The place of the script that most letters of a text have; -1 for a text without letters. */
function scriptOf(text: string): number {
  const counts = scripts.map((script) => text.match(script)?.length ?? 0)
  const most = Math.max(...counts)
  return most === 0 ? -1 : counts.indexOf(most)
}

/** The names and variables of a prompt, which an improved one has to keep. */
const keptParts = (prompt: string): readonly string[] => [
  ...listNamesIn(prompt).map((name) => `__${name}__`),
  ...referenceNamesIn(prompt).map((name) => `@${name}`),
  ...promptVariables(prompt).map(({ start, end }) => prompt.slice(start, end)),
]

/**
 * The text between the marks of an answer: neither empty, nor a page of a web server, nor too long. Else the reason, as the end of a
 * sentence that begins with the name of the model.
 */
function readMarked(answer: string, mark: 'prompt' | 'description'): Result<string, string> {
  if (answer.trim() === '') return failure('answered nothing.')
  const text = between(answer, mark)
  if (text === null || text === '') return failure(`answered something else than a ${mark}.`)
  if (text.length > maxPromptLength) return failure(`answered more than ${maxPromptLength} characters.`)
  if (/<\/?[a-z!][^>]{0,200}>/i.test(text)) return failure(`answered something else than a ${mark}.`)
  return success(text)
}

/** The improved prompt in an answer, in the script of the written one and with its names and variables; else the reason. */
export function readImprovedPrompt(answer: string, written: string): Result<string, string> {
  const prompt = readMarked(answer, 'prompt')
  if (!prompt.ok) return prompt
  const [wrote, read] = [scriptOf(written), scriptOf(prompt.value)]
  if (wrote >= 0 && read >= 0 && wrote !== read) return failure('answered in another language.')
  const lost = keptParts(written).find((part) => !nameKey(prompt.value).includes(nameKey(part)))
  return lost === undefined ? prompt : failure(`left out ${lost}.`)
}

/** The description in an answer, in any language; else the reason. */
export const readDescription = (answer: string): Result<string, string> => readMarked(answer, 'description')
