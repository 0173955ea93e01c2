import { and, eq, inArray } from 'drizzle-orm'
import type { UserId } from '#domain/account/user-id.ts'
import { type DrawFailure, drawWords, listNamesIn, maxPromptLength } from '#domain/prompt/draw-words.ts'
import { nameKey } from '#domain/prompt/name-key.ts'
import type { ListedWord } from '#domain/prompt/word-list.ts'
import { failure, success } from '#domain/result.ts'
import type { AsyncResult, Refusal } from '#server/db/refusal.ts'
import type { Querier } from '../../db/database.ts'
import { wordLists } from '../../db/schema/words.ts'

/** Reads the lists that a prompt draws from, and those within their words, level by level. */
async function readLists(
  db: Querier,
  userId: UserId,
  prompt: string,
): Promise<ReadonlyMap<string, readonly ListedWord[]>> {
  const lists = new Map<string, readonly ListedWord[]>()
  const asked = new Set<string>()
  let keys = listNamesIn(prompt).map(nameKey)
  while (keys.length > 0) {
    for (const key of keys) asked.add(key)
    const rows = await db
      .select({ key: wordLists.nameKey, words: wordLists.words })
      .from(wordLists)
      .where(and(eq(wordLists.userId, userId), inArray(wordLists.nameKey, keys)))
    for (const { key, words } of rows) lists.set(key, words)
    const within = rows.flatMap(({ words }) => words.flatMap(({ text }) => listNamesIn(text).map(nameKey)))
    keys = [...new Set(within)].filter((key) => !asked.has(key))
  }
  return lists
}

function messageOf({ reason, name }: DrawFailure): string {
  if (reason === 'missing')
    return `You have no list '${name}'. Add it to your lists, or take __${name}__ out of the prompt.`
  if (reason === 'empty') return `The list '${name}' has no words. Add some, or take __${name}__ out of the prompt.`
  if (reason === 'endless') return `The list '${name}' leads back to itself. Take its own name out of its words.`
  return `With the drawn words the prompt is longer than ${maxPromptLength} characters.`
}

const refusalOf = (failed: DrawFailure): Refusal => {
  const message = messageOf(failed)
  return { code: 'invalid', message, data: { issues: [{ path: ['prompt'], message }] } }
}

/**
 * Draws the words of a prompt for images of these seeds; null for a prompt that names no list. Refuses, as a wrong prompt, where a list
 * is missing, empty or endless.
 */
export async function drawPrompts(
  db: Querier,
  { userId, prompt, seeds }: { readonly userId: UserId; readonly prompt: string; readonly seeds: readonly number[] },
): AsyncResult<readonly string[] | null> {
  if (listNamesIn(prompt).length === 0) return success(null)
  const lists = await readLists(db, userId, prompt)
  const prompts: string[] = []
  for (const seed of seeds) {
    const drawn = drawWords(prompt, lists, seed)
    if (!drawn.ok) return failure(refusalOf(drawn.error))
    prompts.push(drawn.value)
  }
  return success(prompts)
}
