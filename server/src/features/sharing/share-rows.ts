import { type SQL, sql } from 'drizzle-orm'
import type { ShareShape } from '#contract/sharing/share.ts'
import type { UserId } from '#domain/account/user-id.ts'
import type { LinkGrant } from '#domain/sharing/link-grant.ts'
import { query } from '#server/db/sql/query.ts'
import type { Querier } from '../../db/database.ts'

type ShareRow = {
  id: string
  project_id: string
  generation_id: string | null
  frame_id: string | null
  shows_starred: boolean
  shows_prompts: boolean
  grants: LinkGrant | null
  allows_copies: boolean
  has_watermark: boolean
  has_passphrase: boolean
  expires_at: string | null
  created_at: string
  visitors: number
}

const timeOf = (value: string) => new Date(value).toISOString()

const presentShare = (row: ShareRow): ShareShape => ({
  id: row.id,
  projectId: row.project_id,
  generationId: row.generation_id,
  frameId: row.frame_id,
  showsStarred: row.shows_starred,
  showsPrompts: row.shows_prompts,
  grants: row.grants ?? 'comment',
  allowsCopies: row.allows_copies && !row.has_watermark,
  hasWatermark: row.has_watermark,
  hasPassphrase: row.has_passphrase,
  expiresAt: row.expires_at === null ? null : timeOf(row.expires_at),
  createdAt: timeOf(row.created_at),
  visitors: row.visitors,
})

async function selectShares(db: Querier, where: SQL): Promise<ShareShape[]> {
  const { rows } = await query<ShareRow>(
    db,
    {
      id: 'string',
      project_id: 'string',
      generation_id: 'string',
      frame_id: 'string',
      shows_starred: 'boolean',
      shows_prompts: 'boolean',
      grants: 'string',
      allows_copies: 'boolean',
      has_watermark: 'boolean',
      has_passphrase: 'boolean',
      expires_at: 'string',
      created_at: 'string',
      visitors: 'number',
    },
    sql`
    select id, project_id, generation_id, frame_id, shows_starred, shows_prompts, grants, allows_copies,
      has_watermark, passphrase_hash is not null as has_passphrase, expires_at, created_at,
      (select count(*)::int from share_visitors where share_id = shares.id) as visitors
    from shares where ${where} and revoked_at is null and (expires_at is null or expires_at > now())
    order by created_at desc, id`,
  )
  return rows.map(presentShare)
}

/** The open links of a project, newest first. The caller has checked that the project is the user's. */
export const listShares = (db: Querier, projectId: string) => selectShares(db, sql`project_id = ${projectId}`)

/** One open link of the user; null where it is another user's, revoked or unknown. */
export async function findShare(db: Querier, userId: UserId, shareId: string): Promise<ShareShape | null> {
  const [share] = await selectShares(db, sql`id = ${shareId} and user_id = ${userId}`)
  return share ?? null
}
