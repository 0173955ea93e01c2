import { sql } from 'drizzle-orm'
import type { SystemDatabase } from '../../db/database.ts'
import { query } from '../../db/sql/query.ts'

/** The time that people wait for a picture on this server, by the model's value, in seconds. */
export type TypicalWaits = { read(): Promise<ReadonlyMap<string, number>> }

/** The number of the server's newest pictures that are looked at, and of those that count for one model. */
const newestPictures = 5_000
const ofOneModel = 50
/** With fewer pictures a median says little. */
const minPictures = 3
const keptMs = 60_000

/**
 * Reads the usual wait of each model from the server's own record: the median over its newest pictures, from the press of Go, so that
 * the time in the queue counts. Edits are left out: they take another time. Read at most once a minute by a process.
 */
export function createTypicalWaits(
  system: SystemDatabase,
  { now = () => performance.now() }: { now?: () => number } = {},
): TypicalWaits {
  let kept: { readonly at: number; readonly waits: Promise<ReadonlyMap<string, number>> } | null = null

  async function measure(): Promise<ReadonlyMap<string, number>> {
    const { rows } = await query<{ model: string; seconds: number }>(
      system,
      { model: 'string', seconds: 'number' },
      sql`
      with newest as (select * from jobs where state = 'done' order by id desc limit ${newestPictures}),
      placed as (
        select generation.model, extract(epoch from newest.finished_at - newest.created_at)::float8 as seconds,
          row_number() over (partition by generation.model order by newest.id desc) as place
        from newest join generations generation on generation.id = newest.generation_id
        where generation.edit is null)
      select model, percentile_cont(0.5) within group (order by seconds) as seconds
      from placed where place <= ${ofOneModel} group by model having count(*) >= ${minPictures}`,
    )
    return new Map(rows.map(({ model, seconds }) => [model, seconds]))
  }

  return {
    read() {
      if (kept === null || now() - kept.at >= keptMs) {
        const waits = measure()
        const mine = { at: now(), waits }
        kept = mine
        // A failed read must not be answered for a minute.
        waits.catch(() => {
          if (kept === mine) kept = null
        })
      }
      return kept.waits
    },
  }
}
