import { sql } from 'drizzle-orm'
import type { Database } from '../db/database.ts'
import { startTicker } from '../jobs/ticker.ts'
import type { Log } from '../operations/log.ts'

const everyMs = 600_000

/**
 * Removes events, idempotency keys and counted tries after a day, and the ids of applied changes after 30. A browser that
 * was away for longer reads everything anew.
 * @param sweepMore What features keep only for a time.
 */
export function startSweeping(db: Database, log: Log, sweepMore: (db: Database) => Promise<void>): () => Promise<void> {
  const sweeper = startTicker({
    everyMs,
    name: 'sweep',
    log,
    async run() {
      await db.execute(sql`delete from events where created_at < now() - interval '24 hours'`)
      await db.execute(sql`delete from idempotency_keys where created_at < now() - interval '24 hours'`)
      await db.execute(sql`delete from rate_limits where last_request < (extract(epoch from now()) - 86400) * 1000`)
      await sweepMore(db)
      await db.execute(sql`delete from applied_changes where created_at < now() - interval '30 days'`)
    },
  })
  return sweeper.stop
}
