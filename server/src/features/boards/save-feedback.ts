import { sql } from 'drizzle-orm'
import type { UserId } from '#domain/account/user-id.ts'
import type { FeedbackType } from '#domain/board/feedback.ts'
import type { ChangePlan } from '#domain/board/plan-changes.ts'
import { query } from '#server/db/sql/query.ts'
import type { Transaction } from '../../db/database.ts'
import type { NewEvent } from '../../events/append-events.ts'

type FeedbackRow = { image_id: string; generation_id: string; feedback: FeedbackType[] }

/** Adds and removes feedback, with as many statements for one image as for hundreds. @returns The events to append. */
export async function saveFeedback(
  tx: Transaction,
  { userId, projectId }: { readonly userId: UserId; readonly projectId: string },
  feedback: ChangePlan['feedback'],
): Promise<NewEvent[]> {
  if (feedback.length === 0) return []
  const rows = feedback.map(({ imageId, feedbackType, isGiven }, place) => ({
    image: imageId,
    type: feedbackType,
    given: isGiven,
    place,
  }))
  const changes = sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as change(image uuid, type text, given boolean, place int)`
  await tx.execute(sql`
    delete from image_feedback using ${changes}
    where image_id = change.image and feedback_type = change.type and not change.given`)
  // A millisecond apart: feedback is listed in the order in which it was given.
  await tx.execute(sql`
    insert into image_feedback (image_id, feedback_type, user_id, created_at)
    select image, type, ${userId}, now() + place * interval '1 millisecond' from ${changes} where given
    on conflict do nothing`)
  const saved = await query<FeedbackRow>(
    tx,
    { image_id: 'string', generation_id: 'string', feedback: 'json' },
    sql`
    select images.id as image_id, images.generation_id,
      coalesce(json_agg(feedback_type order by given.created_at) filter (where feedback_type is not null), '[]') as feedback
    from generated_images images left join image_feedback given on given.image_id = images.id
    where images.id in (select image from ${changes}) group by images.id`,
  )
  return saved.rows.map((row) => ({
    name: 'image-changed' as const,
    projectId,
    generationId: row.generation_id,
    imageId: row.image_id,
    feedback: row.feedback,
  }))
}
