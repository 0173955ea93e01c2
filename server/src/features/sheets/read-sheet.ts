import { sql } from 'drizzle-orm'
import type { UserId } from '#domain/account/user-id.ts'
import type { SheetSize } from '#domain/board/sheet.ts'
import { failure, success } from '#domain/result.ts'
import type { AsyncResult } from '#server/db/refusal.ts'
import type { UserDatabase } from '../../db/database.ts'
import { sheetKey } from '../../pictures/picture-keys.ts'
import type { Storage } from '../../storage/storage.ts'
import { type ImageFile, inMemory } from '../images/read-image-file.ts'

/** A sheet of the user; a replaced one stays available for another while. */
export async function readSheet(
  { db, storage }: { db: UserDatabase; storage: Storage },
  { userId, sheetId, size }: { userId: UserId; sheetId: string; size: SheetSize },
): AsyncResult<ImageFile> {
  const { rows } = await db.execute(sql`select 1 from thumbnail_sheets where id = ${sheetId} and user_id = ${userId}`)
  const bytes = rows.length === 1 ? await storage.get(sheetKey(sheetId, size)) : null
  if (!bytes) return failure({ code: 'not-found' })
  return success(inMemory(bytes, 'image/jpeg', `"${sheetId}-${size}"`))
}
