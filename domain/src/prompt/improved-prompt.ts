import { failure, type Result, success } from '../result.ts'
import { listNamesIn } from './draw-words.ts'
import { nameKey } from './name-key.ts'
import { referenceNamesIn } from './named-reference.ts'
import { promptVariables } from './prompt-variables.ts'

const maxPromptLength = 4_000

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
 * The prompt in a language model's answer, checked against what was written; else why it can't be used, as the end of a sentence that
 * begins with the name of the model.
 */
export function readImprovedPrompt(answer: string, written: string): Result<string, string> {
  if (answer.trim() === '') return failure('answered nothing.')
  const prompt = between(answer, 'prompt')
  if (prompt === null || prompt === '') return failure('answered something else than a prompt.')
  if (prompt.length > maxPromptLength) return failure(`answered more than ${maxPromptLength} characters.`)
  if (/<\/?[a-z!][^>]{0,200}>/i.test(prompt)) return failure('answered something else than a prompt.')
  const [wrote, read] = [scriptOf(written), scriptOf(prompt)]
  if (wrote >= 0 && read >= 0 && wrote !== read) return failure('answered in another language.')
  const lost = keptParts(written).find((part) => !nameKey(prompt).includes(nameKey(part)))
  if (lost !== undefined) return failure(`left out ${lost}.`)
  return success(prompt)
}

/** The description in a language model's answer; else why it can't be used, as the end of such a sentence. */
export function readDescription(answer: string): Result<string, string> {
  if (answer.trim() === '') return failure('answered nothing.')
  const description = between(answer, 'description')
  if (description === null || description === '') return failure('answered something else than a description.')
  if (description.length > maxPromptLength) return failure(`answered more than ${maxPromptLength} characters.`)
  if (/<\/?[a-z!][^>]{0,200}>/i.test(description)) return failure('answered something else than a description.')
  return success(description)
}
