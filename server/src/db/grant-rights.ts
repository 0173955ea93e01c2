import pg from 'pg'
import { advisoryLocks } from './advisory-locks.ts'

/**
 * Lets the role of the server read and change rows, and nothing else: it can neither create nor alter nor drop a table, so an
 * injected statement can't either. Called by the owner of the tables after each migration. @param owner Connection string of the
 * role that migrates. @param server Connection string of the role that serves. @throws Error where both are the same role, since
 * nothing would be gained.
 */
export async function grantRights(owner: string, server: string): Promise<void> {
  const role = await ask(server, 'select current_user as role')
  const admin = new pg.Client({ connectionString: owner, application_name: 'espalier-migrate' })
  await admin.connect()
  try {
    const { rows } = await admin.query<{ role: string }>('select current_user as role')
    if (rows[0]?.role === role)
      throw new Error('The setting DATABASE_URL_ADMIN is wrong: it must be another role than that of DATABASE_URL.')
    const name = pg.escapeIdentifier(role)
    await admin.query('begin')
    // Two processes that start at once would change the same rights: PostgreSQL refuses the second, instead of waiting.
    await admin.query('select pg_advisory_xact_lock($1)', [advisoryLocks.rights])
    await admin.query(`revoke create on schema public from public, ${name}`)
    await admin.query(`grant usage on schema public to ${name}`)
    await admin.query(`grant select, insert, update, delete on all tables in schema public to ${name}`)
    await admin.query(`grant usage on all sequences in schema public to ${name}`)
    // Entries of the activity log are immutable; they are removed only when they are old, or with their account.
    await admin.query(`revoke update on audit_log from ${name}`)
    await admin.query('commit')
  } finally {
    await admin.end()
  }
}

async function ask(connectionString: string, query: string): Promise<string> {
  const client = new pg.Client({ connectionString, application_name: 'espalier-migrate' })
  await client.connect()
  try {
    return (await client.query<{ role: string }>(query)).rows[0]?.role ?? ''
  } finally {
    await client.end()
  }
}
