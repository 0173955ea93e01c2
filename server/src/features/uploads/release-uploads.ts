import { sql } from 'drizzle-orm'
import { query } from '#server/db/sql/query.ts'
import type { Transaction } from '../../db/database.ts'
import { uuidArray } from '../../db/sql/expressions.ts'

/** Finds the uploads that cards name: masks of edits, prompts and references. Other pictures that cards name are images. */
export async function uploadsOfCards(tx: Transaction, cardIds: readonly string[]): Promise<readonly string[]> {
  const { rows } = await query<{ id: string }>(
    tx,
    { id: 'string' },
    sql`select id from uploads where id = any(array(
      select picture_id from card_references where generation_id = any(${uuidArray(cardIds)})))`,
  )
  return rows.map(({ id }) => id)
}

/**
 * Marks uploads as unused that no card, style or waiting step names any more, after the cards that did are deleted: they are swept
 * like abandoned ones. They are locked first, and looked for afterwards: a request that uses one has committed by then, or waits.
 * Cards are found by the uploads, however many an account has; styles and waiting steps are few.
 */
export async function releaseUploads(tx: Transaction, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  const released = sql`uploads.id = any(${uuidArray([...ids])})`
  await tx.execute(sql`select 1 from uploads where ${released} order by id for update`)
  await tx.execute(sql`
    with owners as (select distinct user_id from uploads where ${released}),
    named as (
      select picture_id::text as id from card_references where picture_id = any(${uuidArray([...ids])})
      union all
      select named.id from styles cross join lateral jsonb_array_elements_text(styles.reference_ids) named(id)
        where styles.user_id in (select user_id from owners)
      union all
      select steps.request #>> '{edit,maskUploadId}' from series_steps steps
        where steps.user_id in (select user_id from owners) and steps.status = 'waiting'
      union all
      select picture.id #>> '{}' from series_steps steps, jsonb_path_query(steps.request, '$.imagePrompts[*]') picture(id)
        where steps.user_id in (select user_id from owners) and steps.status = 'waiting'
      union all
      select picture.id #>> '{}' from series_steps steps, jsonb_path_query(steps.request, '$.styleReferences[*]') picture(id)
        where steps.user_id in (select user_id from owners) and steps.status = 'waiting'
    )
    update uploads set is_used = false
    where ${released} and id::text not in (select id from named where id is not null)`)
}
