import pg from 'pg'

/**
 * Sends one statement to the database beside the server, without row-level security. @param connectionString Of a
 * superuser.
 */
export async function askDatabase<Row extends pg.QueryResultRow>(
  connectionString: string,
  text: string,
  values: readonly unknown[] = [],
): Promise<pg.QueryResult<Row>> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    return await client.query<Row>(text, [...values])
  } finally {
    await client.end()
  }
}
