import { sql } from 'drizzle-orm'
import type { Database } from '#server/db/database.ts'

const words =
  'red fox owl harbour lantern mist glacier marble neon alley orchard cathedral violin tide ember meadow comet ivory' +
  ' bridge storm feather copper canyon tulip mirror velvet desert willow lighthouse raven saffron attic snow reef in the' +
  ' under over beside a an of with soft golden light at dawn dusk watercolour film grain wide close portrait quiet'

/**
 * Fills a new project with cards of four finished pictures each, rows only: trees of eight, prompts of about 14 words, one
 * card in 20 with feedback. In the database alone, so that 100,000 take seconds.
 */
export async function fillBoard(db: Database, userId: string, cards: number): Promise<string> {
  const project = await db.execute<{ id: string }>(
    sql`insert into projects (user_id, title) values (${userId}, ${`${cards} cards`}) returning id`,
  )
  const projectId = project.rows[0]?.id ?? ''
  const idOf = (number: ReturnType<typeof sql>) =>
    sql`overlay(overlay(md5(${projectId}::text || (${number})) placing '4' from 13) placing 'a' from 17)::uuid`
  const imageId = (id: ReturnType<typeof sql>, place: ReturnType<typeof sql>) =>
    sql`(left(${id}::text, 24) || lpad(to_hex((('x' || right(${id}::text, 12))::bit(48)::bigint + ${place} + 1) % 281474976710656), 12, '0'))::uuid`
  const columns = Math.ceil(Math.sqrt((cards * 400) / 960))
  await db.execute(sql`set statement_timeout = 0`)
  await db.execute(sql`
    insert into generations (id, user_id, project_id, parent_generation_id, parent_image_id, prompt, model, image_prompts,
      conversation_history, aspect_ratio, resolution, raw_mode, seed, canvas_x, canvas_y, is_collapsed, price, created_at)
    select ${idOf(sql`n`)}, ${userId}, ${projectId}, ${idOf(sql`parent`)}, ${imageId(idOf(sql`parent`), sql`n % 4`)},
      (select string_agg(words[1 + floor(random() * array_length(words, 1))::int + 0 * word], ' ')
       from generate_series(1, 10 + n % 9) word),
      (array['sketch', 'flux', 'krea-2', 'nano-banana'])[1 + n % 4], '[]', '[]',
      (array['1:1', '2:3', '3:2', '16:9'])[1 + (n / 8) % 4], '1K', false, floor(random() * 2147483647)::int,
      10000 + (n % ${columns}::int - ${columns}::int / 2) * 960, 10000 + (n / ${columns}::int - ${columns}::int / 5) * 400,
      n % 50 = 0, 0, now() - (${cards}::int - n) * interval '1 minute'
    from (select n, case when n % 8 = 0 then null else n - n % 8 + (n % 8 - 1) / 2 end as parent,
            string_to_array(${words}, ' ') as words from generate_series(0, ${cards}::int - 1) n) numbered`)
  await db.execute(sql`
    insert into generated_images (id, user_id, generation_id, order_num, status, seed, width, height, average_color,
      storage_key, media_type, byte_size, warnings, created_at, completed_at, sheet_id, sheet_slot)
    select ${imageId(sql`cards.id`, sql`place`)}, user_id, cards.id, place, 'completed', (seed::bigint + place) % 2147483648,
      size[1], size[2], '#' || lpad(to_hex(floor(random() * 16777216)::int), 6, '0'), 'images/none', 'image/png', 1, '[]',
      created_at, created_at, overlay(overlay(md5(${projectId}::text || 'sheet' || rank / 100) placing '4' from 13) placing 'a' from 17)::uuid, (rank % 100) * 4 + place
    from (select *, row_number() over (order by created_at) - 1 as rank, (case aspect_ratio when '1:1' then array[1024, 1024]
      when '2:3' then array[832, 1248] when '3:2' then array[1248, 832] else array[1280, 720] end) as size
      from generations where project_id = ${projectId}) cards, generate_series(0, 3) place
    order by rank, place`)
  await db.execute(sql`
    insert into thumbnail_sheets (id, user_id, project_id, slots)
    select sheet_id, ${userId}, ${projectId}, 400 from generated_images join generations on generations.id = generation_id
    where project_id = ${projectId} group by sheet_id`)
  await db.execute(sql`
    insert into image_feedback (image_id, feedback_type, user_id)
    select generated_images.id, 'like', ${userId} from generated_images join generations on generations.id = generation_id
    where project_id = ${projectId} and order_num = 0 and generations.seed % 20 = 0`)
  await db.execute(sql`vacuum analyze`)
  return projectId
}
