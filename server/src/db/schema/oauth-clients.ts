import { pgTable, text } from 'drizzle-orm/pg-core'
import { moment } from './columns.ts'

/** Programs that ask for a connection by OAuth. They belong to no user: each person decides for themselves. */
export const oauthClients = pgTable('oauth_clients', {
  /** `client_id`: made at registration, or the address of the program's metadata document. */
  id: text('id').primaryKey(),
  name: text('name').notNull(),
  redirectUris: text('redirect_uris').array().notNull(),
  createdAt: moment('created_at').notNull().defaultNow(),
  /** When the metadata document was read; null: registered. */
  readAt: moment('read_at'),
})
