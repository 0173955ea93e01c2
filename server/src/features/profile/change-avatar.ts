import { eq, sql } from 'drizzle-orm'
import { avatarUrl, type ProfileShape } from '#contract/account/profile.ts'
import type { UserId } from '#domain/account/user-id.ts'
import { failure, success } from '#domain/result.ts'
import { type AsyncResult, refusableTransaction } from '#server/db/refusal.ts'
import type { Transaction, UserDatabase } from '../../db/database.ts'
import { profiles } from '../../db/schema/profiles.ts'
import type { Admit } from '../../operations/admission.ts'
import { squarePicture } from '../../pictures/clean-picture.ts'
import { avatarKey } from '../../pictures/picture-keys.ts'
import type { Storage } from '../../storage/storage.ts'
import { keepAccount } from '../account/lock-account.ts'
import { abandonedAfterSeconds, markUnused, markUsed } from '../files/unused-files.ts'
import { lockProfile, presentProfile } from './profile-rows.ts'

/** Pixels of an avatar's edges: four times what the largest one on a page takes. */
const edge = 512
/** By then readers of the old picture have finished. */
const replacedAfterSeconds = 600

/** The last part of an avatar's address: the name of its file. */
export const avatarName = (address: string) => address.slice(address.lastIndexOf('/') + 1)

/** Sets another avatar, or none, and schedules the old file for removal. */
function replaceAvatar(db: UserDatabase, userId: UserId, name: string | null): AsyncResult<ProfileShape> {
  return refusableTransaction<ProfileShape>(db, async (tx) => {
    const gone = await keepAccount(tx, userId)
    if (gone) return failure(gone)
    const before = await lockProfile(tx, userId)
    const [row = before] = await tx
      .update(profiles)
      .set({ avatarUrl: name === null ? null : avatarUrl(userId, name), updatedAt: sql`now()` })
      .where(eq(profiles.userId, userId))
      .returning()
    if (name !== null) await markUsed(tx, [avatarKey(name)])
    if (before.avatarUrl !== null)
      await markUnused(tx, [avatarKey(avatarName(before.avatarUrl))], { afterSeconds: replacedAfterSeconds })
    return success(presentProfile(row))
  })
}

/**
 * Sets a picture as the avatar: its middle as a square, re-encoded. A new one gets a new name, so that browsers don't cache the
 * old one. @param path The path of the uploaded file; it is only read.
 */
export async function setAvatar(
  deps: { readonly db: UserDatabase; readonly storage: Storage; newId(): string },
  { userId, path, admit }: { readonly userId: UserId; readonly path: string; readonly admit: Admit },
): AsyncResult<ProfileShape> {
  const square = await squarePicture(path, edge, admit)
  if (!square.ok) return square
  const name = `${userId}-${deps.newId()}.webp`
  await markUnused(deps.db, [avatarKey(name)], { afterSeconds: abandonedAfterSeconds })
  await deps.storage.put(avatarKey(name), square.value)
  return replaceAvatar(deps.db, userId, name)
}

/** Removes the avatar. Without one, nothing changes. */
export const removeAvatar = (db: UserDatabase, userId: UserId): AsyncResult<ProfileShape> =>
  replaceAvatar(db, userId, null)

/** Removes the profile of a deleted account, and schedules the file of its avatar for removal. */
export async function removeProfile(tx: Transaction, userId: UserId): Promise<void> {
  const [profile] = await tx.delete(profiles).where(eq(profiles.userId, userId)).returning()
  if (profile?.avatarUrl)
    await markUnused(tx, [avatarKey(avatarName(profile.avatarUrl))], { afterSeconds: replacedAfterSeconds })
}
