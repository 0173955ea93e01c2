import { type SQL, sql } from 'drizzle-orm'
import {
  type LatestProjectsQuery,
  type LatestProjectsReply,
  latestProjectsPerPage,
  maxCoverImages,
} from '#contract/board/project.ts'
import type { UserId } from '#domain/account/user-id.ts'
import { maxProjectTitle } from '#domain/board/change.ts'
import { success } from '#domain/result.ts'
import { searchTerms } from '#domain/search/search-text.ts'
import type { AsyncResult } from '#server/db/refusal.ts'
import type { UserDatabase } from '../../db/database.ts'
import { milliseconds, uuidArray } from '../../db/sql/expressions.ts'
import type { Columns } from '../../db/sql/query.ts'
import { plannedRows, statement } from '../../db/statement.ts'
import type { OwnerWork } from '../../operations/work-limits.ts'
import { type PageEnd, readCursor, writeCursor } from '../page-cursor.ts'
import { filterTitles, titlesAtOnce } from './filter-titles.ts'

type TitleRow = { id: string; title: string; edited_ms: number }

const titleColumns: Columns<TitleRow> = { id: 'string', title: 'string', edited_ms: 'number' }
const editedMs = milliseconds(sql`updated_at`)
const isoOf = ({ edited_ms }: TitleRow) => new Date(edited_ms).toISOString()

const countProjects = statement<{ count: number }, { userId: UserId }>(
  { count: 'number' },
  ['userId'],
  ({ userId }) => sql`select count(*)::int as count from projects where user_id = ${userId} and deleted_at is null`,
)

/** A page of projects, and one more where there is one. No index has `updated_at`: PostgreSQL sorts them, and returns these alone. */
const pageRows = statement<TitleRow, { userId: UserId; afterMs: number | null; afterId: string | null }>(
  titleColumns,
  ['userId', 'afterMs', 'afterId'],
  ({ userId, afterMs, afterId }) => sql`
    select id, title, ${editedMs} as edited_ms from projects
    where user_id = ${userId} and deleted_at is null
      and (${afterMs}::float8 is null or ${editedMs} < ${afterMs}::float8
        or (${editedMs} = ${afterMs}::float8 and id > ${afterId}::uuid))
    order by updated_at desc, id limit ${sql.raw(String(latestProjectsPerPage + 1))}`,
)

/** Titles are compared here, as `searchText` writes them: those of the 10,000 projects that an account may have are 5 MB at most. */
const allRows = statement<TitleRow, { userId: UserId }>(
  titleColumns,
  ['userId'],
  ({ userId }) => sql`
    select id, left(title, ${sql.raw(String(maxProjectTitle))}) as title, ${editedMs} as edited_ms from projects
    where user_id = ${userId} and deleted_at is null
    order by updated_at desc, id`,
)

/** Memory for a title that is searched, in bytes: 480 of UTF-8 as PostgreSQL sends it, and the row with as many of UTF-16. */
const titleBytes = 1_000

type CoverRow = { project_id: string; image_id: string }
const coverColumns: Columns<CoverRow> = { project_id: 'string', image_id: 'string' }

/** Newest cards of a project among which its cover is chosen: a project of 10,000 cards takes no longer than one of 24. */
const cardsOfCover = sql.raw('24')

const given = (type: 'star' | 'like'): SQL => sql`exists (select 1 from image_feedback given
  where given.image_id = images.id and given.feedback_type = ${sql.raw(`'${type}'`)})`

/**
 * The images on the covers: of each of the newest cards the one that represents it (`facePlace`: starred, else liked, else the
 * first), those that are starred first. Images that the safety filter found sensitive are on no cover.
 */
const coversOf = (projectIds: readonly string[]): SQL => sql`
  select wanted.id as project_id, face.id as image_id
  from unnest(${uuidArray(projectIds)}) with ordinality wanted(id, place)
  cross join lateral (
    select best.id, best.is_starred, cards.created_at from (
      select id, created_at from generations
      where project_id = wanted.id and deleted_at is null
      order by created_at desc, id desc limit ${cardsOfCover}
    ) cards
    cross join lateral (
      select images.id, ${given('star')} as is_starred from generated_images images
      where images.generation_id = cards.id and images.status = 'completed' and images.sensitive is null
      order by is_starred desc, ${given('like')} desc, images.order_num limit 1
    ) best
    order by best.is_starred desc, cards.created_at desc, best.id limit ${sql.raw(String(maxCoverImages))}
  ) face
  order by wanted.place, face.is_starred desc, face.created_at desc, face.id`

type Listing = { readonly userId: UserId; readonly after: PageEnd | null }
/** The rows of a page, one more where there is one, and the number of rows on all pages. */
type Found = { readonly rows: readonly TitleRow[]; readonly total: number }

async function listRows(db: UserDatabase, { userId, after }: Listing): Promise<Found> {
  const [counted] = await countProjects(db, { userId })
  const rows = await pageRows(db, { userId, afterMs: after && Date.parse(after.at), afterId: after?.id ?? null })
  return { rows, total: counted?.count ?? 0 }
}

/** Few titles are searched at once: they don't wait for the pictures of their owner. */
async function searchRows(
  db: UserDatabase,
  { userId, after, terms, work }: Listing & { readonly terms: readonly string[]; readonly work: OwnerWork },
): Promise<Found> {
  const afterMs = after ? Date.parse(after.at) : Number.POSITIVE_INFINITY
  const isBeyond = ({ edited_ms, id }: TitleRow) =>
    edited_ms < afterMs || (edited_ms === afterMs && id > (after?.id ?? ''))
  const search = async () => {
    const found = await filterTitles(await allRows(db, { userId }), terms, work.signal)
    return { rows: found.filter(isBeyond).slice(0, latestProjectsPerPage + 1), total: found.length }
  }
  const [counted] = await countProjects(db, { userId })
  const count = counted?.count ?? 0
  return count <= titlesAtOnce ? search() : work.admit(titleBytes * count, search)
}

/**
 * A page of the user's projects with covers, edited last first; those whose titles contain every word of the query.
 * @throws AdmissionRefused where there is no memory to search many titles.
 */
export async function listLatestProjects(
  db: UserDatabase,
  { userId, query, work }: { userId: UserId; query: LatestProjectsQuery; work: OwnerWork },
): AsyncResult<LatestProjectsReply> {
  const after = readCursor(query.cursor)
  if (!after.ok) return after
  const terms = searchTerms(query.q ?? '')
  const listing = { userId, after: after.value }
  const { rows, total } = await (terms.length > 0 ? searchRows(db, { ...listing, terms, work }) : listRows(db, listing))
  const page = rows.slice(0, latestProjectsPerPage)
  const last = page.at(-1)
  const covers = Map.groupBy(
    await plannedRows<CoverRow>(db, coverColumns, coversOf(page.map(({ id }) => id))),
    (row) => row.project_id,
  )
  return success({
    items: page.map((row) => ({
      id: row.id,
      title: row.title,
      editedAt: isoOf(row),
      coverImageIds: covers.get(row.id)?.map(({ image_id }) => image_id) ?? [],
    })),
    nextCursor: last && rows.length > page.length ? writeCursor({ at: isoOf(last), id: last.id }) : null,
    total,
  })
}
