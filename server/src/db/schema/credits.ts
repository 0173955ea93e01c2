import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  bigint,
  check,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { UserId } from '#domain/account/user-id.ts'
import type { CreditSource, EntryKind, LanguagePurpose } from '#domain/credits/ledger.ts'
import type { PlanName } from '#domain/credits/plan.ts'
import { users } from './accounts.ts'
import { moment, userId } from './columns.ts'

/**
 * Credits that were granted together and expire together. `granted`, `remaining` and `held` are written by a trigger on the
 * entries alone, so that they are always their sums; the database refuses a balance below zero.
 */
export const creditLots = pgTable(
  'credit_lots',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    userId: userId(),
    source: text('source').$type<CreditSource>().notNull(),
    /** The reason that it was given for: `once`, a day, a month, or the id of a payment. */
    period: text('period').notNull(),
    granted: integer('granted').notNull().default(0),
    remaining: integer('remaining').notNull().default(0),
    /** The amount held for images in progress; no longer part of `remaining`. */
    held: integer('held').notNull().default(0),
    expiresAt: moment('expires_at'),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('credit_lots_period').on(table.userId, table.source, table.period),
    index('credit_lots_open').on(table.userId).where(sql`remaining > 0`),
    index('credit_lots_held').on(table.userId).where(sql`held > 0`),
    check('credit_lots_balance', sql`remaining >= 0`),
    check('credit_lots_held_balance', sql`held >= 0`),
  ],
)

/** The ledger. Entries are added and never changed: a trigger refuses it. */
export const creditEntries = pgTable(
  'credit_entries',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    /** The order in which they were written. */
    seq: bigint('seq', { mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    userId: userId(),
    lotId: uuid('lot_id')
      .notNull()
      .references(() => creditLots.id, { onDelete: 'cascade' }),
    kind: text('kind').$type<EntryKind>().notNull(),
    /** Hundredths of a credit. */
    amount: integer('amount').notNull(),
    /** The image that it is for. Not a foreign key: the ledger outlives images. */
    generationId: uuid('generation_id'),
    imageId: uuid('image_id'),
    /** The API token on whose request credits are held: its budget counts holds and what they release. */
    tokenId: uuid('token_id'),
    /** The purse that pays: its ring counts holds and what they release. */
    purseId: uuid('purse_id'),
    /** The purpose of a call of the server's language model; null: an image, or no hold. */
    purpose: text('purpose').$type<LanguagePurpose>(),
    /** The call itself. Not a foreign key: the ledger outlives calls. */
    useId: uuid('use_id'),
    /** The hold that it captures or releases; a hold ends once. */
    closes: uuid('closes').references((): AnyPgColumn => creditEntries.id, { onDelete: 'cascade' }),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [
    index('credit_entries_user').on(table.userId, table.seq.desc()),
    index('credit_entries_lot').on(table.lotId),
    index('credit_entries_image').on(table.imageId).where(sql`kind = 'hold'`),
    index('credit_entries_token').on(table.tokenId, table.createdAt).where(sql`token_id is not null`),
    index('credit_entries_purse').on(table.purseId).where(sql`purse_id is not null`),
    uniqueIndex('credit_entries_closes').on(table.closes).where(sql`closes is not null`),
  ],
)

/**
 * Spending of API tokens and purses in each calendar month (UTC): paid, or held for images in work. A trigger on the entries
 * writes it, as the balances of lots, under the lock of the user's events; in rows of its own, since those of tokens and purses are
 * locked before that one (docs/decisions/0105-one-place-that-reserves.md).
 */
export const spending = pgTable(
  'spending',
  {
    /** The token or the purse. Not a foreign key: like the ledger, it outlives both. */
    spenderId: uuid('spender_id').notNull(),
    /** The first day of the month. */
    month: date('month').notNull(),
    userId: userId(),
    /** Hundredths of a credit. */
    spent: integer('spent').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.spenderId, table.month] }),
    index('spending_user').on(table.userId),
    check('spending_balance', sql`spent >= 0`),
  ],
)

/** The plan of a user who has or had a paid one. Without a row: free. */
export const subscriptions = pgTable(
  'subscriptions',
  {
    userId: uuid('user_id')
      .$type<UserId>()
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    plan: text('plan').$type<PlanName>().notNull(),
    /** The billing provider. */
    provider: text('keeper').$type<'local' | 'stripe'>().notNull(),
    status: text('status').$type<'active' | 'past-due' | 'ended'>().notNull(),
    /** The plan after the end of the period; null where it goes on. */
    nextPlan: text('next_plan').$type<PlanName>(),
    periodEnd: moment('period_end'),
    /** The ids of the billing provider. */
    customerId: text('customer_id'),
    subscriptionId: text('subscription_id'),
    /** When the billing provider stated it: an older state that arrives later changes nothing. */
    statedAt: moment('stated_at').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('subscriptions_customer').on(table.customerId).where(sql`customer_id is not null`),
    index('subscriptions_period').on(table.periodEnd).where(sql`next_plan is not null`),
  ],
)

/**
 * The customers that a user has at Stripe, stored before a checkout is opened for one: what can still be paid after the account is
 * deleted is found by them (docs/decisions/0139-checkouts-of-deleted-accounts.md).
 */
export const stripeCustomers = pgTable(
  'stripe_customers',
  {
    /** Stripe's id. */
    id: text('id').primaryKey(),
    userId: userId(),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [index('stripe_customers_user').on(table.userId)],
)

/** The changes of a user's plan, for the history of the billing page. */
export const billingEvents = pgTable(
  'billing_events',
  {
    /** The billing provider's id of the event, by which it counts once; a made-up one for the local provider. */
    id: text('id').primaryKey(),
    userId: uuid('user_id')
      .$type<UserId>()
      .references(() => users.id, { onDelete: 'cascade' }),
    kind: text('kind').notNull(),
    fromPlan: text('from_plan').$type<PlanName>(),
    toPlan: text('to_plan').$type<PlanName>(),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [index('billing_events_user').on(table.userId, table.createdAt.desc())],
)
