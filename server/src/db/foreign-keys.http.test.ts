import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { query } from '#server/db/sql/query.ts'
import { withTestServer } from '#server-testing/test-server.ts'

const context = withTestServer()

describe('every foreign key', () => {
  it('has an index that begins with its columns: a deleted row is not searched for in the whole table', async () => {
    const { rows } = await query<{ key: string }>(
      context.server.database.system,
      { key: 'string' },
      sql`
      select conrelid::regclass || ' (' || (
          select string_agg(attname, ', ' order by position)
          from unnest(conkey) with ordinality as columns(number, position)
          join pg_attribute on attrelid = conrelid and attnum = number) || ')' as key
      from pg_constraint
      where contype = 'f' and connamespace = 'public'::regnamespace and not exists (
        select 1 from pg_index
        where indrelid = conrelid and indisvalid
          and (indpred is null or pg_get_expr(indpred, indrelid) = (
            select '(' || attname || ' IS NOT NULL)' from pg_attribute where attrelid = conrelid and attnum = conkey[1]))
          and (string_to_array(indkey::text, ' ')::smallint[])[1:cardinality(conkey)] @> conkey)
      order by key`,
    )
    expect(rows.map(({ key }) => key)).toEqual([])
  })
})
