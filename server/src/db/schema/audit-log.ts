import { bigint, index, pgTable, text } from 'drizzle-orm/pg-core'
import type { ActivityKind } from '#contract/account/activity.ts'
import { moment, userId } from './columns.ts'

/** The activity log of an account: written once, never changed, kept for 400 days. */
export const auditLog = pgTable(
  'audit_log',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    userId: userId(),
    kind: text('kind').$type<ActivityKind>().notNull(),
    /** Null where the server itself or its operator did it. */
    address: text('address'),
    userAgent: text('user_agent'),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [
    index('audit_log_user').on(table.userId, table.id.desc()),
    index('audit_log_created').on(table.createdAt),
  ],
)
