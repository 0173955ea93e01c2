import type { Brand } from '../brand.ts'

/** The id of a user, a UUID. Branded, so that no other id can take its place in a call. */
export type UserId = Brand<string, 'UserId'>

/** For where an id enters that no type describes: a session, a notification, a command. */
export const asUserId = (id: string): UserId => id as UserId
