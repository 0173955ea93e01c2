import { sql } from 'drizzle-orm'
import type pg from 'pg'
import { advisoryLocks } from './advisory-locks.ts'
import type { Transaction } from './database.ts'

/** Pauses the removal of files until the connection ends; waits for a running one. */
export async function pauseRemovals(client: pg.Client): Promise<void> {
  await client.query('select pg_advisory_lock_shared($1)', [advisoryLocks.removal])
}

/** Whether files may be removed until the transaction ends: not while a backup copies them. */
export async function mayRemove(tx: Transaction): Promise<boolean> {
  const { rows } = await tx.execute<{ got: boolean }>(
    sql`select pg_try_advisory_xact_lock(${advisoryLocks.removal}) as got`,
  )
  return rows[0]?.got === true
}
