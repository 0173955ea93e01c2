import { eq } from 'drizzle-orm'
import type { ProfileShape } from '#contract/account/profile.ts'
import type { UserId } from '#domain/account/user-id.ts'
import { usernameCandidates } from '#domain/profile/username.ts'
import type { Querier } from '../../db/database.ts'
import { users } from '../../db/schema/accounts.ts'
import { profiles } from '../../db/schema/profiles.ts'

type ProfileRow = typeof profiles.$inferSelect

/** Presents a profile, field by field. */
export const presentProfile = (row: ProfileRow): ProfileShape => ({
  firstName: row.firstName,
  username: row.username,
  bio: row.bio,
  instagram: row.instagram,
  tiktok: row.tiktok,
  threads: row.threads,
  twitter: row.twitter,
  youtube: row.youtube,
  facebook: row.facebook,
  avatarUrl: row.avatarUrl,
})

async function selectProfile(db: Querier, userId: UserId): Promise<ProfileRow | null> {
  const [row] = await db.select().from(profiles).where(eq(profiles.userId, userId))
  return row ?? null
}

/** The profile of an account; the first read creates it, with the first username that is free. */
export async function findProfile(db: Querier, userId: UserId): Promise<ProfileRow> {
  const known = await selectProfile(db, userId)
  if (known) return known
  const [account] = await db
    .select({ email: users.email, firstName: users.firstName })
    .from(users)
    .where(eq(users.id, userId))
  if (!account) throw new Error('A signed-in user has an account.')
  for (const username of usernameCandidates(account.email, userId)) {
    const values = { userId, username, firstName: account.firstName }
    const [made] = await db.insert(profiles).values(values).onConflictDoNothing().returning()
    // Nothing was created: the name is taken, or another request has created the profile meanwhile.
    const found = made ?? (await selectProfile(db, userId))
    if (found) return found
  }
  throw new Error('The last username contains nearly all of the account’s id and is unique.')
}

/** The profile, locked until the transaction ends. */
export async function lockProfile(db: Querier, userId: UserId): Promise<ProfileRow> {
  await findProfile(db, userId)
  const [row] = await db.select().from(profiles).where(eq(profiles.userId, userId)).for('update')
  if (!row) throw new Error('A profile that was found is there.')
  return row
}
