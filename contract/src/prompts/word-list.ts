import { z } from 'zod'
import { isWordListName, maxWordWeight, wordListNameRule } from '#domain/prompt/word-list.ts'
import { newId, text, uuid } from '../text.ts'
import { line } from './name.ts'

/** Words of one list. */
const maxWordsOfList = 5_000
/** Size of a list as JSON, in bytes: it fits into the body of a request. */
const maxListBytes = 400_000

const word = z.strictObject({
  text: line({ maximum: 200 }),
  weight: z.number().positive().max(maxWordWeight).default(1),
})

/** The length of a text in UTF-8, in bytes. */
const bytesOf = (text: string) =>
  text.replaceAll(/[\u0080-\u07ff\ud800-\udfff]/g, '..').replaceAll(/[\u0800-\uffff]/g, '...').length

/** A list of words that prompts draw from, as `__light__`. */
export const wordListShape = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  words: z.array(z.strictObject({ text: z.string(), weight: z.number() })),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
})
export type WordListShape = z.infer<typeof wordListShape>

export const wordListName = text({ minimum: 1, maximum: 60 }).refine(isWordListName, wordListNameRule)

/** The fields of a list that its owner writes. */
export const wordListBody = z.strictObject({
  name: wordListName,
  words: z
    .array(word)
    .min(1, 'A list needs a word.')
    .max(maxWordsOfList, `A list holds at most ${maxWordsOfList.toLocaleString('en')} words.`)
    .refine(
      (words) => bytesOf(JSON.stringify(words)) <= maxListBytes,
      `A list holds at most ${maxListBytes / 1_000} KB of words.`,
    ),
})
export type WordListBody = z.infer<typeof wordListBody>

export const createWordListBody = wordListBody.extend({ id: newId })
export const changeWordListBody = wordListBody.extend({ id: uuid })
