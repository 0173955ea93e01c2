import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, uuid } from 'drizzle-orm/pg-core'
import { userId } from './columns.ts'
import { generations } from './generations.ts'
import { projects } from './projects.ts'

/** The most that a branch may cost. Written and read under the lock of its project where it has to be exact. */
export const branchCaps = pgTable(
  'branch_caps',
  {
    /** The card that the branch begins with. */
    generationId: uuid('generation_id')
      .primaryKey()
      .references(() => generations.id, { onDelete: 'cascade' }),
    projectId: uuid('project_id')
      .notNull()
      .references(() => projects.id, { onDelete: 'cascade' }),
    userId: userId(),
    /** Hundredths of a credit. */
    most: integer('most').notNull(),
  },
  (table) => [
    index('branch_caps_project').on(table.projectId),
    index('branch_caps_user').on(table.userId),
    check('branch_caps_most', sql`most >= 0`),
  ],
)
