import { index, integer, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'

/**
 * Wrong passwords since the last right one. Apart from `rate_limits`, out of which better-auth deletes every row that is older
 * than its longest window of a minute.
 */
export const signInFailures = pgTable(
  'sign_in_failures',
  {
    /** SHA-256 of the email in lower case: an email without an account may be anything that was typed. */
    emailHash: text('email_hash').notNull(),
    /** The address where the account has a session; empty for all addresses without one. */
    address: text('address').notNull(),
    failures: integer('failures').notNull(),
    lastFailedAt: timestamp('last_failed_at', { withTimezone: true }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.emailHash, table.address] })],
)

/**
 * Attempts within a window: guests of a network, programs that register, tries of a password. Apart from `rate_limits` for the same
 * reason: a day is longer than that minute.
 */
export const attemptCounts = pgTable(
  'attempt_counts',
  {
    /** Kind of attempt, and its user or network. */
    key: text('key').primaryKey(),
    count: integer('count').notNull(),
    /** The end of the window, which begins with its first attempt; swept after it. */
    endsAt: timestamp('ends_at', { withTimezone: true }).notNull(),
  },
  (table) => [index('attempt_counts_ends').on(table.endsAt)],
)

/** Invitations to create an account. A used one stays for a while, so that its link can say so. */
export const invitations = pgTable(
  'invitations',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    /** In lower case, as accounts keep it. */
    email: text('email').notNull(),
    /** SHA-256 of the link's token, which is stored nowhere. */
    tokenHash: text('token_hash').notNull().unique(),
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
    usedAt: timestamp('used_at', { withTimezone: true }),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [index('invitations_email').on(table.email)],
)

/** Emails of the last hour, for the limit per recipient. */
export const sentEmails = pgTable(
  'sent_emails',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    kind: text('kind', { enum: ['reset', 'confirmation', 'comments', 'round'] }).notNull(),
    /** SHA-256 of the recipient in lower case. */
    recipientHash: text('recipient_hash').notNull(),
    sentAt: timestamp('sent_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [index('sent_emails_recipient').on(table.recipientHash, table.kind, table.sentAt)],
)
