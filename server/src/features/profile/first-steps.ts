import { eq, sql } from 'drizzle-orm'
import type { FirstStepsShape } from '#contract/account/account.ts'
import type { UserId } from '#domain/account/user-id.ts'
import type { UserDatabase } from '../../db/database.ts'
import { profiles } from '../../db/schema/profiles.ts'
import { findProfile } from './profile-rows.ts'

/** The number of first steps that a person has done, 0 to 3. */
export async function readFirstSteps(db: UserDatabase, userId: UserId): Promise<FirstStepsShape> {
  return { done: (await findProfile(db, userId)).firstStepsDone }
}

/** Counts that many steps as done. A smaller number, of a device that is behind, changes nothing. */
export async function finishFirstSteps(
  db: UserDatabase,
  { userId, done }: { readonly userId: UserId } & FirstStepsShape,
): Promise<FirstStepsShape> {
  const before = await findProfile(db, userId)
  const [row = before] = await db
    .update(profiles)
    .set({ firstStepsDone: sql`greatest(${profiles.firstStepsDone}, ${done}::smallint)` })
    .where(eq(profiles.userId, userId))
    .returning()
  return { done: row.firstStepsDone }
}
