import { boolean, pgTable, smallint, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { UserId } from '#domain/account/user-id.ts'
import { users } from './accounts.ts'
import { moment } from './columns.ts'

const filledIn = (name: string) => text(name).notNull().default('')

/** The public profile of a user. Created at the first read, with a username from the email. */
export const profiles = pgTable(
  'profiles',
  {
    userId: uuid('id')
      .$type<UserId>()
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    firstName: text('first_name').notNull(),
    username: text('username').notNull(),
    bio: filledIn('bio'),
    instagram: filledIn('instagram'),
    tiktok: filledIn('tiktok'),
    youtube: filledIn('youtube'),
    facebook: filledIn('facebook'),
    threads: filledIn('threads'),
    twitter: filledIn('twitter'),
    /** The picture's address on this server; null without one. */
    avatarUrl: text('avatar_url'),
    /** The number of first steps that the person has done, 0 to 3. */
    firstStepsDone: smallint('first_steps_done').notNull().default(0),
    /** Whether the user is sent an email after a reviewer has commented. */
    emailsComments: boolean('emails_comments').notNull().default(true),
    updatedAt: moment('updated_at').notNull().defaultNow(),
  },
  (table) => [uniqueIndex('profiles_username').on(table.username)],
)
