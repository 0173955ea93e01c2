import { type SQL, sql } from 'drizzle-orm'
import type { CommentShape, ReplyShape, ReviewCommentShape } from '#contract/sharing/shared-board.ts'
import type { UserId } from '#domain/account/user-id.ts'
import { isNewComment, shownComments } from '#server/db/sql/new-comments.ts'
import { query } from '#server/db/sql/query.ts'
import type { Querier } from '../../db/database.ts'

type CommentRow = {
  id: string
  share_id: string
  generation_id: string
  image_id: string
  x: number | null
  y: number | null
  text: string
  author: string
  is_resolved: boolean
  is_new: boolean
  created_at: string
  replies: ReplyRow[]
}
type ReplyRow = { id: string; text: string; author: string; createdAt: string }

const replyOf = ({ createdAt, ...reply }: ReplyRow): ReplyShape => ({
  ...reply,
  createdAt: new Date(createdAt).toISOString(),
})

/** The replies to a comment as JSON; a name in a profile stands before the account's, as on the page of a link. */
const repliesOf = sql`
  select coalesce(json_agg(json_build_object('id', replies.id, 'text', replies.text, 'createdAt', replies.created_at,
      'author', coalesce(profiles.first_name, users.first_name)) order by replies.created_at, replies.id), '[]')
  from comment_replies replies join users on users.id = replies.user_id
  left join profiles on profiles.id = replies.user_id
  where replies.comment_id = comments.id`

/** Comments that one reply lists. */
const maxListed = 500

/** The time and the id of the oldest comment that the list of a project shows; nothing where it shows all of them. */
export const oldestListed = (projectId: string): SQL => sql`
  select comments.created_at, comments.id from ${shownComments} where comments.project_id = ${projectId}
  order by comments.created_at desc, comments.id desc offset ${maxListed - 1} limit 1`

/** The newest comments, oldest first. */
async function selectComments(db: Querier, where: SQL): Promise<ReviewCommentShape[]> {
  const { rows } = await query<CommentRow>(
    db,
    {
      id: 'string',
      share_id: 'string',
      generation_id: 'string',
      image_id: 'string',
      x: 'number',
      y: 'number',
      text: 'string',
      author: 'string',
      is_resolved: 'boolean',
      is_new: 'boolean',
      created_at: 'string',
      replies: 'json',
    },
    sql`
    select comments.id, comments.share_id, images.generation_id, comments.image_id, x, y, text, visitors.name as author,
      is_resolved, ${isNewComment} as is_new, comments.created_at, (${repliesOf}) as replies
    from share_comments comments join share_visitors visitors on visitors.id = comments.visitor_id
    join generated_images images on images.id = comments.image_id
    join generations cards on cards.id = images.generation_id and cards.deleted_at is null
    where ${where} order by comments.created_at desc, comments.id desc limit ${maxListed}`,
  )
  return rows.reverse().map((row) => ({
    id: row.id,
    shareId: row.share_id,
    generationId: row.generation_id,
    imageId: row.image_id,
    x: row.x,
    y: row.y,
    text: row.text,
    author: row.author,
    isResolved: row.is_resolved,
    isNew: row.is_new,
    createdAt: new Date(row.created_at).toISOString(),
    replies: row.replies.map(replyOf),
  }))
}

/** Presents a comment to reviewers. */
export const presentComment = ({
  shareId: _share,
  generationId: _card,
  isNew: _isNew,
  ...comment
}: ReviewCommentShape): CommentShape => comment

type CommentCounts = { total: number; open: number }

/** The number of comments on a project's images, and of those that are open. */
export async function countComments(db: Querier, projectId: string): Promise<CommentCounts> {
  const { rows } = await query<CommentCounts>(
    db,
    { total: 'number', open: 'number' },
    sql`
    select count(*)::int as total, (count(*) filter (where not is_resolved))::int as open
    from ${shownComments} where comments.project_id = ${projectId}`,
  )
  return rows[0] ?? { total: 0, open: 0 }
}

/** Whether the user has comments on images of other projects that they have not seen yet. */
export async function hasNewElsewhere(db: Querier, userId: UserId, projectId: string): Promise<boolean> {
  const { rows } = await query<{ found: boolean }>(
    db,
    { found: 'boolean' },
    sql`
    select exists (select from ${shownComments} join projects on projects.id = comments.project_id and projects.deleted_at is null
      where comments.user_id = ${userId} and comments.project_id <> ${projectId} and ${isNewComment}) as found`,
  )
  return rows[0]?.found ?? false
}

/** The newest comments of one link, oldest first. */
export const listComments = async (db: Querier, shareId: string): Promise<CommentShape[]> =>
  (await selectComments(db, sql`comments.share_id = ${shareId}`)).map(presentComment)

/** The newest comments on a project's images by all its links, oldest first. */
export const listProjectComments = (db: Querier, projectId: string) =>
  selectComments(db, sql`comments.project_id = ${projectId}`)

/** One comment on an image of the user; null where there is none. */
export async function findComment(db: Querier, userId: UserId, id: string): Promise<ReviewCommentShape | null> {
  const [comment] = await selectComments(db, sql`comments.id = ${id} and comments.user_id = ${userId}`)
  return comment ?? null
}
