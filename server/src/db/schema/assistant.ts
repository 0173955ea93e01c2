import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { RunPartShape, RunSubject } from '#contract/programs/assistant.ts'
import type { AssistantMode, LanguageProvider, RunState } from '#domain/agents/assistant-run.ts'
import type { StepEffect } from '#domain/board/undo-steps.ts'
import { bytes, moment, userId } from './columns.ts'
import { projects } from './projects.ts'

/** The language model that a person has for their assistant. */
export const languageModels = pgTable('language_models', {
  userId: userId().primaryKey(),
  provider: text('provider').$type<LanguageProvider>().notNull(),
  /** Of a server with OpenAI's chat calls; null: the provider's own. */
  baseUrl: text('base_url'),
  model: text('model').notNull(),
  /** The key, sealed as keys of models are; null: the server needs none. */
  sealed: bytes('sealed'),
  lastFour: text('last_four'),
  savedAt: moment('saved_at').notNull().defaultNow(),
})

/** A call of a tool that the model asked for. `output`: its answer, where it was not waiting for a Go. */
export type AskedCall = {
  /** As the model named it. */
  readonly id: string
  /** The same in the whole run: some servers count from the beginning in each turn. */
  readonly step: string
  readonly tool: string
  readonly input: unknown
  /** Hundredths of a credit; null: it asks for no images. */
  readonly price: number | null
  readonly output: { readonly text: string; readonly isError: boolean } | null
}

/** The calls that wait for a Go: the turn of the model, and the calls in it. */
export type PendingTurn = { readonly turn: readonly unknown[]; readonly calls: readonly AskedCall[] }

/** Requests to the assistant, with everything that came of them. */
export const assistantRuns = pgTable(
  'assistant_runs',
  {
    id: uuid('id').primaryKey(),
    userId: userId(),
    projectId: uuid('project_id')
      .notNull()
      .references(() => projects.id, { onDelete: 'cascade' }),
    /** Runs of one conversation have the same. */
    conversationId: uuid('conversation_id').notNull(),
    /** The row of `api_tokens` that bounds it, and that made its cards. */
    tokenId: uuid('token_id').notNull(),
    mode: text('mode').$type<AssistantMode>().notNull(),
    request: text('request').notNull(),
    subjects: jsonb('subjects').$type<RunSubject[]>().notNull(),
    state: text('state').$type<RunState>().notNull().default('working'),
    reason: text('reason'),
    parts: jsonb('parts').$type<RunPartShape[]>().notNull().default([]),
    /** The messages that the model reads, in the form of the AI SDK: whole turns, each call with its answer; no pictures. */
    messages: jsonb('messages').$type<unknown[]>().notNull(),
    pending: jsonb('pending').$type<PendingTurn>(),
    effects: jsonb('effects').$type<StepEffect[]>().notNull().default([]),
    /** Not read any more; processes of the release before this one still write it. */
    hasGone: boolean('has_gone').notNull().default(false),
    model: text('model').notNull(),
    modelOf: text('model_of').$type<'own' | 'server'>().notNull(),
    turns: integer('turns').notNull().default(0),
    tokens: integer('tokens').notNull().default(0),
    /** Of the turn that is under way, guessed; counted as used where the turn does not end. */
    reservedTokens: integer('reserved_tokens').notNull().default(0),
    /** The process that works on it. A run whose lease is over is stopped, and not begun again. */
    worker: uuid('worker'),
    leaseUntil: moment('lease_until'),
    createdAt: moment('created_at').notNull().defaultNow(),
    endedAt: moment('ended_at'),
    undoneAt: moment('undone_at'),
  },
  (table) => [
    index('assistant_runs_project').on(table.projectId, table.createdAt),
    index('assistant_runs_user').on(table.userId, table.createdAt),
    // One at a time works on a board.
    uniqueIndex('assistant_runs_working').on(table.projectId).where(sql`state = 'working'`),
    index('assistant_runs_leases').on(table.leaseUntil).where(sql`state = 'working'`),
  ],
)

/** Calls of the server's language model beside those of runs, for the tokens of a day. */
export const languageUses = pgTable(
  'language_uses',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    userId: userId(),
    /** Guessed while the call is under way; counted so where it does not end. */
    tokens: integer('tokens').notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [index('language_uses_user').on(table.userId, table.createdAt)],
)

/**
 * Calls for words that are under way: a row is there until its call has ended. A call whose lease is over has lost its process, and its
 * holds are released.
 */
export const languageCalls = pgTable(
  'language_calls',
  {
    /** The same as `use_id` of the holds. */
    id: uuid('id').primaryKey(),
    userId: userId(),
    /** The entries of the ledger that hold its price; empty: it is free. */
    holds: uuid('holds').array().notNull(),
    /** The Idempotency-Key that is freed where the call fails; null: none. */
    idempotencyKey: text('idempotency_key'),
    leaseUntil: moment('lease_until').notNull(),
  },
  (table) => [index('language_calls_user').on(table.userId), index('language_calls_leases').on(table.leaseUntil)],
)
