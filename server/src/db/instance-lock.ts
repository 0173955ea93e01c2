import type pg from 'pg'
import { advisoryLocks } from './advisory-locks.ts'

/**
 * Holds the shared instance lock, which says that a server runs on this database, until the connection ends. @throws Error while
 * another process holds it exclusively.
 */
export async function holdShared(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ got: boolean }>('select pg_try_advisory_lock_shared($1) as got', [
    advisoryLocks.instance,
  ])
  if (!rows[0]?.got) throw new Error('The database is being moved or restored: this server waits until that is done.')
}

/** Tries to hold the instance lock exclusively until the connection ends. False where a server runs. */
export async function tryExclusive(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ got: boolean }>('select pg_try_advisory_lock($1) as got', [
    advisoryLocks.instance,
  ])
  return rows[0]?.got === true
}
