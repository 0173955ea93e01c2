import { createHmac, timingSafeEqual } from 'node:crypto'
import { type SQL, sql } from 'drizzle-orm'
import type { UserId } from '#domain/account/user-id.ts'
import { titleFromPrompt } from '#domain/prompt/title-from-prompt.ts'
import type { LinkGrant } from '#domain/sharing/link-grant.ts'
import { type ShareScope, shareScopeOf } from '#domain/sharing/share-scope.ts'
import { query } from '#server/db/sql/query.ts'
import type { SystemDatabase } from '../../db/database.ts'
import { linkHashesOf, tokenHashOf } from './share-token.ts'

/** The content of a reviewer's cookie: the token of the link, and one that identifies this reviewer. */
export type Visit = {
  readonly shareToken: string
  readonly visitorToken: string
  /** Proof that the passphrase of the link was given in this visit; left out where it has none. */
  readonly pass?: string | undefined
}

/** An open link, with the reviewer who uses it. */
export type OpenShare = {
  readonly id: string
  /** The owner. */
  readonly userId: UserId
  readonly projectId: string
  readonly scope: ShareScope
  readonly showsPrompts: boolean
  readonly grants: LinkGrant
  /** Whether what is shown can be copied into an account; never of pictures with a mark. */
  readonly allowsCopies: boolean
  readonly hasWatermark: boolean
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
  grants: LinkGrant | null
  allows_copies: boolean
  has_watermark: boolean
  passphrase_hash: string | null
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
  const [, shareToken, visitorToken, pass] = /^([\w-]{43})\.([\w-]{43})(?:\.([\w-]{43}))?$/.exec(value ?? '') ?? []
  return shareToken && visitorToken ? { shareToken, visitorToken, pass } : null
}

/** Formats the value of a visit's cookie. */
export const visitText = ({ shareToken, visitorToken, pass }: Visit) =>
  `${shareToken}.${visitorToken}${pass === undefined ? '' : `.${pass}`}`

/**
 * The proof in a visit's cookie that the passphrase was given. Keyed by its stored hash, which nobody outside knows: no visit can be made
 * up from the tokens, and another passphrase ends all visits.
 */
export const passOf = ({ shareToken, visitorToken }: Visit, passphraseHash: string): string =>
  createHmac('sha256', passphraseHash).update(`${shareToken}.${visitorToken}`).digest('base64url')

function hasPass(visit: Visit, passphraseHash: string | null): boolean {
  if (passphraseHash === null) return true
  const [given, right] = [Buffer.from(visit.pass ?? ''), Buffer.from(passOf(visit, passphraseHash))]
  return given.length === right.length && timingSafeEqual(given, right)
}

/** Whether reviewers of a link may neither comment nor vote. */
export const mayOnlyLook = ({ grants }: Pick<OpenShare, 'grants'>): boolean => grants === 'look'

/** The title of what a link shows. A project's is usually made of its first prompt, which links to parts of it may not show. */
function titleOf({ title, branch_prompt, frame_title, shows_starred }: ShareRow): string | null {
  if (branch_prompt !== null) return titleFromPrompt(branch_prompt)
  return shows_starred ? null : (frame_title ?? title)
}

type FoundShare = { readonly share: OpenShare; readonly passphraseHash: string | null }

/** A link opens for every caller with its token, also for one who is signed in as another user. */
async function selectShare(
  system: SystemDatabase,
  { shareToken, visitorToken }: Visit,
  where: SQL,
): Promise<FoundShare | null> {
  const read = sql`
    select shares.id, shares.user_id, shares.project_id, shares.generation_id, frame_id, shows_starred, shows_prompts,
      grants, allows_copies, has_watermark, passphrase_hash, expires_at, projects.title,
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
      grants: 'string',
      allows_copies: 'boolean',
      has_watermark: 'boolean',
      passphrase_hash: 'string',
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
  const share: OpenShare = {
    id: row.id,
    userId: row.user_id,
    projectId: row.project_id,
    scope: shareScopeOf({ generationId: row.generation_id, frameId: row.frame_id, showsStarred: row.shows_starred }),
    showsPrompts: row.shows_prompts,
    grants: row.grants ?? 'comment',
    allowsCopies: row.allows_copies && !row.has_watermark,
    hasWatermark: row.has_watermark,
    expiresAt: row.expires_at === null ? null : new Date(row.expires_at).toISOString(),
    title: titleOf(row),
    ownerName: row.owner_name,
    visitor: visitorId === null || name === null ? null : { id: visitorId, name },
  }
  return { share, passphraseHash: row.passphrase_hash }
}

/** The title for reviewers: without prompts only that of a frame, which its owner has written. */
export const shownTitle = ({ scope, showsPrompts, title }: OpenShare): string | null =>
  showsPrompts || scope.kind === 'frame' ? title : null

/**
 * The link that a token opens, with the hash of its passphrase, which the caller has to check; null where it is unknown, revoked, expired,
 * or leads to what is in the trash.
 */
export const findOpenShare = (system: SystemDatabase, visit: Visit): Promise<FoundShare | null> =>
  selectShare(system, visit, sql`true`)

/** The link that an address names: a visit of one opens no other, and none without its passphrase. */
export async function openShare(
  system: SystemDatabase,
  shareId: string,
  visit: Visit | null,
): Promise<OpenShare | null> {
  const found = visit && (await selectShare(system, visit, sql`shares.id = ${shareId}`))
  return found && hasPass(visit, found.passphraseHash) ? found.share : null
}
