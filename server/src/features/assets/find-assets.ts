import { type SQL, sql } from 'drizzle-orm'
import type { AssetsQuery } from '#contract/asset.ts'
import { keysOfTerms } from '#domain/search/search-grams.ts'
import { searchTerms } from '#domain/search/search-text.ts'
import type { Database } from '../../db/database.ts'
import type { AssetCursor } from './asset-cursor.ts'
import { type AssetRow, assetColumns } from './asset-row.ts'

/** What is asked for, read and found. */
export type AssetSearch = Omit<AssetsQuery, 'cursor'> & {
  readonly userId: string
  readonly after: AssetCursor | null
  readonly limit: number
}

/** The newest cards that a search looks through one by one before it asks the index: a common word is found here. */
const looked = 300

const dayMs = 86_400_000
/** The first moment that is too late: a day counts whole. */
const endOf = (to: string) => new Date(Date.parse(to) + (to.length === 'yyyy-mm-dd'.length ? dayMs : 1)).toISOString()

/** The user's cards as far as the query narrows them by what stands in the card itself. */
function cardConditions(search: AssetSearch): SQL {
  const { model, aspectRatio, projectId, from, to, after } = search
  const conditions = [
    sql`cards.user_id = ${search.userId} and cards.deleted_at is null`,
    ...(model === undefined ? [] : [sql`cards.model = ${model}`]),
    ...(aspectRatio === undefined ? [] : [sql`cards.aspect_ratio = ${aspectRatio}`]),
    ...(projectId === undefined ? [] : [sql`cards.project_id = ${projectId}`]),
    ...(from === undefined ? [] : [sql`cards.created_at >= ${new Date(from).toISOString()}`]),
    ...(to === undefined ? [] : [sql`cards.created_at < ${endOf(to)}`]),
    ...(after === null ? [] : [sql`cards.created_at <= ${after.createdAt}`]),
  ]
  return sql.join(conditions, sql` and `)
}

const holdsTerms = (terms: readonly string[]) =>
  sql.join(
    terms.map((term) => sql`strpos(prompts.text, ${term}) > 0`),
    sql` and `,
  )

/** @param moment The column by which the rows come, newest first: of the table that narrows them most. */
async function rowsOf(db: Database, search: AssetSearch, narrowed: { joins: SQL; moment: SQL }): Promise<AssetRow[]> {
  const { moment, joins } = narrowed
  const { after } = search
  const beyond = after
    ? sql`and ${moment} <= ${after.createdAt} and (${moment} < ${after.createdAt} or images.id > ${after.imageId})`
    : sql``
  const { rows } = await db.execute<AssetRow>(sql`
    select ${assetColumns}
    from generations cards
    join projects on projects.id = cards.project_id and projects.deleted_at is null
    join generated_images images on images.generation_id = cards.id and images.status = 'completed'
    ${joins}
    where ${cardConditions(search)} ${beyond}
    order by ${moment} desc, images.id limit ${search.limit}`)
  return rows
}

/** Among the newest cards first, then by the index: neither a word of every prompt nor one of a single prompt takes long. */
async function searchedRows(db: Database, search: AssetSearch, terms: readonly string[]): Promise<AssetRow[]> {
  const text = sql`join prompt_search prompts on prompts.generation_id = cards.id and ${holdsTerms(terms)}`
  const newest = sql`join (select id from generations cards where ${cardConditions(search)}
    order by created_at desc limit ${looked}) newest on newest.id = cards.id`
  const near = await rowsOf(db, search, { joins: sql`${text} ${newest}`, moment: sql`cards.created_at` })
  if (near.length >= search.limit) return near
  const keys = keysOfTerms(search.userId, terms)
  const byKeys = keys.length > 0 ? sql`and prompts.keys @> ${`{${keys.join(',')}}`}::int[]` : sql``
  const found = sql`join (select generation_id, created_at from prompt_search prompts
    where prompts.user_id = ${search.userId} ${byKeys} and ${holdsTerms(terms)}
    order by created_at desc offset 0) found on found.generation_id = cards.id`
  return rowsOf(db, search, { joins: found, moment: sql`found.created_at` })
}

/** The user's finished images that the query asks for, newest first. */
export async function findAssets(db: Database, search: AssetSearch): Promise<AssetRow[]> {
  const { feedback, q, userId } = search
  const terms = searchTerms(q ?? '')
  if (feedback !== undefined) {
    const given = sql`join image_feedback given on given.image_id = images.id and given.user_id = ${userId}
      and given.feedback_type = ${feedback}`
    const text =
      terms.length > 0
        ? sql`join prompt_search prompts on prompts.generation_id = cards.id and ${holdsTerms(terms)}`
        : sql``
    return rowsOf(db, search, { joins: sql`${given} ${text}`, moment: sql`given.generated_at` })
  }
  if (terms.length > 0) return searchedRows(db, search, terms)
  return rowsOf(db, search, { joins: sql``, moment: sql`cards.created_at` })
}
