import type { UserId } from '#domain/account/user-id.ts'
import { failure, success } from '#domain/result.ts'
import type { AsyncResult } from '#server/db/refusal.ts'
import type { UserDatabase } from '../../db/database.ts'
import { avatarKey } from '../../pictures/picture-keys.ts'
import type { Storage } from '../../storage/storage.ts'
import { type ImageFile, inMemory } from '../images/read-image-file.ts'
import { avatarName } from './change-avatar.ts'
import { findProfile } from './profile-rows.ts'

/** The avatar of the caller, under its current name; every other name returns 404. */
export async function readAvatar(
  { db, storage }: { readonly db: UserDatabase; readonly storage: Storage },
  { userId, name }: { readonly userId: UserId; readonly name: string },
): AsyncResult<ImageFile> {
  const { avatarUrl } = await findProfile(db, userId)
  if (avatarUrl === null || avatarName(avatarUrl) !== name) return failure({ code: 'not-found' })
  const bytes = await storage.get(avatarKey(name))
  return bytes ? success(inMemory(bytes, 'image/webp', `"${name}"`)) : failure({ code: 'not-found' })
}
