import type pg from 'pg'
import { listed, quoted, type Table } from './tables.ts'

/** The number of rows, and the sum of the rows' hashes: independent of their order. */
export type Checksum = { readonly rows: number; readonly sum: string }

/** Reads the whole table. Both connections must be opened by `openCopyClient`. */
export async function checksumOf(client: pg.Client, { name, columns }: Table): Promise<Checksum> {
  const { rows } = await client.query<{ rows: string; sum: string }>(`
    select count(*) as rows,
      coalesce(sum(('x' || left(md5(row(${listed(columns)})::text), 15))::bit(60)::bigint::numeric), 0)::text as sum
    from ${quoted(name)}`)
  return { rows: Number(rows[0]?.rows), sum: rows[0]?.sum ?? '0' }
}
