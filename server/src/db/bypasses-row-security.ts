import pg from 'pg'

/** Whether the role of a connection bypasses row-level security, as superusers do. */
export async function bypassesRowSecurity(connectionString: string): Promise<boolean> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    const { rows } = await client.query<{ bypasses: boolean }>(
      'select rolsuper or rolbypassrls as bypasses from pg_roles where rolname = current_user',
    )
    return rows[0]?.bypasses === true
  } finally {
    await client.end()
  }
}
