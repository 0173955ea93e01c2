import pg from 'pg'

/** The table with the progress of a copy into a database; dropped when it is finished. */
export const copySchema = 'espalier_copy'

/** @throws Error of one line where a database contains only a part of a copy. */
export async function refuseUnfinishedCopy(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    const { rows } = await client.query('select 1 where to_regnamespace($1) is not null', [copySchema])
    if (rows.length > 0)
      throw new Error('This database is only half filled: run the same migrate-to or restore again, to its end.')
  } finally {
    await client.end()
  }
}
