import { type SQL, sql } from 'drizzle-orm'
import { query } from '#server/db/sql/query.ts'
import type { Transaction } from '../../db/database.ts'
import { uuidArray } from '../../db/sql/expressions.ts'

/** Ids of pictures that a row of `cards` names: masks of its edit, prompts and references. */
const namedByCards = sql`(
  select cards.edit ->> 'maskUploadId' union all select cards.edit_record ->> 'maskId'
  union all select jsonb_array_elements_text(cards.image_prompts)
  union all select jsonb_array_elements_text(cards.style_references))`

/** Finds the uploads that cards name. @param cards A query for their ids. */
export async function uploadsOfCards(tx: Transaction, cards: SQL): Promise<readonly string[]> {
  const { rows } = await query<{ id: string }>(
    tx,
    { id: 'string' },
    sql`select distinct uploads.id from generations cards
      cross join lateral ${namedByCards} named(id) join uploads on uploads.id::text = named.id
      where cards.id in (${cards})`,
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
      select named.id from generations cards cross join lateral ${namedByCards} named(id)
        where cards.user_id in (select user_id from owners)
          and (cards.edit is not null or cards.image_prompts <> '[]' or cards.style_references <> '[]')
      union all
      select jsonb_array_elements_text(reference_ids) from styles where user_id in (select user_id from owners)
      union all
      select named.id from series_steps steps cross join lateral (
        select steps.request #>> '{edit,maskUploadId}'
        union all select jsonb_path_query(steps.request, '$.imagePrompts[*]') #>> '{}'
        union all select jsonb_path_query(steps.request, '$.styleReferences[*]') #>> '{}') named(id)
        where steps.user_id in (select user_id from owners) and steps.status = 'waiting'
    )
    update uploads set is_used = false
    where ${released} and id::text not in (select id from named where id is not null)`)
}
