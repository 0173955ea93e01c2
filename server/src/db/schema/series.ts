import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, primaryKey, smallint, text, uuid } from 'drizzle-orm/pg-core'
import type { SeriesKind, StepBody } from '#contract/cards/series.ts'
import type { StepStatus } from '#domain/series/step.ts'
import { moment, userId } from './columns.ts'
import { projects } from './projects.ts'

/** Several cards that were requested at once. */
export const series = pgTable(
  'series',
  {
    id: uuid('id').primaryKey(),
    userId: userId(),
    projectId: uuid('project_id')
      .notNull()
      .references(() => projects.id, { onDelete: 'cascade' }),
    kind: text('kind').$type<SeriesKind>().notNull(),
    hidesNames: boolean('hides_names').notNull(),
    winnerImageId: uuid('winner_image_id'),
    /** The API token that asked for it, whose budget pays the later steps as well; null: the person. */
    madeBy: uuid('made_by'),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [
    index('series_project').on(table.projectId, table.createdAt),
    index('series_user').on(table.userId),
    // Races that hide names: read with every list that contains models, and few.
    index('series_hidden').on(table.userId).where(sql`kind = 'race' and hides_names and winner_image_id is null`),
    // The user's own choices for the record of models.
    index('series_won').on(table.userId).where(sql`winner_image_id is not null`),
  ],
)

/** One card of a series: its request, and its outcome. */
export const seriesSteps = pgTable(
  'series_steps',
  {
    seriesId: uuid('series_id')
      .notNull()
      .references(() => series.id, { onDelete: 'cascade' }),
    place: smallint('place').notNull(),
    userId: userId(),
    status: text('status').$type<StepStatus>().notNull(),
    message: text('message'),
    dependsOn: smallint('depends_on'),
    request: jsonb('request').$type<StepBody>().notNull(),
    /** The model's `value`. */
    model: text('model').notNull(),
    /** Hundredths of a credit. */
    price: integer('price').notNull(),
    /** The card of the step. */
    generationId: uuid('generation_id'),
    /** Not tried before this time: the queue was full. */
    tryAt: moment('try_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.seriesId, table.place] }),
    // Usually empty, so that reading it costs nothing.
    index('series_steps_waiting').on(table.tryAt).where(sql`status = 'waiting'`),
    index('series_steps_generation').on(table.generationId),
    index('series_steps_user').on(table.userId),
  ],
)
