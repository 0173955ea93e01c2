import { customType, timestamp, uuid } from 'drizzle-orm/pg-core'
import type { UserId } from '#domain/account/user-id.ts'
import { users } from './accounts.ts'

/** A time to the millisecond, as the wire and JavaScript's clock have it. */
export const moment = (name: string) => timestamp(name, { withTimezone: true, precision: 3 })

/** The owner of the row: it is deleted with the account. */
export const userId = () =>
  uuid('user_id')
    .$type<UserId>()
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' })

/** The person who added the row for themselves; null: the operator, for everybody. Rows of a person go with the account. */
export const ownerId = () =>
  uuid('user_id')
    .$type<UserId>()
    .references(() => users.id, { onDelete: 'cascade' })

/** Raw bytes. */
export const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' })
