import { and, asc, eq, ne, sql } from 'drizzle-orm'
import type { WordListBody, WordListShape } from '#contract/prompts/word-list.ts'
import type { UserId } from '#domain/account/user-id.ts'
import { nameKey } from '#domain/prompt/name-key.ts'
import type { Querier, Transaction } from '#server/db/database.ts'
import type { Refusal } from '#server/db/refusal.ts'
import { wordLists } from '#server/db/schema/words.ts'
import { hasInName } from './name-pattern.ts'

/** Lists of a user, their words and their size as JSON in bytes: one reply has all of them. */
const maxLists = 1_000
const maxWords = 20_000
const maxBytes = 4_000_000

/** Presents a list, field by field. */
export const presentWordList = (row: typeof wordLists.$inferSelect): WordListShape => ({
  id: row.id,
  name: row.name,
  words: row.words.map(({ text, weight }) => ({ text, weight })),
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
})

export const isOwnList = (userId: UserId, id: string) => and(eq(wordLists.id, id), eq(wordLists.userId, userId))

/** Whether a list is the user's. */
export const isOwnWordList = async (db: Querier, userId: UserId, id: string): Promise<boolean> =>
  (await db.$count(wordLists, isOwnList(userId, id))) > 0

/** The names of the user's lists that contain a query, in their order. */
export async function listWordListNames(
  db: Querier,
  userId: UserId,
  { q, limit }: { readonly q: string; readonly limit: number },
): Promise<string[]> {
  const rows = await db
    .select({ name: wordLists.name })
    .from(wordLists)
    .where(and(eq(wordLists.userId, userId), hasInName(wordLists.nameKey, q)))
    .orderBy(asc(wordLists.nameKey))
    .limit(limit)
  return rows.map(({ name }) => name)
}

/** A list of the user; null where there is none. */
export async function findWordList(db: Querier, userId: UserId, id: string): Promise<WordListShape | null> {
  const [row] = await db.select().from(wordLists).where(isOwnList(userId, id))
  return row ? presentWordList(row) : null
}

/** All lists of the user, by name. */
export async function listWordLists(db: Querier, userId: UserId): Promise<WordListShape[]> {
  const rows = await db.select().from(wordLists).where(eq(wordLists.userId, userId)).orderBy(asc(wordLists.nameKey))
  return rows.map(presentWordList)
}

/** The names and sizes of the user's lists, as further ones are added to them. */
export type Held = { readonly names: Map<string, string>; lists: number; words: number; bytes: number }

/** Reads what the user holds. @param besides A list that is replaced; null: none. */
export async function readHeld(tx: Transaction, userId: UserId, besides: string | null): Promise<Held> {
  const rows = await tx
    .select({
      name: wordLists.name,
      key: wordLists.nameKey,
      words: sql<number>`jsonb_array_length(${wordLists.words})`,
      bytes: sql<number>`octet_length(${wordLists.words}::text)`,
    })
    .from(wordLists)
    .where(and(eq(wordLists.userId, userId), besides === null ? undefined : ne(wordLists.id, besides)))
  return {
    names: new Map(rows.map(({ key, name }) => [key, name])),
    lists: rows.length,
    words: rows.reduce((sum, { words }) => sum + words, 0),
    bytes: rows.reduce((sum, { bytes }) => sum + bytes, 0),
  }
}

const count = (number: number) => number.toLocaleString('en')
const tooLarge = (message: string): Refusal => ({ code: 'too-large', message })

/** Why a list can't join those that are held; null where it can, and is counted with them. */
export function holdList(held: Held, { name, words }: WordListBody): Refusal | null {
  const key = nameKey(name)
  const other = held.names.get(key)
  if (other !== undefined)
    return { code: 'conflict', message: `You have a word list of the name “${other}”. Choose another name.` }
  if (held.lists >= maxLists)
    return tooLarge(`You have ${count(maxLists)} word lists, which is the most there can be. Delete some first.`)
  if (held.words + words.length > maxWords)
    return tooLarge(`All your word lists hold at most ${count(maxWords)} words together. Delete some first.`)
  const bytes = Buffer.byteLength(JSON.stringify(words))
  if (held.bytes + bytes > maxBytes)
    return tooLarge(`All your word lists hold at most ${maxBytes / 1_000_000} MB together. Delete some first.`)
  held.names.set(key, name)
  held.lists += 1
  held.words += words.length
  held.bytes += bytes
  return null
}
