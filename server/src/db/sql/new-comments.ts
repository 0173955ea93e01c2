import { sql } from 'drizzle-orm'

/** The condition that a comment is open, and that its owner has not seen it yet. On `share_comments comments`. */
export const isNewComment = sql`not comments.is_resolved and not exists (
  select from comment_reads reads where reads.comment_id = comments.id and reads.user_id = comments.user_id)`

/** Comments on cards that are not in the trash. */
export const shownComments = sql`share_comments comments join generated_images images on images.id = comments.image_id
  join generations cards on cards.id = images.generation_id and cards.deleted_at is null`
