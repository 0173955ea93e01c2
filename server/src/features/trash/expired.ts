import { type SQL, sql } from 'drizzle-orm'
import { trashDays } from '#domain/board/trash.ts'

/** Whether the time in the trash is over: then it is removed, batch by batch. @param deletedAt A time, or null: not in the trash. */
export const isExpired = (deletedAt: SQL): SQL => sql`${deletedAt} < now() - ${trashDays} * interval '1 day'`

/** Whether it is not in the trash, or can be restored. A part of an expired one may be gone already. */
export const isRestorable = (deletedAt: SQL): SQL => sql`(${isExpired(deletedAt)}) is not true`
