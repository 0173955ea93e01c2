import { and, desc, eq, type SQL, sql } from 'drizzle-orm'
import { type SavedPromptShape, type SavedPromptsQuery, savedPromptsPerPage } from '#contract/prompts/saved-prompt.ts'
import type { UserId } from '#domain/account/user-id.ts'
import { success } from '#domain/result.ts'
import { searchTerms, searchText } from '#domain/search/search-text.ts'
import type { Querier, UserDatabase } from '#server/db/database.ts'
import type { AsyncResult } from '#server/db/refusal.ts'
import { savedPrompts } from '#server/db/schema/words.ts'
import { type PageEnd, readCursor, writeCursor } from '../page-cursor.ts'

type SavedPromptRow = typeof savedPrompts.$inferSelect

/** Presents a saved prompt, field by field. */
export const presentSavedPrompt = (row: SavedPromptRow): SavedPromptShape => ({
  id: row.id,
  name: row.name,
  text: row.text,
  tags: [...row.tags],
  model: row.model,
  settings: row.settings,
  usedCount: row.usedCount,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
})

export const isOwnPrompt = (userId: UserId, id: string) => and(eq(savedPrompts.id, id), eq(savedPrompts.userId, userId))

/** Whether a saved prompt is the user's. */
export const isOwnSavedPrompt = async (db: Querier, userId: UserId, id: string): Promise<boolean> =>
  (await db.$count(savedPrompts, isOwnPrompt(userId, id))) > 0

/** A saved prompt of the user; null where there is none. */
export async function findSavedPrompt(db: Querier, userId: UserId, id: string): Promise<SavedPromptShape | null> {
  const [row] = await db.select().from(savedPrompts).where(isOwnPrompt(userId, id))
  return row ? presentSavedPrompt(row) : null
}

/** Words of a query that are looked for; the shorter ones beyond them are left out. */
const maxTerms = 8

/** The text of a saved prompt that a search looks into: its name, text and tags. */
export const promptSearchText = ({
  name,
  text,
  tags,
}: {
  readonly name: string
  readonly text: string
  readonly tags: readonly string[]
}): string => searchText([name, text, ...tags].join(' '))

/** Whether the name, the text or a tag contains each word of a query. The longest word first: it excludes the most rows. */
function hasTerms(q: string): SQL | undefined {
  const terms = searchTerms(q)
    .toSorted((a, b) => b.length - a.length)
    .slice(0, maxTerms)
  return and(...terms.map((term) => sql`strpos(${savedPrompts.searchText}, ${term}) > 0`))
}

/** The names of the user's saved prompts that contain every word of a query, newest first. */
export async function listSavedPromptNames(
  db: Querier,
  userId: UserId,
  { q, limit }: { readonly q: string; readonly limit: number },
): Promise<string[]> {
  const rows = await db
    .select({ name: savedPrompts.name })
    .from(savedPrompts)
    .where(and(eq(savedPrompts.userId, userId), hasTerms(q)))
    .orderBy(desc(savedPrompts.createdAt), desc(savedPrompts.id))
    .limit(limit)
  return rows.map(({ name }) => name)
}

type Page = { readonly after: PageEnd | null; readonly limit: number; readonly q?: string | undefined }

/** Saved prompts of the user after the end of a page, newest first. */
export function selectSavedPrompts(db: Querier, userId: UserId, { after, limit, q = '' }: Page) {
  const beyond =
    after && sql`(${savedPrompts.createdAt}, ${savedPrompts.id}) < (${after.at}::timestamptz, ${after.id}::uuid)`
  return db
    .select()
    .from(savedPrompts)
    .where(and(eq(savedPrompts.userId, userId), beyond ?? undefined, hasTerms(q)))
    .orderBy(desc(savedPrompts.createdAt), desc(savedPrompts.id))
    .limit(limit)
}

export const endOfPage = ({ createdAt, id }: SavedPromptRow): PageEnd => ({ at: createdAt.toISOString(), id })

/** A page of the user's saved prompts, newest first, that contain every word of the query. */
export async function listSavedPrompts(
  db: UserDatabase,
  { userId, query }: { readonly userId: UserId; readonly query: SavedPromptsQuery },
): AsyncResult<{ items: SavedPromptShape[]; nextCursor: string | null }> {
  const after = readCursor(query.cursor)
  if (!after.ok) return after
  const rows = await selectSavedPrompts(db, userId, { after: after.value, limit: savedPromptsPerPage + 1, q: query.q })
  const page = rows.slice(0, savedPromptsPerPage)
  const last = page.at(-1)
  return success({
    items: page.map(presentSavedPrompt),
    nextCursor: last && rows.length > page.length ? writeCursor(endOfPage(last)) : null,
  })
}
