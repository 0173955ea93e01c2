import { grantRights } from '../db/grant-rights.ts'
import { migrate } from '../db/migrate.ts'
import { type AdminContext, type AdminResult, Misuse } from './admin-context.ts'

/** Brings the database to this release and grants the role that serves its rights, so that no server needs the other role. */
export async function migrateDatabase({ env }: AdminContext): Promise<AdminResult> {
  const { DATABASE_URL: server, DATABASE_URL_ADMIN: owner } = env
  if (!server || !owner)
    throw new Misuse(
      'Set DATABASE_URL_ADMIN to the role that owns the tables, and DATABASE_URL to the one that serves.',
    )
  await migrate(owner)
  await grantRights(owner, server)
  return { lines: ['The database is at this release, and the role of DATABASE_URL has its rights.'], outcome: 'done' }
}
