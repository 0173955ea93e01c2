import pg from 'pg'

/** Tables that grow with everybody's work: none of them may be read from end to end for one person. */
const bigTables = ['users', 'projects', 'generations', 'generated_images', 'board_cards']

/** Fills the database with many people who have ten cards each. Triggers rest, so that it takes minutes and not hours. */
export async function fillDatabase(connectionString: string, users: number): Promise<void> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  const run = (text: string) => client.query(text)
  await run('set session_replication_role = replica; set statement_timeout = 0; set synchronous_commit = off')
  await run(`insert into users (id, name, first_name, email)
    select md5('u' || n)::uuid, 'Ada', 'Ada', 'ada' || n || '@example.com' from generate_series(1, ${users}) n`)
  await run(`insert into projects (id, user_id, title)
    select md5('p' || n)::uuid, md5('u' || n)::uuid, 'Project' from generate_series(1, ${users}) n`)
  await run(`insert into generations (id, user_id, project_id, prompt, model, aspect_ratio, resolution, raw_mode, seed,
      canvas_x, canvas_y, price, image_prompts, style_references, conversation_history, created_at)
    select md5('g' || n || '-' || k)::uuid, md5('u' || n)::uuid, md5('p' || n)::uuid, 'a lighthouse ' || k, 'sketch', '1:1', '1K',
      false, k, 10000 + 900 * k, 10000, 0, '[]', '[]', '[]', now() - (n + k) * interval '1 second'
    from generate_series(1, ${users}) n, generate_series(1, 10) k`)
  await run(`insert into generated_images (id, user_id, generation_id, order_num, status, seed, width, height, warnings,
      storage_key, media_type, created_at)
    select md5('i' || generations.id || o)::uuid, user_id, generations.id, o, 'completed', o, 1024, 1024, '[]', 'none', 'image/png',
      created_at
    from generations, generate_series(0, 3) o where model = 'sketch' and seed between 1 and 10`)
  await run('reset session_replication_role; analyze')
  await client.end()
}

/** Nodes of a plan that read a big table from its beginning to its end. */
function sequentialScans(plan: Record<string, unknown>): string[] {
  const inner = (plan.Plans as Record<string, unknown>[] | undefined) ?? []
  const here =
    plan['Node Type'] === 'Seq Scan' && bigTables.includes(String(plan['Relation Name']))
      ? [String(plan['Relation Name'])]
      : []
  return [...here, ...inner.flatMap(sequentialScans)]
}

/** The plans of queries by which the calls read, for one person. @returns The tables that a plan reads whole. */
export async function explainPlans(
  connectionString: string,
  queries: Readonly<Record<string, string>>,
): Promise<{ readonly name: string; readonly scans: string[]; readonly text: string }[]> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  const plans: { name: string; scans: string[]; text: string }[] = []
  for (const [name, query] of Object.entries(queries)) {
    const asJson = await client.query(`explain (format json) ${query}`)
    const asText = await client.query(`explain (analyze, buffers) ${query}`)
    plans.push({
      name,
      scans: sequentialScans(asJson.rows[0]['QUERY PLAN'][0].Plan),
      text: asText.rows.map((row) => row['QUERY PLAN']).join('\n'),
    })
  }
  await client.end()
  return plans
}
