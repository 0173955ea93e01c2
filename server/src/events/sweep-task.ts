import { lt, type SQL, sql } from 'drizzle-orm'
import type { BackgroundTask, Round } from '../background/runner.ts'
import type { SystemDatabase } from '../db/database.ts'
import { sweepOf } from '../db/remove-rows.ts'
import { rateLimits } from '../db/schema/accounts.ts'
import { appliedChanges, events, idempotencyKeys } from '../db/schema/events.ts'

/** Removals by the name under which a failure is logged. */
export type Sweeps = Readonly<Record<string, (db: SystemDatabase, round: Round) => Promise<unknown>>>

const before = (age: string): SQL => sql`now() - ${age}::interval`

const ownSweeps: Sweeps = {
  events: sweepOf({ table: events, where: lt(events.createdAt, before('24 hours')) }),
  'idempotency keys': sweepOf({ table: idempotencyKeys, where: lt(idempotencyKeys.createdAt, before('24 hours')) }),
  'rate limits': sweepOf({
    table: rateLimits,
    where: lt(rateLimits.lastRequest, sql`(extract(epoch from now()) - 86400) * 1000`),
  }),
  'applied changes': sweepOf({ table: appliedChanges, where: lt(appliedChanges.createdAt, before('30 days')) }),
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
