import { and, eq, inArray } from 'drizzle-orm'
import type { UserId } from '#domain/account/user-id.ts'
import {
  type DrawFailure,
  type DrawnList,
  drawWords,
  listNamesIn,
  maxDepth,
  maxDraws,
  maxPromptLength,
  prepareList,
} from '#domain/prompt/draw-words.ts'
import { nameKey } from '#domain/prompt/name-key.ts'
import { failure, success } from '#domain/result.ts'
import type { AsyncResult, Refusal } from '#server/db/refusal.ts'
import type { Querier } from '../../db/database.ts'
import { wordLists } from '../../db/schema/words.ts'

/** Lists that one prompt may reach, through the words of others as well. */
const maxReachedLists = 200

const invalidPrompt = (message: string): Refusal => ({
  code: 'invalid',
  message,
  data: { issues: [{ path: ['prompt'], message }] },
})

/** The word lists of a user as one request reads them: each once, for all of its prompts. */
export type WordListReader = {
  /** Reads the lists that a prompt draws from, and those within their words, level by level. By `nameKey`. */
  readFor(prompt: string): AsyncResult<ReadonlyMap<string, DrawnList>>
}

const keysIn = (text: string): readonly string[] => listNamesIn(text).map(nameKey)

export function createWordListReader(db: Querier, userId: UserId): WordListReader {
  /** Null: the user has no such list. */
  const known = new Map<string, { readonly list: DrawnList; readonly within: ReadonlySet<string> } | null>()

  async function read(keys: readonly string[]): Promise<void> {
    const unknown = keys.filter((key) => !known.has(key))
    if (unknown.length === 0) return
    const rows = await db
      .select({ key: wordLists.nameKey, words: wordLists.words })
      .from(wordLists)
      .where(and(eq(wordLists.userId, userId), inArray(wordLists.nameKey, unknown)))
    for (const key of unknown) known.set(key, null)
    for (const { key, words } of rows)
      known.set(key, { list: prepareList(words), within: new Set(words.flatMap(({ text }) => keysIn(text))) })
  }

  return {
    async readFor(prompt) {
      const lists = new Map<string, DrawnList>()
      const reached = new Set<string>()
      let keys = [...new Set(keysIn(prompt))]
      for (let depth = 0; depth < maxDepth && keys.length > 0; depth++) {
        if (reached.size + keys.length > maxReachedLists)
          return failure(
            invalidPrompt(
              `The prompt and the words of its lists name more than ${maxReachedLists} lists. Take some out.`,
            ),
          )
        await read(keys)
        const next = new Set<string>()
        for (const key of keys) {
          reached.add(key)
          const found = known.get(key)
          if (!found) continue
          lists.set(key, found.list)
          for (const each of found.within) next.add(each)
        }
        keys = [...next].filter((key) => !reached.has(key))
      }
      return success(lists)
    },
  }
}

function messageOf({ reason, name }: DrawFailure): string {
  if (reason === 'missing')
    return `You have no list '${name}'. Add it to your lists, or take __${name}__ out of the prompt.`
  if (reason === 'empty') return `The list '${name}' has no words. Add some, or take __${name}__ out of the prompt.`
  if (reason === 'endless') return `The list '${name}' leads back to itself. Take its own name out of its words.`
  if (reason === 'too-many')
    return `A prompt draws at most ${maxDraws} words, those inside of drawn words included. Take some names of lists out.`
  return `With the drawn words the prompt is longer than ${maxPromptLength} characters.`
}

/**
 * Draws the words of a prompt for images of these seeds; null for a prompt that names no list. Refuses, as a wrong prompt, where a list
 * is missing, empty or endless, and where too much would be drawn.
 */
export async function drawPrompts(
  reader: WordListReader,
  { prompt, seeds }: { readonly prompt: string; readonly seeds: readonly number[] },
): AsyncResult<readonly string[] | null> {
  if (listNamesIn(prompt).length === 0) return success(null)
  const lists = await reader.readFor(prompt)
  if (!lists.ok) return lists
  const prompts: string[] = []
  for (const seed of seeds) {
    const drawn = drawWords(prompt, lists.value, seed)
    if (!drawn.ok) return failure(invalidPrompt(messageOf(drawn.error)))
    prompts.push(drawn.value)
  }
  return success(prompts)
}
