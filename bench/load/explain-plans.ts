import pg from 'pg'
import type { RecordedStatement } from './recorded-statements.ts'

/** The plan of one statement, with its caller. */
export type ExplainedPlan = {
  /** The call that sent it. */
  readonly name: string
  readonly statement: string
  /** As PostgreSQL shows it; or the reason why it shows none. */
  readonly text: string
  /** The duration in milliseconds, the fastest of several runs; 0 where it was not run again. */
  readonly ms: number
  /** Large tables that it reads by a sequential scan, with a plan for these values or a generic one. */
  readonly scans: readonly string[]
}

/** Other load interrupts some of the runs. */
const runs = 7
/** A table with fewer rows is always scanned, whatever its indexes. */
const largeRows = 10_000

type PlanNode = {
  readonly 'Node Type'?: string
  readonly 'Relation Name'?: string
  readonly Plans?: readonly PlanNode[]
}

function sequentialScans(node: PlanNode, large: ReadonlySet<string>): string[] {
  const table = node['Relation Name'] ?? ''
  const here = node['Node Type'] === 'Seq Scan' && large.has(table) ? [table] : []
  return [...here, ...(node.Plans ?? []).flatMap((inner) => sequentialScans(inner, large))]
}

async function explain(
  client: pg.Client,
  { text, values }: RecordedStatement,
  large: ReadonlySet<string>,
): Promise<Pick<ExplainedPlan, 'text' | 'ms' | 'scans'>> {
  const scans = new Set<string>()
  // A prepared statement gets a generic plan as soon as that seems to be as good.
  for (const mode of ['force_custom_plan', 'force_generic_plan']) {
    await client.query(`set local plan_cache_mode = ${mode}`)
    const { rows } = await client.query(`explain (format json) ${text}`, [...values])
    for (const table of sequentialScans(rows[0]['QUERY PLAN'][0].Plan, large)) scans.add(table)
  }
  await client.query('set local plan_cache_mode = auto')
  const shown: { text: string; ms: number }[] = []
  for (let run = 0; run < runs; run++) {
    await client.query('savepoint before')
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain (analyze, buffers) ${text}`, [...values])
    await client.query('rollback to savepoint before')
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    shown.push({ text: plan, ms: Number(/Execution Time: ([\d.]+)/.exec(plan)?.[1]) })
  }
  const [fastest = { text: '', ms: 0 }] = shown.sort((one, other) => one.ms - other.ms)
  return { ...fastest, scans: [...scans] }
}

/**
 * The plans of statements, each once, run again with its own values; its changes are rolled back.
 * @param sent Statements by the calls that sent them.
 */
export async function explainPlans(
  connectionString: string,
  sent: ReadonlyMap<string, readonly RecordedStatement[]>,
): Promise<ExplainedPlan[]> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace and reltuples > $1`,
    [largeRows],
  )
  const large = new Set(rows.map(({ name }) => name))
  const plans = new Map<string, ExplainedPlan>()
  for (const [name, statements] of sent)
    for (const recorded of statements) {
      const statement = recorded.text.replace(/\s+/g, ' ').trim()
      if (plans.has(statement)) continue
      await client.query('begin')
      const plan = await explain(client, recorded, large).catch((error: unknown) => ({
        text: `Not run again: ${error instanceof Error ? error.message : error}`,
        ms: 0,
        scans: [],
      }))
      await client.query('rollback')
      plans.set(statement, { name, statement, ...plan })
    }
  await client.end()
  return [...plans.values()]
}
