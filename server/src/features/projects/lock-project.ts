import { sql } from 'drizzle-orm'
import type { UserId } from '#domain/account/user-id.ts'
import type { Transaction } from '../../db/database.ts'

/** Locks a project's set of cards. The first lock of a transaction: jobs, generations and events come after it. */
export async function lockProject(tx: Transaction, projectId: string): Promise<void> {
  await tx.execute(sql`select 1 from projects where id = ${projectId} for no key update`)
}

/** Locks a project that must be the user's and not in the trash; returns whether it is. */
export async function lockOpenProject(tx: Transaction, userId: UserId, projectId: string): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    select 1 from projects where id = ${projectId} and user_id = ${userId} and deleted_at is null for no key update`)
  return rows.length === 1
}
