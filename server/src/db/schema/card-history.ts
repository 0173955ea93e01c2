import { bigint, doublePrecision, index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { HistoryKind } from '#domain/history/replay.ts'
import { moment, userId } from './columns.ts'
import { generations } from './generations.ts'

/**
 * Everything that has happened to cards on their canvas, for as long as they are kept. Written by triggers on the
 * generations alone (see its migration), so that no way of changing a card is left out.
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
    /** Where the card lay then, in canvas pixels. */
    x: doublePrecision('x').notNull(),
    y: doublePrecision('y').notNull(),
  },
  (table) => [
    index('card_history_project').on(table.projectId, table.seq),
    index('card_history_generation').on(table.generationId),
    index('card_history_user').on(table.userId),
  ],
)
