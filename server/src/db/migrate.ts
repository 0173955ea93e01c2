import { fileURLToPath } from 'node:url'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator'
import pg from 'pg'

/** Any number that nothing else locks: one migration at a time over all processes. */
const migrationLock = 7_253_001

const migrationsFolder = fileURLToPath(new URL('./migrations', import.meta.url))

/** Brings the database to the newest schema. Several processes may call it at once. */
export async function migrate(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString, application_name: 'espalier-migrate' })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [migrationLock])
    await applyMigrations(drizzle(client), { migrationsFolder })
  } finally {
    await client.end()
  }
}
