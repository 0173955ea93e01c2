import { type SQL, sql } from 'drizzle-orm'
import type { UserId } from '#domain/account/user-id.ts'
import { titleFromPrompt } from '#domain/prompt/title-from-prompt.ts'
import { type ShareScope, shareScopeOf } from '#domain/sharing/share-scope.ts'
import { query } from '#server/db/sql/query.ts'
import type { SystemDatabase } from '../../db/database.ts'
import { linkHashesOf, tokenHashOf } from './share-token.ts'

/** The content of a reviewer's cookie: the token of the link, and one that identifies this reviewer. */
export type Visit = { readonly shareToken: string; readonly visitorToken: string }

/** An open link, with the reviewer who uses it. */
export type OpenShare = {
  readonly id: string
  /** The owner. */
  readonly userId: UserId
  readonly projectId: string
  readonly scope: ShareScope
  readonly showsPrompts: boolean
  /** ISO 8601; null: it does not expire. */
  readonly expiresAt: string | null
  /** Null where the link shows nothing that has a title: a project's may be made of a prompt that is not shown. */
  readonly title: string | null
  readonly ownerName: string
  /** Null before the reviewer has given a name. */
  readonly visitor: { readonly id: string; readonly name: string } | null
}

type ShareRow = {
  id: string
  user_id: UserId
  project_id: string
  generation_id: string | null
  frame_id: string | null
  shows_starred: boolean
  shows_prompts: boolean
  expires_at: string | null
  title: string
  branch_prompt: string | null
  frame_title: string | null
  owner_name: string
  visitor_id: string | null
  visitor_name: string | null
}

/** Parses a cookie's value as a visit; null where it is invalid. */
export function readVisit(value: string | undefined): Visit | null {
  const [, shareToken, visitorToken] = /^([\w-]{43})\.([\w-]{43})$/.exec(value ?? '') ?? []
  return shareToken && visitorToken ? { shareToken, visitorToken } : null
}

/** Formats the value of a visit's cookie. */
export const visitText = ({ shareToken, visitorToken }: Visit) => `${shareToken}.${visitorToken}`

/** The title of what a link shows. A project's is usually made of its first prompt, which links to parts of it may not show. */
function titleOf({ title, branch_prompt, frame_title, shows_starred }: ShareRow): string | null {
  if (branch_prompt !== null) return titleFromPrompt(branch_prompt)
  return shows_starred ? null : (frame_title ?? title)
}

/** A link opens for every caller with its token, also for one who is signed in as another user. */
async function selectShare(
  system: SystemDatabase,
  { shareToken, visitorToken }: Visit,
  where: SQL,
): Promise<OpenShare | null> {
  const read = sql`
    select shares.id, shares.user_id, shares.project_id, shares.generation_id, frame_id, shows_starred, shows_prompts, expires_at, projects.title,
      root.prompt as branch_prompt, frames.title as frame_title,
      coalesce(profiles.first_name, users.first_name) as owner_name,
      visitors.id as visitor_id, visitors.name as visitor_name
    from shares join projects on projects.id = shares.project_id and projects.deleted_at is null
    join users on users.id = shares.user_id and users.deleted_at is null
    left join profiles on profiles.id = shares.user_id
    left join generations root on root.id = shares.generation_id
    left join frames on frames.project_id = shares.project_id and frames.id = shares.frame_id
    left join share_visitors visitors on visitors.share_id = shares.id
      and visitors.token_hash = ${tokenHashOf(visitorToken)}
    where shares.token_hash in (${sql.join(linkHashesOf(shareToken), sql`, `)}) and ${where}
      and revoked_at is null and (expires_at is null or expires_at > now())
      and (shares.generation_id is null or root.deleted_at is null) and (frame_id is null or frames.id is not null)`
  const { rows } = await query<ShareRow>(
    system,
    {
      id: 'string',
      user_id: 'string',
      project_id: 'string',
      generation_id: 'string',
      frame_id: 'string',
      shows_starred: 'boolean',
      shows_prompts: 'boolean',
      expires_at: 'string',
      title: 'string',
      branch_prompt: 'string',
      frame_title: 'string',
      owner_name: 'string',
      visitor_id: 'string',
      visitor_name: 'string',
    },
    read,
  )
  const [row] = rows
  if (!row) return null
  const { visitor_id: visitorId, visitor_name: name } = row
  return {
    id: row.id,
    userId: row.user_id,
    projectId: row.project_id,
    scope: shareScopeOf({ generationId: row.generation_id, frameId: row.frame_id, showsStarred: row.shows_starred }),
    showsPrompts: row.shows_prompts,
    expiresAt: row.expires_at === null ? null : new Date(row.expires_at).toISOString(),
    title: titleOf(row),
    ownerName: row.owner_name,
    visitor: visitorId === null || name === null ? null : { id: visitorId, name },
  }
}

/** The title for reviewers: without prompts only that of a frame, which its owner has written. */
export const shownTitle = ({ scope, showsPrompts, title }: OpenShare): string | null =>
  showsPrompts || scope.kind === 'frame' ? title : null

/** The link that a token opens; null where it is unknown, revoked, expired, or leads to what is in the trash. */
export const findOpenShare = (system: SystemDatabase, visit: Visit) => selectShare(system, visit, sql`true`)

/** The same, for the link that an address names: a visit of one opens no other. */
export const openShare = (system: SystemDatabase, shareId: string, visit: Visit | null): Promise<OpenShare | null> =>
  visit ? selectShare(system, visit, sql`shares.id = ${shareId}`) : Promise.resolve(null)
