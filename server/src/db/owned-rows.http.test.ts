import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { withTestServer } from '#server-testing/test-server.ts'

const context = withTestServer()

/** Small tables, or tables without an owner: shards by user would share them, or have one copy each. */
const ofNobody = [
  'attempt_counts',
  'invitations',
  'local_model_installations',
  'oauth_clients',
  'provider_circuits',
  'provider_pauses',
  'rate_limits',
  'sent_emails',
  'sign_in_failures',
  'unused_files',
  'verifications',
]
/** Tables whose id is the user's. */
const ofThemselves = ['profiles', 'users']

describe('every table that grows with use', () => {
  it("has the owner's id in each row", async () => {
    const { rows } = await context.server.database.system.execute<{ name: string; hasOwner: boolean }>(sql`
      select tables.table_name as name, exists(select 1 from information_schema.columns
        where columns.table_schema = 'public' and columns.table_name = tables.table_name
        and column_name = 'user_id') as "hasOwner"
      from information_schema.tables where table_schema = 'public' order by name`)
    const without = rows.filter(({ hasOwner }) => !hasOwner).map(({ name }) => name)
    expect(without.sort()).toEqual([...ofNobody, ...ofThemselves].sort())
  })
})
