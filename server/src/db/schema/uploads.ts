import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { UploadShape } from '#contract/cards/upload.ts'
import type { Rect } from '#domain/geometry/rect.ts'
import { moment, userId } from './columns.ts'

/** A canonical mask: the upload that holds it, and the smallest rectangle around its white pixels. */
export type StoredMask = { readonly id: string; readonly box: Rect }

/**
 * An upload as a mask: `change` for what is white in it, `background` for edits of the background. Their uploads belong to it and are
 * removed with it. A fault says why it can't be a mask.
 */
export type StoredMasks = { readonly change: StoredMask; readonly background: StoredMask } | { readonly fault: string }

/** Uploaded pictures. Each is stored under a key made from its id. */
export const uploads = pgTable(
  'uploads',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    userId: userId(),
    /** Pixels, upright. */
    width: integer('width').notNull(),
    height: integer('height').notNull(),
    mediaType: text('media_type').$type<UploadShape['mediaType']>().notNull(),
    byteSize: integer('byte_size').notNull(),
    averageColor: text('average_color').notNull(),
    /** Null: not read as a mask yet. */
    mask: jsonb('mask').$type<StoredMasks>(),
    /** Named by a generation or a style once; unused ones are removed after a while. */
    isUsed: boolean('is_used').notNull().default(false),
    /** Set by the scope of a token of one project, which sees no other upload (migration 0036); null: of no project. */
    projectId: uuid('project_id').default(sql`nullif(current_setting('espalier.project_id', true), '')::uuid`),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [
    index('uploads_user').on(table.userId),
    index('uploads_unused').on(table.createdAt).where(sql`not is_used`),
  ],
)
