import { sql } from 'drizzle-orm'
import {
  boolean,
  doublePrecision,
  index,
  integer,
  json,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { CompactCardExtras } from '#contract/board/compact-board.ts'
import type { EditShape } from '#contract/cards/edit.ts'
import type { BranchKind } from '#contract/cards/generation.ts'
import type { UserId } from '#domain/account/user-id.ts'
import type { EditRecord } from '#domain/edit/edit-record.ts'
import type { ImageFailure } from '#domain/errors.ts'
import type { ImageStatus } from '#domain/generation/status.ts'
import type { AspectRatio, Resolution } from '#domain/models/aspect-ratio.ts'
import type { ControlValues } from '#domain/models/controls.ts'
import type { SensitiveState } from '#domain/pictures/sensitive.ts'
import type { SentReference } from '#domain/prompt/named-reference.ts'
import type { DigitalSource } from '#domain/records/digital-source.ts'
import type { AppliedStyle } from '#domain/styles/style.ts'
import { moment, userId } from './columns.ts'
import { projects } from './projects.ts'

/** One card. Its status is not stored: it is computed from its images. */
export const generations = pgTable(
  'generations',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    userId: userId(),
    projectId: uuid('project_id')
      .notNull()
      .references(() => projects.id, { onDelete: 'cascade' }),
    parentGenerationId: uuid('parent_generation_id'),
    parentImageId: uuid('parent_image_id'),
    branchKind: text('branch_kind').$type<BranchKind>(),
    prompt: text('prompt').notNull(),
    /** The prompt before words were drawn from lists; null where none were. */
    writtenPrompt: text('written_prompt'),
    /** The words before a language model improved them; null where none did. */
    improvedFrom: text('improved_from'),
    /** The named references in the prompt, in order; null where there are none. */
    references: jsonb('named_references').$type<readonly SentReference[]>(),
    /** An edit as it was asked for, and what was really used; null for any other card. */
    edit: jsonb('edit').$type<EditShape>(),
    editRecord: jsonb('edit_record').$type<EditRecord>(),
    /** The model's `value`. */
    model: text('model').notNull(),
    styleId: uuid('style_id'),
    /** A copy of the style at the time of the request; null without one. */
    style: jsonb('style').$type<AppliedStyle>(),
    /** Ids of the reference pictures, in order. */
    imagePrompts: jsonb('image_prompts').$type<string[]>().notNull(),
    /** The same of pictures that give only their look. */
    styleReferences: jsonb('style_references').$type<string[]>().notNull().default([]),
    conversationHistory: jsonb('conversation_history').$type<string[]>().notNull(),
    aspectRatio: text('aspect_ratio').$type<AspectRatio>().notNull(),
    resolution: text('resolution').$type<Resolution>().notNull(),
    rawMode: boolean('raw_mode').notNull(),
    /** The choices of the model's controls; null where nothing was. */
    controls: jsonb('controls').$type<ControlValues>(),
    seed: integer('seed').notNull(),
    canvasX: doublePrecision('canvas_x').notNull(),
    canvasY: doublePrecision('canvas_y').notNull(),
    isCollapsed: boolean('is_collapsed').notNull().default(false),
    /** Hundredths of a credit, for all images together. */
    price: integer('price').notNull(),
    /** The API token that asked for it; null: the person. Not a foreign key: it is deleted with the account alone. */
    madeBy: uuid('made_by'),
    /** Its name at that time. */
    madeByName: text('made_by_name'),
    /** The purse that it was made in and paid from; null: none. Not a foreign key: cards outlive purses. */
    purseId: uuid('purse_id'),
    /** The reason that a program gave; null without one. */
    why: text('why'),
    createdAt: moment('created_at').notNull().defaultNow(),
    /** In the trash since; null while it is not. */
    deletedAt: moment('deleted_at'),
  },
  (table) => [
    // Boards are read in this order; with the last columns, cards are counted from the index alone, also under row-level
    // security.
    index('generations_project').on(table.projectId, table.createdAt, table.id, table.deletedAt, table.userId),
    // The cards of an area of the canvas; with their owner, so that counting them does not get slower by choosing it.
    index('generations_place')
      .on(table.projectId, table.canvasX, table.canvasY, table.userId)
      .where(sql`deleted_at is null`),
    index('generations_parent').on(table.parentGenerationId),
    // Imported rows that were never laid out: asked for at every opening of a board, and nearly always none.
    index('generations_unplaced').on(table.projectId).where(sql`canvas_x = 0 and canvas_y = 0 and deleted_at is null`),
    index('generations_trash_user').on(table.userId, table.deletedAt).where(sql`deleted_at is not null`).concurrently(),
    index('generations_trash').on(table.projectId, table.deletedAt).where(sql`deleted_at is not null`),
    // The list of assets, whole and narrowed.
    index('generations_user_created').on(table.userId, table.createdAt),
    index('generations_user_model').on(table.userId, table.model, table.createdAt),
    index('generations_user_ratio').on(table.userId, table.aspectRatio, table.createdAt),
    index('generations_made_by').on(table.madeBy, table.createdAt).where(sql`made_by is not null`),
  ],
)

/**
 * The pictures that cards name as masks, prompts and references: uploads, or images. Written by a trigger on the cards alone
 * (migration 0065), so that the cards which name an upload are found by its id. Row-level security lets no index of JSON do that.
 */
export const cardReferences = pgTable(
  'card_references',
  {
    generationId: uuid('generation_id')
      .notNull()
      .references(() => generations.id, { onDelete: 'cascade' }),
    pictureId: uuid('picture_id').notNull(),
    userId: userId(),
  },
  (table) => [
    primaryKey({ columns: [table.generationId, table.pictureId] }),
    index('card_references_picture').on(table.pictureId),
    index('card_references_user').on(table.userId),
  ],
)

export const generatedImages = pgTable(
  'generated_images',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    userId: userId(),
    generationId: uuid('generation_id')
      .notNull()
      .references(() => generations.id, { onDelete: 'cascade' }),
    orderNum: integer('order_num').notNull(),
    status: text('status').$type<ImageStatus>().notNull(),
    attempt: integer('attempt').notNull().default(1),
    seed: integer('seed').notNull(),
    /** The words that were drawn for it; null where they are those of its card. Processes of the release before read `prompt` of joined cards. */
    prompt: text('drawn_prompt'),
    /** Pixels: as asked for, and as delivered once the picture is there. */
    width: integer('width').notNull(),
    height: integer('height').notNull(),
    averageColor: text('average_color'),
    /** The key of the original in the storage; null until it is stored. */
    storageKey: text('storage_key'),
    mediaType: text('media_type'),
    byteSize: integer('byte_size'),
    /** The term of IPTC's vocabulary that the file carries; null: brought in, or stored before files were marked. */
    digitalSource: text('digital_source').$type<DigitalSource>(),
    /** The record of a file that carries its vendor's signature, and so none of ours; null: the record is in the file. */
    fileRecord: jsonb('file_record').$type<Readonly<Record<string, unknown>>>(),
    /** SHA-256 of the stored file, as hex, and whether it carries content credentials; null: stored before they were noted. */
    fileSha256: text('file_sha256'),
    fileIsSigned: boolean('file_is_signed'),
    errorCode: text('error_code').$type<ImageFailure>(),
    errorMessage: text('error_message'),
    warnings: jsonb('warnings').$type<string[]>().notNull(),
    /** Set where the safety filter found the picture sensitive. */
    sensitive: text('sensitive').$type<SensitiveState>(),
    /** The sheet and slot of its thumbnail; null until it is packed. */
    sheetId: uuid('sheet_id'),
    sheetSlot: smallint('sheet_slot'),
    createdAt: moment('created_at').notNull().defaultNow(),
    completedAt: moment('completed_at'),
  },
  (table) => [
    uniqueIndex('generated_images_order').on(table.generationId, table.orderNum),
    index('generated_images_user').on(table.userId, table.createdAt.desc()),
    // The pictures whose record is not in their file, found by their file when it comes back.
    index('generated_images_recorded_file')
      .on(table.userId, table.fileSha256)
      .where(sql`file_record is not null and file_sha256 is not null`)
      .concurrently(),
    // Which image a file is, whoever asks.
    index('generated_images_file').on(table.fileSha256).where(sql`file_sha256 is not null`).concurrently(),
    index('generated_images_sheet').on(table.sheetId).where(sql`sheet_id is not null`),
    // The images that wait for a sheet: usually empty, so that reading it costs nothing.
    index('generated_images_unpacked').on(table.completedAt).where(sql`status = 'completed' and sheet_id is null`),
  ],
)

/**
 * The text of a board about a card's images, in the words of `contract/src/board/compact-board.ts`: read in one go instead of four rows
 * and their feedback. Written by triggers on those two tables alone (migrations 0003 and 0016), under the lock of the user's events.
 */
export const boardCards = pgTable('board_cards', {
  generationId: uuid('generation_id')
    .primaryKey()
    .references(() => generations.id, { onDelete: 'cascade' }),
  /** The owner of the card: growing tables can be partitioned by user. */
  userId: uuid('user_id').$type<UserId>().notNull(),
  /** Six digits of each image's average color; empty where one has none. */
  colors: text('colours').notNull(),
  /** The sheet of all images, and the slot of the first, where the others follow slot by slot. */
  sheetId: uuid('sheet_id'),
  sheetSlot: smallint('sheet_slot'),
  /** Otherwise: sheet and slot by the image's place, null for one that lies in no sheet. */
  slots: json('slots').$type<([sheetId: string, slot: number] | null)[]>(),
  /** The unusual fields of each image; null where there are as many as usual and nothing of them is. */
  unusual: json('unusual').$type<CompactCardExtras['images']>(),
})

export const imageFeedback = pgTable(
  'image_feedback',
  {
    imageId: uuid('image_id')
      .notNull()
      .references(() => generatedImages.id, { onDelete: 'cascade' }),
    feedbackType: text('feedback_type').$type<'like' | 'star' | 'dislike'>().notNull(),
    userId: userId(),
    createdAt: moment('created_at').notNull().defaultNow(),
    /** When the image's generation was asked for; written by a trigger (migration 0006). */
    generatedAt: moment('generated_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.imageId, table.feedbackType] }),
    // The list of assets with this feedback.
    index('image_feedback_user').on(table.userId, table.feedbackType, table.generatedAt),
  ],
)
