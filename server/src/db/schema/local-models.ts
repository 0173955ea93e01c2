import { bigint, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { UserId } from '#domain/account/user-id.ts'
import type { FileRole } from '#domain/local-models/local-model.ts'
import { users } from './accounts.ts'
import { moment } from './columns.ts'

/** A file as it was resolved for its download: the hash that its content must have. */
export type ResolvedFile = {
  readonly role: FileRole
  readonly path: string
  readonly bytes: number
  readonly sha256: string
  readonly trust: 'pinned' | 'stated'
  readonly commit: string | null
}

/**
 * The request for each local model, and its progress. Whether a model is whole is said by its record on the disk: a restored
 * database has rows without files.
 */
export const localModelInstallations = pgTable(
  'local_model_installations',
  {
    modelId: text('model_id').primaryKey(),
    /** `removed` keeps the acceptance of the license. */
    state: text('state')
      .$type<'wanted' | 'paused' | 'failed' | 'checking' | 'installed' | 'damaged' | 'removed'>()
      .notNull(),
    doneBytes: bigint('done_bytes', { mode: 'number' }).notNull().default(0),
    totalBytes: bigint('total_bytes', { mode: 'number' }).notNull(),
    bytesPerSecond: integer('bytes_per_second'),
    /** Why it failed or waits, as a sentence for people. */
    reason: text('reason'),
    /** Not tried again before. */
    retryAt: moment('retry_at'),
    /** The process that works on it, until its lease ends. */
    worker: uuid('worker'),
    leaseUntil: moment('lease_until'),
    files: jsonb('files').$type<readonly ResolvedFile[]>().notNull().default([]),
    licenceAcceptedBy: uuid('licence_accepted_by')
      .$type<UserId>()
      .references(() => users.id, { onDelete: 'set null' }),
    licenceAcceptedAt: moment('licence_accepted_at'),
    changedAt: moment('changed_at').notNull().defaultNow(),
  },
  (table) => [index('local_model_installations_licence').on(table.licenceAcceptedBy)],
)
