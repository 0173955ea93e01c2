import { type SQL, sql } from 'drizzle-orm'
import { isUuid } from '#domain/text/is-uuid.ts'
import { query } from '#server/db/sql/query.ts'
import type { Transaction } from '../../db/database.ts'
import { uuidArray } from '../../db/sql/expressions.ts'

/** Ids of pictures that cards name: masks of edits, prompts and references. Without a lateral union, which ends PostgreSQL 18.4's backend. */
const namedByCards = (isAmong: SQL) => sql`
  select cards.edit ->> 'maskUploadId' as id from generations cards where ${isAmong}
  union all select cards.edit_record ->> 'maskId' from generations cards where ${isAmong}
  union all select prompts.id from generations cards, jsonb_array_elements_text(cards.image_prompts) prompts(id) where ${isAmong}
  union all select styles.id from generations cards, jsonb_array_elements_text(cards.style_references) styles(id) where ${isAmong}`

/** Finds the uploads that cards name, by their ids: other ids that cards name are those of images. */
export async function uploadsOfCards(tx: Transaction, cardIds: readonly string[]): Promise<readonly string[]> {
  const ofCards = namedByCards(sql`cards.id = any(${uuidArray([...cardIds])})`)
  const named = await query<{ id: string }>(
    tx,
    { id: 'string' },
    sql`select distinct id from (${ofCards}) named where id is not null`,
  )
  const ids = named.rows.map(({ id }) => id).filter(isUuid)
  if (ids.length === 0) return []
  const { rows } = await query<{ id: string }>(
    tx,
    { id: 'string' },
    sql`select id from uploads where id = any(${uuidArray(ids)})`,
  )
  return rows.map(({ id }) => id)
}

/**
 * Marks uploads as unused that no card, style or waiting step names any more, after the cards that did are deleted: they are swept
 * like abandoned ones. They are locked first, and looked for afterwards: a request that uses one has committed by then, or waits.
 */
export async function releaseUploads(tx: Transaction, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  const released = sql`uploads.id = any(${uuidArray([...ids])})`
  await tx.execute(sql`select 1 from uploads where ${released} order by id for update`)
  await tx.execute(sql`
    with owners as (select distinct user_id from uploads where ${released}),
    named as (
      ${namedByCards(sql`cards.user_id in (select user_id from owners)`)}
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
