import { bigint, boolean, doublePrecision, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import type { LinkGrant } from '#domain/sharing/link-grant.ts'
import { moment, userId } from './columns.ts'
import { generatedImages, generations } from './generations.ts'
import { projects } from './projects.ts'

const projectId = () =>
  uuid('project_id')
    .notNull()
    .references(() => projects.id, { onDelete: 'cascade' })
const shareId = () =>
  uuid('share_id')
    .notNull()
    .references(() => shares.id, { onDelete: 'cascade' })
const imageId = () =>
  uuid('image_id')
    .notNull()
    .references(() => generatedImages.id, { onDelete: 'cascade' })
const visitorId = () =>
  uuid('visitor_id')
    .notNull()
    .references(() => shareVisitors.id, { onDelete: 'cascade' })

/** Review links. A revoked one is kept as long as its comments. */
export const shares = pgTable(
  'shares',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    userId: userId(),
    projectId: projectId(),
    /** The card at the top of the branch; null: the link shows no branch. */
    generationId: uuid('generation_id').references(() => generations.id, { onDelete: 'cascade' }),
    /** The frame whose content is shown; null: none. Not a foreign key: a removed frame comes back by undo, and its link with it. */
    frameId: uuid('frame_id'),
    /** Whether the starred images alone are shown. */
    showsStarred: boolean('shows_starred').notNull().default(false),
    /** SHA-256 of the link's token, which is stored nowhere; how, depends on what it shows (`share-token.ts`). */
    tokenHash: text('token_hash').notNull().unique(),
    showsPrompts: boolean('shows_prompts').notNull(),
    /** What reviewers may do; null: not chosen, which is to comment, and to approve once there is a round. */
    grants: text('grants').$type<LinkGrant>(),
    /** As passwords of accounts are stored; null: none is needed. */
    passphraseHash: text('passphrase_hash'),
    allowsCopies: boolean('allows_copies').notNull().default(true),
    hasWatermark: boolean('has_watermark').notNull().default(false),
    /** Counts the changes of what its reviewers see of comments and likes. */
    feedbackVersion: bigint('feedback_version', { mode: 'number' }).notNull().default(0),
    expiresAt: moment('expires_at'),
    revokedAt: moment('revoked_at'),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [
    index('shares_project').on(table.projectId, table.createdAt),
    index('shares_user').on(table.userId),
    index('shares_generation').on(table.generationId),
  ],
)

/** Reviewers who opened a link and gave a name. */
export const shareVisitors = pgTable(
  'share_visitors',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    userId: userId(),
    shareId: shareId(),
    name: text('name').notNull(),
    /** SHA-256 of the token in their cookie. */
    tokenHash: text('token_hash').notNull().unique(),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [index('share_visitors_share').on(table.shareId), index('share_visitors_user').on(table.userId)],
)

/** Comments of reviewers on images: on a spot, or on the whole image. */
export const shareComments = pgTable(
  'share_comments',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    userId: userId(),
    projectId: projectId(),
    shareId: shareId(),
    visitorId: visitorId(),
    imageId: imageId(),
    /** Fractions of the image's width and height; null, both: about the whole image. */
    x: doublePrecision('x'),
    y: doublePrecision('y'),
    text: text('text').notNull(),
    isResolved: boolean('is_resolved').notNull().default(false),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [
    index('share_comments_project').on(table.projectId, table.createdAt),
    index('share_comments_share').on(table.shareId),
    index('share_comments_visitor').on(table.visitorId),
    index('share_comments_image').on(table.imageId),
    index('share_comments_user').on(table.userId),
  ],
)

/** Likes of reviewers. */
export const shareLikes = pgTable(
  'share_likes',
  {
    userId: userId(),
    projectId: projectId(),
    shareId: shareId(),
    visitorId: visitorId(),
    imageId: imageId(),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.visitorId, table.imageId] }),
    index('share_likes_project').on(table.projectId),
    index('share_likes_share').on(table.shareId),
    index('share_likes_image').on(table.imageId),
    index('share_likes_user').on(table.userId),
  ],
)

const commentId = () =>
  uuid('comment_id')
    .notNull()
    .references(() => shareComments.id, { onDelete: 'cascade' })

/** The owner's replies to comments, which the reviewers of the link see. */
export const commentReplies = pgTable(
  'comment_replies',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    userId: userId(),
    commentId: commentId(),
    text: text('text').notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [
    index('comment_replies_comment').on(table.commentId, table.createdAt),
    index('comment_replies_user').on(table.userId),
  ],
)

/** The comments that a user has seen. */
export const commentReads = pgTable(
  'comment_reads',
  { userId: userId(), commentId: commentId(), createdAt: moment('created_at').notNull().defaultNow() },
  (table) => [
    primaryKey({ columns: [table.userId, table.commentId] }),
    index('comment_reads_comment').on(table.commentId),
  ],
)

/** Visits in which a reviewer commented, until the email about them has left. */
export const visitEmails = pgTable(
  'visit_emails',
  {
    visitorId: uuid('visitor_id')
      .primaryKey()
      .references(() => shareVisitors.id, { onDelete: 'cascade' }),
    /** The owner of the link, who is sent the email. */
    userId: userId(),
    /** The time of the first comment of the visit. */
    since: moment('since').notNull(),
    /** When the visit ends, or, while a process sends the email, when another one takes it over. */
    dueAt: moment('due_at').notNull(),
    /** The time of the first comment since a process last began to send the email; null: there was none. */
    continuedAt: moment('continued_at'),
  },
  (table) => [index('visit_emails_due').on(table.dueAt), index('visit_emails_user').on(table.userId)],
)
