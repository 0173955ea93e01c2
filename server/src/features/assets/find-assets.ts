import { type SQL, sql } from 'drizzle-orm'
import { type AssetsQuery, assetsPerPage } from '#contract/cards/asset.ts'
import type { UserId } from '#domain/account/user-id.ts'
import type { FeedbackType } from '#domain/board/feedback.ts'
import { noModel } from '#domain/generation/origin.ts'
import { imagesPerGeneration } from '#domain/generation/status.ts'
import { keysOfTerms } from '#domain/search/search-grams.ts'
import { searchTerms } from '#domain/search/search-text.ts'
import { type AssetRow, assetColumns, assetRowColumns } from '#server/cards/asset-row.ts'
import { type HiddenCards, idsOf } from '#server/cards/hidden-cards.ts'
import type { UserDatabase } from '../../db/database.ts'
import { milliseconds, uuidArray } from '../../db/sql/expressions.ts'
import { type Columns, query } from '../../db/sql/query.ts'
import { plannedRows, statement } from '../../db/statement.ts'
import type { PageEnd } from '../page-cursor.ts'

/** The filters of a list of assets. */
export type AssetSearch = Omit<AssetsQuery, 'cursor'> & {
  readonly userId: UserId
  readonly after: PageEnd | null
  readonly limit: number
  /** Cards that no filter by model finds: it would reveal their models. */
  readonly hidden: HiddenCards
}

/**
 * The number of newest prompts that a search scans one by one before it uses the index, and how many if the first scan found enough
 * (at most 0.3 and 1.5 ms): a page for a word in every hundredth prompt is found among them. For more frequent words the index
 * finds thousands of cards, of which the newest must still be selected (10 ms).
 */
const scanSizes = [250, 2_000] as const
/** Hits in a scan that make a whole page in the next one likely. */
const minHits = 2

const dayMs = 86_400_000
/** The first moment after the range: a day counts whole. */
const endOf = (to: string) => new Date(Date.parse(to) + (to.length === 'yyyy-mm-dd'.length ? dayMs : 1)).toISOString()

/** The condition on the creation time of rows that have the card's time. */
function momentConditions(table: 'cards' | 'prompts', { from, to, after }: AssetSearch): SQL {
  const moment = sql.raw(`${table}.created_at`)
  const conditions = [
    ...(from === undefined ? [] : [sql`${moment} >= ${new Date(from).toISOString()}`]),
    ...(to === undefined ? [] : [sql`${moment} < ${endOf(to)}`]),
    ...(after === null ? [] : [sql`${moment} <= ${after.at}`]),
  ]
  return conditions.length > 0 ? sql.join(conditions, sql` and `) : sql`true`
}

/** The user's cards, narrowed by the conditions on the card itself. */
function cardConditions(search: AssetSearch): SQL {
  const { model, origin, aspectRatio, projectId, madeBy, hidden } = search
  const conditions = [
    sql`cards.user_id = ${search.userId} and cards.deleted_at is null`,
    ...(model === undefined ? [] : [sql`cards.model = ${model}`]),
    ...(origin === undefined
      ? []
      : [origin === 'made' ? sql`cards.model <> ${noModel}` : sql`cards.model = ${noModel}`]),
    ...(model === undefined || hidden.size === 0 ? [] : [sql`cards.id <> all(${idsOf(hidden)})`]),
    ...(aspectRatio === undefined ? [] : [sql`cards.aspect_ratio = ${aspectRatio}`]),
    ...(projectId === undefined ? [] : [sql`cards.project_id = ${projectId}`]),
    ...(madeBy === undefined ? [] : [sql`cards.made_by = ${madeBy}`]),
    momentConditions('cards', search),
  ]
  return sql.join(conditions, sql` and `)
}

/** The condition that a card holds all terms, in its prompt or in descriptions of its images. */
const holdsTerms = (terms: readonly string[]) =>
  sql.join(
    terms.map((term) => sql`(strpos(prompts.text, ${term}) > 0 or strpos(prompts.described, ${term}) > 0)`),
    sql` and `,
  )

/** The condition that an image of such a card holds all terms: in the prompt, or in its own description. */
function imageHoldsTerms(terms: readonly string[]): SQL {
  const own = sql`(select search_text from image_descriptions where image_id = images.id)`
  const each = terms.map((term) => sql`(strpos(prompts.text, ${term}) > 0 or strpos(${own}, ${term}) > 0)`)
  return sql`(prompts.described is null or (${sql.join(each, sql` and `)}))`
}

/** @param moment The column that orders the rows, newest first: of the table that narrows them most. */
async function rowsOf(
  db: UserDatabase,
  search: AssetSearch,
  narrowed: { joins: SQL; moment: SQL },
): Promise<AssetRow[]> {
  const { moment, joins } = narrowed
  const { after } = search
  const beyond = after
    ? sql`and ${moment} <= ${after.at} and (${moment} < ${after.at} or images.id > ${after.id})`
    : sql``
  const rows = sql`
    select ${assetColumns}
    from generations cards
    join projects on projects.id = cards.project_id and projects.deleted_at is null
    join generated_images images on images.generation_id = cards.id and images.status = 'completed'
    ${joins}
    where ${cardConditions(search)} ${beyond}
    order by ${moment} desc, images.id ${limitTo(search.limit)}`
  return read<AssetRow>(db, search, { columns: assetRowColumns, rows })
}

/** A literal in the text, not a parameter. */
const limitTo = (most: number | null) => (most === null ? sql`` : sql`limit ${sql.raw(String(most))}`)

const maxPlannedTerms = 2

/** Not prepared for many words: they are rare, and each number of them would be a plan of its own. */
async function read<Row extends Record<string, unknown>>(
  db: UserDatabase,
  search: AssetSearch,
  { columns, rows }: { readonly columns: Columns<Row>; readonly rows: SQL },
): Promise<Row[]> {
  const isUsual = searchTerms(search.q ?? '').length <= maxPlannedTerms
  return isUsual ? plannedRows<Row>(db, columns, rows) : (await query<Row>(db, columns, rows)).rows
}

/** A card that a search has found, with when it was made, in milliseconds since 1970. */
type FoundCard = { id: string; ms: number }
const foundCardColumns: Columns<FoundCard> = { id: 'string', ms: 'number' }

/** The first page without filters: what opening the list requests. */
const newestRows = statement<AssetRow, { userId: UserId }>(
  assetRowColumns,
  ['userId'],
  ({ userId }) => sql`
    select ${assetColumns}
    from generations cards
    join projects on projects.id = cards.project_id and projects.deleted_at is null
    join generated_images images on images.generation_id = cards.id and images.status = 'completed'
    where cards.user_id = ${userId} and cards.deleted_at is null
    order by cards.created_at desc, images.id limit ${sql.raw(String(assetsPerPage + 1))}`,
)

/**
 * Cards first, their images in a second statement: it takes less time to plan than one large statement, and its plan does not
 * depend on the planner's estimate for the words. @param most The newest so many of those found; null for all.
 */
const newestOf = (found: SQL, most: number | null) => sql`
  select found.id, ${milliseconds(sql`found.created_at`)} as ms from (${found}) found
  order by found.created_at desc ${limitTo(most)}`

/** A page of these cards' images; null when it is not full, or when a card that was left out could belong on it. */
async function wholePage(
  db: UserDatabase,
  search: AssetSearch,
  cards: readonly FoundCard[],
): Promise<AssetRow[] | null> {
  const rows = await rowsOfCards(db, search, cards)
  const last = rows.at(-1)
  const oldest = cards.at(-1)
  return last && oldest && rows.length === search.limit && last.moment_ms > oldest.ms ? rows : null
}

function rowsOfCards(db: UserDatabase, search: AssetSearch, cards: readonly FoundCard[]): Promise<AssetRow[]> {
  const joins = sql`join unnest(${uuidArray(cards.map(({ id }) => id))}) found(id) on found.id = cards.id
    join prompt_search prompts on prompts.generation_id = cards.id and ${imageHoldsTerms(searchTerms(search.q ?? ''))}`
  return rowsOf(db, search, { joins, moment: sql`cards.created_at` })
}

/** Fewer cards have no whole page of images and one more. */
const minCards = Math.ceil((assetsPerPage + 1) / imagesPerGeneration)
/** A page even where a third of their images are not finished. */
const defaultCards = Math.ceil(1.5 * minCards)
/** More than a page even where three of four cards are narrowed away or lie in the trash. */
const manyCards = 4 * (assetsPerPage + 1)

/** Searches the newest cards first, then the index: fast for a word of every prompt and for one of a single prompt. */
async function searchedRows(db: UserDatabase, search: AssetSearch, terms: readonly string[]): Promise<AssetRow[]> {
  const readCards = (rows: SQL) => read<FoundCard>(db, search, { columns: foundCardColumns, rows })
  for (const looked of scanSizes) {
    const near = await readCards(newestOf(amongNewest(search, terms, looked), defaultCards))
    const page = near.length < minCards ? null : await wholePage(db, search, near)
    if (page) return page
    if (near.length < minHits) break
  }
  const indexed = byIndex(search, terms)
  const found = (most: number | null) => readCards(newestOf(indexed, most))
  const many = await found(manyCards)
  const first = many.length > defaultCards ? await wholePage(db, search, many.slice(0, defaultCards)) : null
  if (first) return first
  if (many.length < manyCards) return rowsOfCards(db, search, many)
  return (await wholePage(db, search, many)) ?? rowsOfCards(db, search, await found(null))
}

/** The cards with these words whose prompts are among the newest. @param looked How many are scanned. */
const amongNewest = (search: AssetSearch, terms: readonly string[], looked: number) => sql`
  select cards.id, prompts.created_at from
    (select generation_id, created_at, text, described from prompt_search prompts
      where prompts.user_id = ${search.userId} and ${momentConditions('prompts', search)}
      order by created_at desc ${limitTo(looked)}) prompts
    join generations cards on cards.id = prompts.generation_id and ${cardConditions(search)}
    where ${holdsTerms(terms)}`

/** All cards with these words, in no order. */
function byIndex(search: AssetSearch, terms: readonly string[]): SQL {
  const keys = keysOfTerms(search.userId, terms)
  // A key is of one person and one piece of a word. Fenced in, since PostgreSQL would otherwise also read all that the person
  // has from the index by time: as they sort afterwards, or to find those that both indexes name.
  const candidates =
    keys.length > 0
      ? sql`(select * from prompt_search where keys @> ${`{${keys.join(',')}}`}::int[] offset 0)`
      : sql`prompt_search`
  return sql`select generation_id as id, created_at, text, described from ${candidates} prompts
    where prompts.user_id = ${search.userId} and ${holdsTerms(terms)} and ${momentConditions('prompts', search)}
    offset 0`
}

/**
 * Literals, not parameters: the numbers of likes and stars differ, and with a parameter PostgreSQL would plan the statement each
 * time.
 */
const feedbackWords = { like: sql`'like'`, star: sql`'star'`, dislike: sql`'dislike'` } satisfies Record<
  FeedbackType,
  SQL
>

const isFirstUnfilteredPage = ({ limit, after, userId: _, hidden: _hidden, ...narrowing }: AssetSearch) =>
  limit === assetsPerPage + 1 && after === null && Object.values(narrowing).every((value) => value === undefined)

/** Narrows images to those with feedback, and their cards to those with these words. */
function withFeedback({ userId }: Pick<AssetSearch, 'userId'>, feedback: FeedbackType, terms: readonly string[]): SQL {
  const given = sql`join image_feedback given on given.image_id = images.id and given.user_id = ${userId}
      and given.feedback_type = ${feedbackWords[feedback]}`
  return terms.length === 0
    ? given
    : sql`${given} join prompt_search prompts on prompts.generation_id = cards.id and ${holdsTerms(terms)}
        and ${imageHoldsTerms(terms)}`
}

/** The number of the user's finished images that the filters find, counted up to `limit`. */
export async function countFound(db: UserDatabase, filters: Omit<AssetSearch, 'after'>): Promise<number> {
  const search = { ...filters, after: null }
  const terms = searchTerms(search.q ?? '')
  const joins =
    search.feedback !== undefined
      ? withFeedback(search, search.feedback, terms)
      : terms.length > 0
        ? sql`join (${byIndex(search, terms)}) prompts on prompts.id = cards.id and ${imageHoldsTerms(terms)}`
        : sql``
  const { rows } = await query<{ count: number }>(
    db,
    { count: 'number' },
    sql`select count(*)::int as count from (
      select from generations cards
      join projects on projects.id = cards.project_id and projects.deleted_at is null
      join generated_images images on images.generation_id = cards.id and images.status = 'completed'
      ${joins} where ${cardConditions(search)} ${limitTo(search.limit)}) counted`,
  )
  return rows[0]?.count ?? 0
}

/** The user's finished images that the query asks for, newest first. */
export async function findAssets(db: UserDatabase, search: AssetSearch): Promise<AssetRow[]> {
  const { feedback, q, userId } = search
  if (isFirstUnfilteredPage(search)) return newestRows(db, { userId })
  const terms = searchTerms(q ?? '')
  if (feedback !== undefined)
    return rowsOf(db, search, { joins: withFeedback(search, feedback, terms), moment: sql`given.generated_at` })
  if (terms.length > 0) return searchedRows(db, search, terms)
  return rowsOf(db, search, { joins: sql``, moment: sql`cards.created_at` })
}
