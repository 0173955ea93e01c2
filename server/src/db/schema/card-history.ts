import { bigint, doublePrecision, index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { HistoryKind } from '#domain/history/replay.ts'
import { moment, userId } from './columns.ts'
import { generations } from './generations.ts'

/**
 * The history of cards on their canvas. Written by triggers on the generations alone (see its migration), so that no change of a
 * card is left out.
 */
export const cardHistory = pgTable(
  'card_history',
  {
    seq: bigint('seq', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    userId: userId(),
    projectId: uuid('project_id').notNull(),
    generationId: uuid('generation_id')
      .notNull()
      .references(() => generations.id, { onDelete: 'cascade' }),
    at: moment('at').notNull(),
    kind: text('kind').$type<HistoryKind>().notNull(),
    /** The place of the card, in canvas pixels. */
    x: doublePrecision('x').notNull(),
    y: doublePrecision('y').notNull(),
  },
  (table) => [
    index('card_history_project').on(table.projectId, table.seq),
    index('card_history_generation').on(table.generationId),
    index('card_history_user').on(table.userId),
  ],
)
