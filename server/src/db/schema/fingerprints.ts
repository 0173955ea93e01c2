import { index, integer, pgTable, smallint, text, uuid } from 'drizzle-orm/pg-core'
import type { UserId } from '#domain/account/user-id.ts'
import { bytes, moment, userId } from './columns.ts'
import { generatedImages } from './generations.ts'

/** Fingerprints of images, derived from their pictures (domain/src/pictures/fingerprint): they recognize copies, and find similar images. */
export const imageFingerprints = pgTable(
  'image_fingerprints',
  {
    imageId: uuid('image_id')
      .primaryKey()
      .references(() => generatedImages.id, { onDelete: 'cascade' }),
    userId: userId(),
    /** Pixels, with a longer side of `keypointSide`. */
    width: smallint('width').notNull(),
    height: smallint('height').notNull(),
    /** Descriptors of the keypoints, and their positions: x and y of each in turn. */
    descriptors: integer('descriptors').array().notNull(),
    positions: smallint('positions').array().notNull(),
    /** Lightness of a `Fingerprint`. */
    lightness: bytes('lightness').notNull(),
    colorLayout: bytes('color_layout').notNull(),
    /** Features and the net that computed them; both null: no net has run on this image. */
    features: bytes('features'),
    featuresNet: text('features_net'),
    indexedAt: moment('indexed_at').notNull().defaultNow(),
  },
  (table) => [
    // Written at once: a list of what is still to be written would be read through by every search.
    index('image_fingerprints_descriptors').using('gin', table.descriptors).with({ fastupdate: false }),
    index('image_fingerprints_user').on(table.userId, table.indexedAt),
  ],
)

/**
 * Finished images without a fingerprint, written by triggers (migration 0077). Without foreign keys, so that a copy of a large board is
 * written as quickly as before: an image that is gone leaves the queue when its turn comes.
 */
export const fingerprintQueue = pgTable(
  'fingerprint_queue',
  {
    imageId: uuid('image_id').primaryKey(),
    userId: uuid('user_id').$type<UserId>().notNull(),
  },
  (table) => [index('fingerprint_queue_user').on(table.userId)],
)
