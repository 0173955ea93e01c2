import pg from 'pg'

/** A connection with settings under which texts are the same on every server: for comparing and copying rows. */
export async function openCopyClient(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString, application_name: 'espalier-copy', keepAlive: true })
  // A lost connection fails the running statement; an 'error' without a listener would end the process instead.
  client.on('error', () => undefined)
  await client.connect()
  const settings = ["datestyle = 'ISO, MDY'", "intervalstyle = 'postgres'", "timezone = 'UTC'", "bytea_output = 'hex'"]
  for (const setting of [
    ...settings,
    'extra_float_digits = 1',
    'statement_timeout = 0',
    'lock_timeout = 0',
    'idle_in_transaction_session_timeout = 0',
  ])
    await client.query(`set ${setting}`)
  return client
}
