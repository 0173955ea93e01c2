import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { signUp } from '#server-testing/test-client.ts'
import { withTestServer } from '#server-testing/test-server.ts'

const context = withTestServer({ variables: { ROLES: 'web' } })

describe('deleting a generation', () => {
  it("locks jobs before generations, as a worker that ends an image does, so that the two can't deadlock", async () => {
    const ada = await signUp(context.server)
    const { id } = await ada.generate({ prompt: 'a red fox' })
    const { system: db } = context.server.database
    const isSomebodyWaiting = async () => {
      const { rows } = await db.execute(
        sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
      return rows.length > 0
    }
    const deleted = await db.transaction(async (worker) => {
      await worker.execute(sql`select 1 from jobs where generation_id = ${id} for update`)
      const reply = ada.send('DELETE', `/api/generations/${id}`)
      await expect.poll(isSomebodyWaiting).toBe(true)
      await worker.execute(sql`select 1 from generations where id = ${id} for no key update`)
      return () => reply
    })
    expect((await deleted()).body).toEqual({ deleted: 1, ids: [id] })
  })
})
