import { sql } from 'drizzle-orm'
import { check, doublePrecision, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { StepEffect, StepKind } from '#domain/board/undo-steps.ts'
import { moment, userId } from './columns.ts'
import { projects } from './projects.ts'

/**
 * Credits that people put into areas of canvases for programs. What is spent is in the ledger (`credit_entries.purse_id`), and summed up in `spending`. Created,
 * moved and removed under the lock of the project; the row itself is locked where credits of it are spent.
 */
export const purses = pgTable(
  'purses',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    userId: userId(),
    projectId: uuid('project_id')
      .notNull()
      .references(() => projects.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    /** The area, in canvas pixels. */
    x: doublePrecision('x').notNull(),
    y: doublePrecision('y').notNull(),
    width: doublePrecision('width').notNull(),
    height: doublePrecision('height').notNull(),
    /** The amount that was put in, in hundredths of a credit. */
    most: integer('most').notNull(),
    /** The amount that the last refused request missed, in hundredths of a credit; null where none waits for an answer. */
    missing: integer('missing'),
    createdAt: moment('created_at').notNull().defaultNow(),
    pausedAt: moment('paused_at'),
    endedAt: moment('ended_at'),
    /** Removed by its user: on no list, and in no use. Its removal can be undone as long as cards stay in the trash. */
    removedAt: moment('removed_at'),
  },
  (table) => [
    index('purses_project').on(table.projectId, table.createdAt),
    index('purses_user').on(table.userId),
    index('purses_removed').on(table.removedAt).where(sql`${table.removedAt} is not null`).concurrently(),
    check('purses_most', sql`most >= 0`),
  ],
)

/** Steps of programs in purses, with the changes that take them back. */
export const purseSteps = pgTable(
  'purse_steps',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    purseId: uuid('purse_id')
      .notNull()
      .references(() => purses.id, { onDelete: 'cascade' }),
    userId: userId(),
    projectId: uuid('project_id')
      .notNull()
      .references(() => projects.id, { onDelete: 'cascade' }),
    kind: text('kind').$type<StepKind>().notNull(),
    /** The reason that the program gave; null without one. */
    why: text('why'),
    /** The card that it is about; of several the first. Not a foreign key: steps outlive purged cards. */
    generationId: uuid('generation_id').notNull(),
    effects: jsonb('effects').$type<StepEffect[]>().notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [
    index('purse_steps_purse').on(table.purseId, table.createdAt, table.id),
    index('purse_steps_project').on(table.projectId),
    index('purse_steps_user').on(table.userId),
  ],
)
