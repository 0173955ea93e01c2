import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { SavedSettings } from '#contract/prompts/saved-prompt.ts'
import type { ReferenceKind } from '#domain/prompt/named-reference.ts'
import type { ListedWord } from '#domain/prompt/word-list.ts'
import { moment, userId } from './columns.ts'
import { generatedImages, generations } from './generations.ts'

/** Prompts that a person has saved. Names are unique by their key. */
export const savedPrompts = pgTable(
  'saved_prompts',
  {
    id: uuid('id').primaryKey(),
    userId: userId(),
    name: text('name').notNull(),
    /** The name as `nameKey` has it. */
    nameKey: text('name_key').notNull(),
    text: text('text').notNull(),
    tags: jsonb('tags').$type<readonly string[]>().notNull(),
    /** Name, text and tags as `searchText` makes them. Default: for rows of processes of an older release. */
    searchText: text('search_text').notNull().default(''),
    /** The model's `value`; null: the one that is chosen. */
    model: text('model'),
    /** Null: those that are chosen. */
    settings: jsonb('settings').$type<SavedSettings>(),
    usedCount: integer('used_count').notNull().default(0),
    createdAt: moment('created_at').notNull().defaultNow(),
    updatedAt: moment('updated_at').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('saved_prompts_name').on(table.userId, table.nameKey),
    // The list, newest first.
    index('saved_prompts_user').on(table.userId, table.createdAt, table.id),
  ],
)

/** Lists of words that prompts draw from, as `__light__`. Names are unique by their key. */
export const wordLists = pgTable(
  'word_lists',
  {
    id: uuid('id').primaryKey(),
    userId: userId(),
    name: text('name').notNull(),
    /** The name as `nameKey` has it. */
    nameKey: text('name_key').notNull(),
    words: jsonb('words').$type<readonly ListedWord[]>().notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
    updatedAt: moment('updated_at').notNull().defaultNow(),
  },
  (table) => [uniqueIndex('word_lists_name').on(table.userId, table.nameKey)],
)

/** Names for pictures that prompts send, as `@anna`. Names are unique by their key. */
export const namedReferences = pgTable(
  'named_references',
  {
    id: uuid('id').primaryKey(),
    userId: userId(),
    name: text('name').notNull(),
    /** The name as `nameKey` has it. */
    nameKey: text('name_key').notNull(),
    kind: text('kind').$type<ReferenceKind>().notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [uniqueIndex('named_references_name').on(table.userId, table.nameKey)],
)

/** The versions of a named reference: never changed, so that cards keep what was sent. */
export const referenceVersions = pgTable(
  'reference_versions',
  {
    id: uuid('id').primaryKey(),
    userId: userId(),
    referenceId: uuid('reference_id')
      .notNull()
      .references(() => namedReferences.id, { onDelete: 'cascade' }),
    /** Ids of images of the user, in order; `uploadIds` follow them. */
    imageIds: jsonb('image_ids').$type<readonly string[]>().notNull(),
    uploadIds: jsonb('upload_ids').$type<readonly string[]>().notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [
    index('reference_versions_reference').on(table.referenceId, table.createdAt),
    index('reference_versions_user').on(table.userId),
  ],
)

/** Descriptions of images, which search finds. */
export const imageDescriptions = pgTable(
  'image_descriptions',
  {
    imageId: uuid('image_id')
      .primaryKey()
      .references(() => generatedImages.id, { onDelete: 'cascade' }),
    userId: userId(),
    text: text('text').notNull(),
    /** The text as `searchText` makes it. */
    searchText: text('search_text').notNull(),
    /** The tag of its language; null: unknown. */
    language: text('language'),
    /** The language model that wrote it, for people; null: the user. */
    languageModel: text('language_model'),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [index('image_descriptions_user').on(table.userId)],
)

/** Images that wait for a description by a language model, and those that could not get one. */
export const descriptionRequests = pgTable(
  'description_requests',
  {
    imageId: uuid('image_id')
      .primaryKey()
      .references(() => generatedImages.id, { onDelete: 'cascade' }),
    userId: userId(),
    /** The API token that asked; null: the user. */
    tokenId: uuid('token_id'),
    /** The tag of the language of the description. */
    language: text('language').notNull(),
    /** The accepted price, in hundredths of a credit. */
    price: integer('price').notNull(),
    state: text('state').$type<'waiting' | 'failed'>().notNull().default('waiting'),
    /** The reason of a failure, for people. */
    message: text('message'),
    tries: integer('tries').notNull().default(0),
    /** The claim of the process that describes it, or did last; null: none has since it was requested. */
    claimId: uuid('claim_id'),
    /** When it is tried next; while it is being described, when another process may take it over. */
    runAt: moment('run_at').notNull().defaultNow(),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [
    index('description_requests_waiting').on(table.userId, table.runAt).where(sql`state = 'waiting'`),
    index('description_requests_user').on(table.userId, table.createdAt),
    index('description_requests_failed').on(table.createdAt).where(sql`state = 'failed'`),
  ],
)

/**
 * The cards that name a reference, with the version that was sent. Written by a trigger on the cards alone (migration
 * 0073): row-level security lets no index of JSON find them. Of a deleted reference they stay until the card is removed.
 */
export const referenceUses = pgTable(
  'reference_uses',
  {
    generationId: uuid('generation_id')
      .notNull()
      .references(() => generations.id, { onDelete: 'cascade' }),
    /** Not a foreign key: a reference that is deleted may have a million uses. */
    referenceId: uuid('reference_id').notNull(),
    versionId: uuid('version_id').notNull(),
    userId: userId(),
    /** The time of the card: uses are listed newest first. */
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.generationId, table.referenceId] }),
    index('reference_uses_reference').on(table.referenceId, table.createdAt, table.generationId),
    index('reference_uses_user').on(table.userId),
  ],
)
