import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { removedAccount } from '#server-testing/removed-account.ts'
import { signUp } from '#server-testing/test-client.ts'
import { withTestServer } from '#server-testing/test-server.ts'

const context = withTestServer()

describe('an account with 20,000 projects', () => {
  it('is deleted', async () => {
    // The first account runs the server, and stays.
    await signUp(context.server)
    const ada = await signUp(context.server)
    const { system: db } = context.server.database
    await db.execute(sql`insert into projects (id, user_id, title)
      select gen_random_uuid(), ${ada.userId}, 'project ' || n from generate_series(1, 20000) n`)
    const reply = await ada.send('DELETE', '/api/account', { password: 'correct horse' })
    expect([reply.status, reply.body]).toEqual([200, { deleted: 1, ids: [ada.userId] }])
    await removedAccount(context.server, ada.userId)
    expect((await db.execute(sql`select 1 from projects where user_id = ${ada.userId} limit 1`)).rows).toEqual([])
  })
})
