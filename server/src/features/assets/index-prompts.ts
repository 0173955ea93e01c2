import { asc, gt, inArray, sql } from 'drizzle-orm'
import type { UserId } from '#domain/account/user-id.ts'
import { keysOfText } from '#domain/search/search-grams.ts'
import { searchText } from '#domain/search/search-text.ts'
import type { BackgroundTask } from '../../background/runner.ts'
import type { Querier, SystemDatabase, Transaction } from '../../db/database.ts'
import { generations } from '../../db/schema/generations.ts'
import { promptSearch } from '../../db/schema/search.ts'

/** The fields of a generation that are searched. */
export type SearchedPrompt = {
  readonly id: string
  readonly userId: UserId
  readonly createdAt: Date
  readonly prompt: string
  /** The descriptions of its images as `searchText` makes them; null or left out: there is none. */
  readonly described?: string | null
}

/** The descriptions of the images of a card in one text. */
const described = sql<string | null>`(select string_agg(described.search_text, ' ')
  from image_descriptions described join generated_images images on images.id = described.image_id
  where images.generation_id = "generations"."id")`

/** Indexes prompts, and the descriptions of the images that they made; those that are indexed already stay as they are. */
export async function indexPrompts(db: Querier, cards: readonly SearchedPrompt[]): Promise<void> {
  if (cards.length === 0) return
  const rows = cards.map(({ id, userId, createdAt, prompt, described = null }) => {
    const text = searchText(prompt)
    const keys = keysOfText(userId, described === null ? text : `${text} ${described}`)
    return { generationId: id, userId, createdAt, text, described, keys }
  })
  await db.insert(promptSearch).values(rows).onConflictDoNothing()
}

/** Indexes these cards again, whose prompts or descriptions have changed. */
export async function indexChangedPrompts(tx: Transaction, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await tx.delete(promptSearch).where(inArray(promptSearch.generationId, [...ids]))
  const { id, userId, createdAt, prompt } = generations
  await indexPrompts(
    tx,
    await tx
      .select({ id, userId, createdAt, prompt, described })
      .from(generations)
      .where(inArray(id, [...ids])),
  )
}

/** Cards read in one query. */
const batch = 500

/** Indexes every prompt that is not indexed yet: rows older than the search, and rows imported by other means. */
export async function indexMissingPrompts(db: SystemDatabase, signal: AbortSignal): Promise<void> {
  let last: string | null = null
  do {
    const isMissing = sql`not exists (select from ${promptSearch} where ${promptSearch.generationId} = ${generations.id})`
    const cards: SearchedPrompt[] = await db
      .select({
        id: generations.id,
        userId: generations.userId,
        createdAt: generations.createdAt,
        prompt: generations.prompt,
        described,
      })
      .from(generations)
      .where(last === null ? isMissing : sql`${isMissing} and ${gt(generations.id, last)}`)
      .orderBy(asc(generations.id))
      .limit(batch)
    await indexPrompts(db, cards)
    last = cards.at(-1)?.id ?? null
  } while (last !== null && !signal.aborted)
}

/** Indexes prompts that were not indexed with their generation, every hour: new ones are, so this is for older rows. */
export const indexTask = (db: SystemDatabase): BackgroundTask => ({
  name: 'index prompts',
  everyMs: 3_600_000,
  run: ({ signal }) => indexMissingPrompts(db, signal),
})
