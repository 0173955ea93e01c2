import { type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import {
  type LatestProjectsQuery,
  type LatestProjectsReply,
  latestProjectsPerPage,
  maxCoverImages,
} from '#contract/project.ts'
import type { UserId } from '#domain/account/user-id.ts'
import { failure, success } from '#domain/result.ts'
import { searchTerms, searchText } from '#domain/search/search-text.ts'
import type { UserDatabase } from '../../db/database.ts'
import { milliseconds, uuidArray } from '../../db/sql/expressions.ts'
import type { Columns } from '../../db/sql/query.ts'
import { plannedRows, statement } from '../../db/statement.ts'
import type { Refusable } from '../refusal.ts'

type TitleRow = { id: string; title: string; edited_ms: number }

/** Titles are compared here, as `searchText` writes them: those of the 10,000 projects that an account may have are 1 MB at most. */
const titles = statement<TitleRow, { userId: UserId }>(
  { id: 'string', title: 'string', edited_ms: 'number' },
  ['userId'],
  ({ userId }) => sql`
    select id, title, ${milliseconds(sql`updated_at`)} as edited_ms from projects
    where user_id = ${userId} and deleted_at is null
    order by updated_at desc, id`,
)

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

/** A page of the user's projects with covers, edited last first; those whose titles contain every word of the query. */
export async function listLatestProjects(
  db: UserDatabase,
  { userId, query }: { userId: UserId; query: LatestProjectsQuery },
): Refusable<LatestProjectsReply> {
  const after = query.cursor === undefined ? null : readCursor(query.cursor)
  if (query.cursor !== undefined && !after) return badCursor
  const terms = searchTerms(query.q ?? '')
  const matches = ({ title }: TitleRow) => {
    const text = terms.length > 0 ? searchText(title) : ''
    return terms.every((term) => text.includes(term))
  }
  const found = (await titles(db, { userId })).filter(matches)
  const isBeyond = (row: TitleRow) =>
    after === null || row.edited_ms < after.edited_ms || (row.edited_ms === after.edited_ms && row.id > after.id)
  const rest = found.filter(isBeyond)
  const page = rest.slice(0, latestProjectsPerPage)
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
    nextCursor: last && rest.length > page.length ? writeCursor(last) : null,
    total: found.length,
  })
}
