import type { Brand } from '../brand.ts'

/** The id of a user, a UUID. Branded, so that no other id can replace it in a call. */
export type UserId = Brand<string, 'UserId'>

/** For ids from untyped sources: a session, a notification, a command. */
export const asUserId = (id: string): UserId => id as UserId
