import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, primaryKey, smallint, text, uuid } from 'drizzle-orm/pg-core'
import type { SeriesKind, StepBody } from '#contract/series.ts'
import type { StepStatus } from '#domain/series/step.ts'
import { moment, userId } from './columns.ts'
import { projects } from './projects.ts'

/** Several cards that were asked for at once. */
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
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [
    index('series_project').on(table.projectId, table.createdAt),
    // Races that hide names: read with every list that contains models, and few.
    index('series_hidden').on(table.userId).where(sql`kind = 'race' and hides_names and winner_image_id is null`),
    // What a person's own choices say of the models.
    index('series_won').on(table.userId).where(sql`winner_image_id is not null`),
  ],
)

/** One card of a series: what was asked for, and what became of it. */
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
    /** The card that came of it. */
    generationId: uuid('generation_id'),
    /** Not looked at before: there was no room in the queue. */
    tryAt: moment('try_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.seriesId, table.place] }),
    // Empty as a rule, so that looking costs nothing.
    index('series_steps_waiting').on(table.tryAt).where(sql`status = 'waiting'`),
    index('series_steps_generation').on(table.generationId),
  ],
)
