import { lt, sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { createWorkItems } from '#server/background/work-items.ts'
import { sweepOf } from '#server/db/remove-rows.ts'
import { attemptCounts } from '#server/db/schema/sign-in.ts'
import { signUp } from '#server-testing/test-client.ts'
import { withTestServer } from '#server-testing/test-server.ts'
import { sweepTask } from './sweep-task.ts'

const context = withTestServer({ variables: { ROLES: 'web' } })

describe('sweepTask', () => {
  it('removes a backlog of events batch by batch, and stops between two of them', async () => {
    const { system } = context.server.database
    const { userId } = await signUp(context.server)
    await system.execute(sql`
      insert into events (user_id, name, data, created_at)
      select ${userId}, 'credits-changed', '{}', now() - interval '25 hours' from generate_series(1, 12000)`)
    const left = async () =>
      Number(
        (
          await system.execute<{ count: string }>(
            sql`select count(*) from events where user_id = ${userId} and created_at < now() - interval '1 day'`,
          )
        ).rows[0]?.count,
      )
    const abort = new AbortController()
    const items = createWorkItems()
    abort.abort()
    await sweepTask(system, {}).run({ items, signal: abort.signal })
    expect(await left()).toBe(12_000)
    await sweepTask(system, {}).run({ items, signal: new AbortController().signal })
    expect(await left()).toBe(0)
  })
})

describe('sweepOf', () => {
  it('removes 5,000 old rows at most in a statement, and no other rows', async () => {
    const { system } = context.server.database
    await system.execute(sql`insert into attempt_counts (key, count, ends_at)
      select 'old ' || n, 1, now() - interval '1 day' from generate_series(1, 12000) n
      union all select 'new', 1, now() + interval '1 day'`)
    await system.execute(sql`create table swept (rows int)`)
    await system.execute(sql`create function note_sweep() returns trigger language plpgsql as $$
      begin insert into swept select count(*) from gone; return null; end $$`)
    await system.execute(sql`create trigger note_sweep after delete on attempt_counts referencing old table as gone
      for each statement execute function note_sweep()`)
    await sweepOf({ table: attemptCounts, where: lt(attemptCounts.endsAt, sql`now()`) })(system)
    const { rows } = await system.execute(sql`select rows from swept`)
    expect(rows).toEqual([{ rows: 5_000 }, { rows: 5_000 }, { rows: 2_000 }])
    expect(await system.select({ key: attemptCounts.key }).from(attemptCounts)).toEqual([{ key: 'new' }])
  })
})
