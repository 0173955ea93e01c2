import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { createWorkItems } from '#server/background/work-items.ts'
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
