import { sql } from 'drizzle-orm'
import type { BackgroundTask, Round } from '../background/runner.ts'
import type { SystemDatabase } from '../db/database.ts'

/** Removals by the name under which a failure is logged. */
export type Sweeps = Readonly<Record<string, (db: SystemDatabase, round: Round) => Promise<unknown>>>

/** Rows that one statement removes: a backlog of millions ends within many short ones, each far below the time limit. */
const batchSize = 5_000

/** Removes the rows of a table that are older than an interval, batch by batch; what is left at a stop follows later. */
const removeOlder =
  (table: string, age: string) =>
  async (db: SystemDatabase, { signal }: Round): Promise<void> => {
    for (let removed = batchSize; removed === batchSize && !signal.aborted; ) {
      const { rowCount } = await db.execute(sql`
        delete from ${sql.identifier(table)} where ctid = any(array(
          select ctid from ${sql.identifier(table)}
          where created_at < now() - ${age}::interval limit ${batchSize}))`)
      removed = rowCount ?? 0
    }
  }

const ownSweeps: Sweeps = {
  events: removeOlder('events', '24 hours'),
  'idempotency keys': removeOlder('idempotency_keys', '24 hours'),
  'rate limits': (db) =>
    db.execute(sql`delete from rate_limits where last_request < (extract(epoch from now()) - 86400) * 1000`),
  'applied changes': removeOlder('applied_changes', '30 days'),
}

/**
 * Removes events, idempotency keys and counted tries after a day, and the ids of applied changes after 30. A browser that
 * was away for longer reads everything again.
 * @param sweeps Removals of features that keep rows for a limited time.
 */
export const sweepTask = (db: SystemDatabase, sweeps: Sweeps): BackgroundTask => ({
  name: 'sweep',
  everyMs: 600_000,
  async run(round) {
    for (const [name, sweep] of Object.entries({ ...ownSweeps, ...sweeps }))
      await round.items.attempt(name, () => sweep(db, round))
  },
})
