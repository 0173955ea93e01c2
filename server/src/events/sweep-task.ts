import { sql } from 'drizzle-orm'
import type { BackgroundTask } from '../background/runner.ts'
import type { SystemDatabase } from '../db/database.ts'

/** Removals by the name under which a failure is logged. */
export type Sweeps = Readonly<Record<string, (db: SystemDatabase) => Promise<unknown>>>

const ownSweeps: Sweeps = {
  events: (db) => db.execute(sql`delete from events where created_at < now() - interval '24 hours'`),
  'idempotency keys': (db) =>
    db.execute(sql`delete from idempotency_keys where created_at < now() - interval '24 hours'`),
  'rate limits': (db) =>
    db.execute(sql`delete from rate_limits where last_request < (extract(epoch from now()) - 86400) * 1000`),
  'applied changes': (db) => db.execute(sql`delete from applied_changes where created_at < now() - interval '30 days'`),
}

/**
 * Removes events, idempotency keys and counted tries after a day, and the ids of applied changes after 30. A browser that
 * was away for longer reads everything again.
 * @param sweeps Removals of features that keep rows for a limited time.
 */
export const sweepTask = (db: SystemDatabase, sweeps: Sweeps): BackgroundTask => ({
  name: 'sweep',
  everyMs: 600_000,
  async run({ items }) {
    for (const [name, sweep] of Object.entries({ ...ownSweeps, ...sweeps })) await items.attempt(name, () => sweep(db))
  },
})
