import pg from 'pg'

/**
 * The rows of each user, as statements about users `1` to `users`: a session, a project with its sheet of thumbnails,
 * and ten cards with four pictures each, with everything that triggers and workers would have written.
 */
const statements = (users: number) => [
  `insert into users (id, name, first_name, email)
    select md5('u' || n)::uuid, 'Ada', 'Ada', 'ada' || n || '@example.com' from generate_series(1, ${users}) n`,
  `insert into sessions (user_id, token, expires_at)
    select md5('u' || n)::uuid, md5('t' || n), now() + interval '7 days' from generate_series(1, ${users}) n`,
  `insert into credit_lots (user_id, source, period, granted, remaining)
    select md5('u' || n)::uuid, 'once', 'once', 100, 100 from generate_series(1, ${users}) n`,
  `insert into projects (id, user_id, title)
    select md5('p' || n)::uuid, md5('u' || n)::uuid, 'Project' from generate_series(1, ${users}) n`,
  `insert into thumbnail_sheets (id, user_id, project_id, slots)
    select md5('s' || n)::uuid, md5('u' || n)::uuid, md5('p' || n)::uuid, 40 from generate_series(1, ${users}) n`,
  `insert into generations (id, user_id, project_id, prompt, model, aspect_ratio, resolution, raw_mode, seed,
      canvas_x, canvas_y, price, image_prompts, style_references, conversation_history, created_at)
    select md5('g' || n || '-' || k)::uuid, md5('u' || n)::uuid, md5('p' || n)::uuid, 'a lighthouse ' || k, 'sketch', '1:1', '1K',
      false, k, 10000 + 900 * k, 10000, 0, '[]', '[]', '[]', now() - (n + k) * interval '1 second'
    from generate_series(1, ${users}) n, generate_series(1, 10) k`,
  `insert into generated_images (id, user_id, generation_id, order_num, status, seed, width, height, average_color, warnings,
      storage_key, media_type, sheet_id, sheet_slot, created_at, completed_at)
    select md5('i' || n || '-' || k || '-' || o)::uuid, md5('u' || n)::uuid, md5('g' || n || '-' || k)::uuid, o, 'completed', k + o,
      1024, 1024, '#336699', '[]', 'none', 'image/png', md5('s' || n)::uuid, 4 * (k - 1) + o,
      now() - (n + k) * interval '1 second', now() - (n + k) * interval '1 second'
    from generate_series(1, ${users}) n, generate_series(1, 10) k, generate_series(0, 3) o`,
  `insert into board_cards (generation_id, user_id, colours, sheet_id, sheet_slot)
    select md5('g' || n || '-' || k)::uuid, md5('u' || n)::uuid, repeat('336699', 4), md5('s' || n)::uuid, 4 * (k - 1)
    from generate_series(1, ${users}) n, generate_series(1, 10) k`,
  `insert into prompt_search (generation_id, user_id, created_at, text, keys)
    select md5('g' || n || '-' || k)::uuid, md5('u' || n)::uuid, now() - (n + k) * interval '1 second', 'a lighthouse ' || k,
      array(select hashtext(n || '-' || place) from generate_series(1, 8) place)
    from generate_series(1, ${users}) n, generate_series(1, 10) k`,
  `insert into card_history (user_id, project_id, generation_id, at, kind, x, y)
    select md5('u' || n)::uuid, md5('p' || n)::uuid, md5('g' || n || '-' || k)::uuid, now() - (n + k) * interval '1 second', 'made',
      10000 + 900 * k, 10000
    from generate_series(1, ${users}) n, generate_series(1, 10) k`,
  `insert into jobs (user_id, generation_id, image_id, attempt, provider, state, claims, created_at, finished_at)
    select md5('u' || n)::uuid, md5('g' || n || '-' || k)::uuid, md5('i' || n || '-' || k || '-' || o)::uuid, 1, 'sketch', 'done', 1,
      now() - (n + k) * interval '1 second', now() - (n + k) * interval '1 second'
    from generate_series(1, ${users}) n, generate_series(1, 10) k, generate_series(0, 3) o`,
]

/** Indexes that no rule of a table depends on: created after inserting many rows, they take a tenth of the time. */
const looseIndexes = `
  select indexname as name, indexdef as definition from pg_indexes join pg_class on relname = indexname
  where schemaname = 'public' and not exists (select 1 from pg_constraint where conindid = pg_class.oid)`

/**
 * Fills the database with many users. Triggers, references and indexes are disabled meanwhile, so that it takes minutes
 * and not hours: no server should use the database then.
 * @param connectionString Of a superuser.
 */
export async function fillDatabase(
  connectionString: string,
  users: number,
  say: (line: string) => void,
): Promise<void> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  await client.query('set session_replication_role = replica; set statement_timeout = 0; set synchronous_commit = off')
  await client.query(`set maintenance_work_mem = '256MB'`)
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(looseIndexes)
  for (const { name } of indexes) await client.query(`drop index ${pg.escapeIdentifier(name)}`)
  for (const statement of statements(users)) {
    const startedAt = performance.now()
    const { rowCount } = await client.query(statement)
    say(
      `${rowCount} rows of ${/into (\w+)/.exec(statement)?.[1]} in ${Math.round((performance.now() - startedAt) / 1_000)} s`,
    )
  }
  for (const { definition } of indexes) await client.query(definition)
  say(`${indexes.length} indexes`)
  await client.query('reset session_replication_role')
  // As autovacuum leaves it: index-only scans need the visibility map.
  await client.query('vacuum analyze')
  await client.end()
}
