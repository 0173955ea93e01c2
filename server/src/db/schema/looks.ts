import { index, integer, pgTable, smallint, text, uuid } from 'drizzle-orm/pg-core'
import type { UserId } from '#domain/account/user-id.ts'
import { bytes, moment, userId } from './columns.ts'
import { generatedImages } from './generations.ts'

/** How an image looks, derived from its picture (domain/src/pictures/look): by it copies are known again, and images found that look alike. */
export const imageLooks = pgTable(
  'image_looks',
  {
    imageId: uuid('image_id')
      .primaryKey()
      .references(() => generatedImages.id, { onDelete: 'cascade' }),
    userId: userId(),
    /** Pixels, with a longer side of `landmarkSide`. */
    width: smallint('width').notNull(),
    height: smallint('height').notNull(),
    /** The words of its landmarks, and the x and y of each, one after the other. */
    words: integer('words').array().notNull(),
    places: smallint('places').array().notNull(),
    /** A `PictureTrace`'s lightness. */
    lightness: bytes('lightness').notNull(),
    /** A `LookVector`. */
    look: bytes('look').notNull(),
    /** What the net saw that is named beside it; both null: none has looked at it. */
    features: bytes('features'),
    net: text('net'),
    indexedAt: moment('indexed_at').notNull().defaultNow(),
  },
  (table) => [
    // Written at once: a list of what is still to be written would be read through by every search.
    index('image_looks_words').using('gin', table.words).with({ fastupdate: false }),
    index('image_looks_user').on(table.userId, table.indexedAt),
  ],
)

/**
 * Finished images that have no look yet, written by a trigger on them (migration 0077). Without foreign keys, so that a copy of a large
 * board is written as quickly as before: an image that is gone leaves the list when its turn comes.
 */
export const looksWaiting = pgTable(
  'looks_waiting',
  {
    imageId: uuid('image_id').primaryKey(),
    userId: uuid('user_id').$type<UserId>().notNull(),
  },
  (table) => [index('looks_waiting_user').on(table.userId)],
)
