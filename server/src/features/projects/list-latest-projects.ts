import { type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import {
  type LatestProjectsQuery,
  type LatestProjectsReply,
  latestProjectsPerPage,
  maxCoverImages,
  maxProjectTitle,
} from '#contract/project.ts'
import type { UserId } from '#domain/account/user-id.ts'
import { failure, success } from '#domain/result.ts'
import { searchTerms } from '#domain/search/search-text.ts'
import type { UserDatabase } from '../../db/database.ts'
import { milliseconds, uuidArray } from '../../db/sql/expressions.ts'
import type { Columns } from '../../db/sql/query.ts'
import { plannedRows, statement } from '../../db/statement.ts'
import type { OwnerWork } from '../../operations/work-limits.ts'
import type { Refusable } from '../refusal.ts'
import { filterTitles, titlesAtOnce } from './filter-titles.ts'

type TitleRow = { id: string; title: string; edited_ms: number }

const titleColumns: Columns<TitleRow> = { id: 'string', title: 'string', edited_ms: 'number' }
const editedMs = milliseconds(sql`updated_at`)

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

const cursorShape = z.tuple([z.number(), z.uuid()])

/** Encodes the end of a page as opaque text. */
const writeCursor = ({ edited_ms, id }: TitleRow) => Buffer.from(JSON.stringify([edited_ms, id])).toString('base64url')

/** The end of the page before; null for a text that `writeCursor` did not write. */
function readCursor(text: string): Pick<TitleRow, 'edited_ms' | 'id'> | null {
  try {
    const [edited_ms, id] = cursorShape.parse(JSON.parse(Buffer.from(text, 'base64url').toString()))
    return { edited_ms, id }
  } catch {
    return null
  }
}

const badCursor = failure({
  code: 'invalid',
  data: { issues: [{ path: ['cursor'], message: 'Not a cursor. Take nextCursor of the page before.' }] },
} as const)

type Listing = { readonly userId: UserId; readonly after: Pick<TitleRow, 'edited_ms' | 'id'> | null }
/** The rows of a page, one more where there is one, and the number of rows on all pages. */
type Found = { readonly rows: readonly TitleRow[]; readonly total: number }

async function listRows(db: UserDatabase, { userId, after }: Listing): Promise<Found> {
  const [counted] = await countProjects(db, { userId })
  const rows = await pageRows(db, { userId, afterMs: after?.edited_ms ?? null, afterId: after?.id ?? null })
  return { rows, total: counted?.count ?? 0 }
}

/** Few titles are searched at once: they don't wait for the pictures of their owner. */
async function searchRows(
  db: UserDatabase,
  { userId, after, terms, work }: Listing & { readonly terms: readonly string[]; readonly work: OwnerWork },
): Promise<Found> {
  const isBeyond = (row: TitleRow) =>
    after === null || row.edited_ms < after.edited_ms || (row.edited_ms === after.edited_ms && row.id > after.id)
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
): Refusable<LatestProjectsReply> {
  const after = query.cursor === undefined ? null : readCursor(query.cursor)
  if (query.cursor !== undefined && !after) return badCursor
  const terms = searchTerms(query.q ?? '')
  const listing = { userId, after }
  const { rows, total } = await (terms.length > 0 ? searchRows(db, { ...listing, terms, work }) : listRows(db, listing))
  const page = rows.slice(0, latestProjectsPerPage)
  const last = page.at(-1)
  const covers = Map.groupBy(
    await plannedRows<CoverRow>(db, coverColumns, coversOf(page.map(({ id }) => id))),
    (row) => row.project_id,
  )
  return success({
    items: page.map(({ id, title, edited_ms }) => ({
      id,
      title,
      editedAt: new Date(edited_ms).toISOString(),
      coverImageIds: covers.get(id)?.map(({ image_id }) => image_id) ?? [],
    })),
    nextCursor: last && rows.length > page.length ? writeCursor(last) : null,
    total,
  })
}
