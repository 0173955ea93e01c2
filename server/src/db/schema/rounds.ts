import { sql } from 'drizzle-orm'
import { index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { DecisionLogKind, ProofDecision } from '#domain/sharing/round.ts'
import { moment, userId } from './columns.ts'
import { projects } from './projects.ts'
import { shares, shareVisitors } from './shares.ts'

const projectId = () =>
  uuid('project_id')
    .notNull()
    .references(() => projects.id, { onDelete: 'cascade' })
const roundId = () =>
  uuid('round_id')
    .notNull()
    .references(() => reviewRounds.id, { onDelete: 'cascade' })

/** Rounds of review links: a frozen set of proofs for which decisions are asked. */
export const reviewRounds = pgTable(
  'review_rounds',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    userId: userId(),
    projectId: projectId(),
    shareId: uuid('share_id')
      .notNull()
      .references(() => shares.id, { onDelete: 'cascade' }),
    /** From 1 on, for each link. */
    number: integer('number').notNull(),
    /** SHA-256 as hex of the numbers, images and hashes of its proofs. */
    setSha256: text('set_sha256').notNull(),
    until: moment('until'),
    /** When the owner is reminded, or, while a process sends the email, when another one takes it over; null: not any more. */
    remindAt: moment('remind_at'),
    closedAt: moment('closed_at'),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('review_rounds_number').on(table.shareId, table.number),
    index('review_rounds_project').on(table.projectId, table.createdAt),
    index('review_rounds_user').on(table.userId),
    index('review_rounds_remind').on(table.remindAt).where(sql`remind_at is not null`),
  ],
)

/** The proofs of rounds. They outlive their images: the record of what was decided stays as long as the link. */
export const roundProofs = pgTable(
  'round_proofs',
  {
    userId: userId(),
    roundId: roundId(),
    number: integer('number').notNull(),
    /** Not a foreign key: the image may be deleted for good. */
    imageId: uuid('image_id').notNull(),
    /** SHA-256 of the stored original when the round was started, as hex. */
    sha256: text('sha256').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.roundId, table.number] }),
    index('round_proofs_image').on(table.imageId),
    index('round_proofs_file').on(table.sha256),
    index('round_proofs_user').on(table.userId),
  ],
)

/** The current decision of each reviewer about each proof. */
export const roundDecisions = pgTable(
  'round_decisions',
  {
    userId: userId(),
    roundId: roundId(),
    proof: integer('proof').notNull(),
    visitorId: uuid('visitor_id')
      .notNull()
      .references(() => shareVisitors.id, { onDelete: 'cascade' }),
    decision: text('decision').$type<ProofDecision>().notNull(),
    words: text('words'),
    decidedAt: moment('decided_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.roundId, table.proof, table.visitorId] }),
    index('round_decisions_visitor').on(table.visitorId),
    index('round_decisions_user').on(table.userId),
  ],
)

/** Every decision and withdrawal with what it is bound to. Rows are added and never changed: a trigger refuses it. */
export const roundLog = pgTable(
  'round_log',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    userId: userId(),
    projectId: projectId(),
    roundId: roundId(),
    proof: integer('proof').notNull(),
    /** Not a foreign key: the entry stays as it is. */
    visitorId: uuid('visitor_id').notNull(),
    /** The reviewer's name at the time. */
    author: text('author').notNull(),
    kind: text('kind').$type<DecisionLogKind>().notNull(),
    words: text('words'),
    sha256: text('sha256').notNull(),
    setSha256: text('set_sha256').notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [
    index('round_log_round').on(table.roundId, table.createdAt),
    index('round_log_project').on(table.projectId, table.createdAt),
    index('round_log_user').on(table.userId),
  ],
)
