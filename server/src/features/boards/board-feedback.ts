import { sql } from 'drizzle-orm'
import type { FeedbackType } from '#domain/board/feedback.ts'
import type { Querier } from '../../db/database.ts'

/** What has been given to images. */
export type BoardFeedback = {
  /** Quickly no for nearly all cards without feedback. */
  mayBeOn(cardId: string): boolean
  /** In the order in which it was given. */
  of(imageId: string): FeedbackType[] | undefined
}

type Row = { image_id: string; feedback_type: FeedbackType }

/** What the ids of a card and its images have in common. */
const headOf = (id: string) => id.slice(0, 24)

function collect(rows: readonly Row[]): BoardFeedback {
  const byImage = new Map<string, FeedbackType[]>()
  const heads = new Set<string>()
  for (const { image_id: imageId, feedback_type: type } of rows) {
    heads.add(headOf(imageId))
    const given = byImage.get(imageId)
    if (given) given.push(type)
    else byImage.set(imageId, [type])
  }
  return { mayBeOn: (cardId) => heads.has(headOf(cardId)), of: (imageId) => byImage.get(imageId) }
}

/** The feedback on the images of a few cards. */
export async function feedbackOnCards(db: Querier, cardIds: readonly string[]): Promise<BoardFeedback> {
  const { rows } = await db.execute<Row>(sql`
    select image_id, feedback_type from image_feedback join generated_images on id = image_id
    where generation_id = any(${`{${cardIds.join(',')}}`}::uuid[]) order by image_feedback.created_at`)
  return collect(rows)
}

/** All feedback of a user's, whatever the project: to find out which is the project's takes longer than to send it. */
export async function feedbackOfUser(db: Querier, userId: string): Promise<BoardFeedback> {
  const { rows } = await db.execute<Row>(
    sql`select image_id, feedback_type from image_feedback where user_id = ${userId} order by created_at`,
  )
  return collect(rows)
}
