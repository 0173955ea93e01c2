import { and, asc, count, desc, eq, gt, inArray, isNull, ne, or, sql } from 'drizzle-orm'
import type { ConversationShape, RunPartShape, RunShape } from '#contract/programs/assistant.ts'
import type { UserId } from '#domain/account/user-id.ts'
import { guessedTokens, priceOfSteps, type RunState, runsInConversation } from '#domain/agents/assistant-run.ts'
import { titleFromPrompt } from '#domain/prompt/title-from-prompt.ts'
import { failure, success } from '#domain/result.ts'
import type { AsyncResult } from '#server/db/refusal.ts'
import { lockSeeds } from '../../db/advisory-locks.ts'
import type { Database, Querier, Transaction } from '../../db/database.ts'
import { apiTokens } from '../../db/schema/api-tokens.ts'
import { assistantRuns, languageUses } from '../../db/schema/assistant.ts'
import { generations } from '../../db/schema/generations.ts'
import { appendEvents } from '../../events/append-events.ts'
import { spentByTokens } from '../../features/api-tokens/token-spent.ts'

export type RunRow = typeof assistantRuns.$inferSelect

/** Runs of a project that its panel shows. */
const listedRuns = 50
const listedConversations = 100
/** Characters of a request of which its title is made. */
const readOfTitle = 400

const isMine = (userId: UserId, runId: string) => and(eq(assistantRuns.id, runId), eq(assistantRuns.userId, userId))

/** The rows that belong to runs beside their own, by three queries, however many there are. */
async function presentRuns(db: Querier, rows: readonly RunRow[]): Promise<RunShape[]> {
  if (rows.length === 0) return []
  const ids = rows.map(({ tokenId }) => tokenId)
  const tokens = await db
    .select({ id: apiTokens.id, budget: apiTokens.budget, purseId: apiTokens.purseId })
    .from(apiTokens)
    .where(inArray(apiTokens.id, ids))
  const made = await db
    .select({ id: generations.id, madeBy: generations.madeBy })
    .from(generations)
    .where(and(inArray(generations.madeBy, ids), isNull(generations.deletedAt)))
    .orderBy(asc(generations.createdAt), asc(generations.id))
  const spent = await spentByTokens(db, new Map(ids.map((id) => [id, 0])))
  const tokenOf = new Map(tokens.map((token) => [token.id, token]))
  const madeBy = Map.groupBy(made, (card) => card.madeBy)
  return rows.map((row) =>
    presentRun(row, {
      token: tokenOf.get(row.tokenId),
      cards: (madeBy.get(row.tokenId) ?? []).map(({ id }) => id),
      spent: spent.get(row.tokenId) ?? 0,
    }),
  )
}

type BesideRun = {
  readonly token: { readonly budget: number | null; readonly purseId: string | null } | undefined
  readonly cards: string[]
  /** In hundredths of a credit. */
  readonly spent: number
}

/** Presents a run, field by field: what the model reads stays on the server. */
function presentRun(row: RunRow, { token, cards, spent }: BesideRun): RunShape {
  const waiting = row.state === 'asks' ? row.pending : null
  return {
    id: row.id,
    projectId: row.projectId,
    conversationId: row.conversationId,
    mode: row.mode,
    purseId: token?.purseId ?? null,
    request: row.request,
    subjects: row.subjects,
    state: row.state,
    reason: row.reason,
    parts: row.parts,
    asks: waiting && { credits: priceOfSteps(waiting.calls.filter(({ output }) => output === null)) / 100 },
    budget: row.mode === 'auto' && token?.budget != null ? token.budget / 100 : null,
    spent: spent / 100,
    tokens: row.tokens,
    model: row.model,
    cards,
    canUndo: row.endedAt !== null && row.undoneAt === null && (cards.length > 0 || row.effects.length > 0),
    isUndone: row.undoneAt !== null,
    createdAt: row.createdAt.toISOString(),
    endedAt: row.endedAt?.toISOString() ?? null,
  }
}

const inProject = (userId: UserId, projectId: string) =>
  and(eq(assistantRuns.projectId, projectId), eq(assistantRuns.userId, userId))

/** The runs of a project, or of one of its conversations, newest first. */
export async function listRuns(
  db: Querier,
  userId: UserId,
  { projectId, conversationId }: { readonly projectId: string; readonly conversationId?: string | undefined },
): Promise<RunShape[]> {
  const rows = await db
    .select()
    .from(assistantRuns)
    .where(
      and(
        inProject(userId, projectId),
        conversationId === undefined ? undefined : eq(assistantRuns.conversationId, conversationId),
      ),
    )
    .orderBy(desc(assistantRuns.createdAt), desc(assistantRuns.id))
    .limit(listedRuns)
  return presentRuns(db, rows)
}

/** The conversations of a project, newest first, each named by its first request. */
export async function listConversations(db: Querier, userId: UserId, projectId: string): Promise<ConversationShape[]> {
  const { conversationId, createdAt, request } = assistantRuns
  const lastAt = sql<string>`max(${createdAt})`.mapWith(createdAt)
  const rows = await db
    .select({
      id: conversationId,
      first: sql<string>`(array_agg(left(${request}, ${readOfTitle}) order by ${createdAt}, ${assistantRuns.id}))[1]`,
      runs: count(),
      lastAt,
    })
    .from(assistantRuns)
    .where(inProject(userId, projectId))
    .groupBy(conversationId)
    .orderBy(desc(lastAt), desc(conversationId))
    .limit(listedConversations)
  return rows.map(({ id, first, runs, lastAt: last }) => ({
    id,
    title: titleFromPrompt(first),
    runs,
    lastAt: new Date(last).toISOString(),
  }))
}

/** The row of a run; null where the user has none with this id. */
export async function findRunRow(db: Querier, userId: UserId, runId: string): Promise<RunRow | null> {
  const [row] = await db.select().from(assistantRuns).where(isMine(userId, runId))
  return row ?? null
}

/** The same, locked until the transaction ends. */
export async function lockRun(tx: Transaction, userId: UserId, runId: string): Promise<RunRow | null> {
  const [row] = await tx.select().from(assistantRuns).where(isMine(userId, runId)).for('update')
  return row ?? null
}

/** One run of a user. */
export async function readRun(db: Querier, userId: UserId, runId: string): AsyncResult<RunShape> {
  const row = await findRunRow(db, userId, runId)
  const [run] = row ? await presentRuns(db, [row]) : []
  return run ? success(run) : failure({ code: 'not-found' })
}

/** Messages of each run before this one in its conversation, the oldest first. */
export async function earlierRuns(db: Querier, userId: UserId, row: RunRow): Promise<unknown[][]> {
  const rows = await db
    .select({ messages: assistantRuns.messages })
    .from(assistantRuns)
    .where(
      and(
        eq(assistantRuns.conversationId, row.conversationId),
        eq(assistantRuns.projectId, row.projectId),
        eq(assistantRuns.userId, userId),
        ne(assistantRuns.id, row.id),
      ),
    )
    .orderBy(desc(assistantRuns.createdAt), desc(assistantRuns.id))
    .limit(runsInConversation)
  return rows.toReversed().map(({ messages }) => messages)
}

/** Reports that a run has changed. Comes last in its transaction. */
export const announceRun = (tx: Transaction, { userId, projectId, id }: RunRow): Promise<number | null> =>
  appendEvents(tx, userId, [{ name: 'assistant-changed', projectId, runId: id }])

/** Ends the token of a run: from this moment on nothing more is spent for it, whatever is still under way. */
const endTokenOf = (tx: Transaction, { tokenId }: RunRow) =>
  tx
    .update(apiTokens)
    .set({ revokedAt: sql`now()` })
    .where(and(eq(apiTokens.id, tokenId), isNull(apiTokens.revokedAt)))

/** Steps that will not run any more. */
const endedParts = (parts: readonly RunPartShape[]): RunPartShape[] =>
  parts.map((part) =>
    part.kind === 'step' && (part.state === 'planned' || part.state === 'running')
      ? { ...part, state: 'stopped' }
      : part,
  )

export type RunEnd = { readonly state: Exclude<RunState, 'working' | 'asks'>; readonly reason: string | null }

/** Ends a run that is locked by this transaction. */
export async function endRun(tx: Transaction, row: RunRow, { state, reason }: RunEnd): Promise<void> {
  await tx
    .update(assistantRuns)
    .set({
      state,
      reason,
      parts: endedParts(row.parts),
      pending: null,
      worker: null,
      leaseUntil: null,
      endedAt: sql`now()`,
      // The turn that was under way counts: it was paid for.
      tokens: sql`${assistantRuns.tokens} + ${assistantRuns.reservedTokens}`,
      reservedTokens: 0,
    })
    .where(eq(assistantRuns.id, row.id))
  await endTokenOf(tx, row)
  await announceRun(tx, row)
}

/** A run is not where it was: it was stopped, or its process was taken for dead. */
export class RunLost extends Error {
  override readonly name = 'RunLost'
}

/** The fields that a process writes into the run that it works on. */
export type RunStore = {
  /** Stores fields, renews the lease, and reports the change. @throws RunLost */
  save(set: Partial<typeof assistantRuns.$inferInsert>): Promise<void>
  /**
   * Appends to the text of a turn while it is written, and to the tokens that it reserves; reports nothing.
   * @param piece.part The position of its part: the last one, or one more. @throws RunLost
   */
  appendText(piece: { readonly part: number; readonly text: string }): Promise<void>
  /**
   * Reserves the tokens of a turn, in place of those of the last one. @returns False, and reserves nothing, where the user has used
   * those of the day. @throws RunLost
   */
  reserve(tokens: number): Promise<boolean>
  /** Ends the run, or lets it wait for a Go. Does nothing where it was stopped meanwhile. */
  end(end: RunEnd): Promise<void>
  /** Renews the lease. @returns Whether the run is still this process's. */
  renew(): Promise<boolean>
}

type StoreOptions = {
  readonly userId: UserId
  readonly runId: string
  readonly worker: string
  /** A run whose process does not renew it for so long is stopped by another. */
  readonly leaseSeconds: number
  /** Tokens of the server's model that a user has in 24 hours; null: the model is the user's own. */
  readonly tokensPerDay: number | null
}

/** Lets one transaction of a user at a time change what their runs reserve, and how many are worked on. */
export const lockRunsOf = (tx: Transaction, userId: UserId) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${userId}::text, ${lockSeeds.assistant}))`)

/** The tokens of the server's model that a user has used and reserved in 24 hours, for words too, but for one run's reservation. */
export async function serverTokensOf(db: Querier, userId: UserId, except: string | null): Promise<number> {
  const { id, tokens, reservedTokens, endedAt, modelOf } = assistantRuns
  const reserved = sql`case when ${id} = ${except}::uuid then 0 else ${reservedTokens} end`
  const [used] = await db
    .select({ tokens: sql<number>`coalesce(sum(${tokens} + ${reserved}), 0)::int` })
    .from(assistantRuns)
    .where(
      and(
        eq(assistantRuns.userId, userId),
        eq(modelOf, 'server'),
        // A run that waited for a Go uses its tokens later than it was begun.
        or(isNull(endedAt), gt(endedAt, sql`now() - interval '24 hours'`)),
      ),
    )
  const [beside] = await db
    .select({ tokens: sql<number>`coalesce(sum(${languageUses.tokens}), 0)::int` })
    .from(languageUses)
    .where(and(eq(languageUses.userId, userId), gt(languageUses.createdAt, sql`now() - interval '24 hours'`)))
  return (used?.tokens ?? 0) + (beside?.tokens ?? 0)
}

export function createRunStore(
  db: Database,
  { userId, runId, worker, leaseSeconds, tokensPerDay }: StoreOptions,
): RunStore {
  const isOurs = and(isMine(userId, runId), eq(assistantRuns.worker, worker), eq(assistantRuns.state, 'working'))
  const leaseUntil = sql`now() + ${`${leaseSeconds} seconds`}::interval`
  return {
    save: (set) =>
      db.transaction(async (tx) => {
        const [row] = await tx
          .update(assistantRuns)
          .set({ leaseUntil, ...set })
          .where(isOurs)
          .returning()
        if (!row) throw new RunLost()
        await announceRun(tx, row)
      }),
    async appendText({ part, text }) {
      const { parts, reservedTokens } = assistantRuns
      const [position, added] = [sql`${part}::int`, sql`${text}::text`]
      const appended = sql`case jsonb_array_length(${parts})
        when ${position} then ${parts} || jsonb_build_array(jsonb_build_object('kind', 'text', 'text', ${added}))
        when ${position} + 1 then jsonb_set(${parts}, array[${part}::text, 'text'],
          to_jsonb((${parts} #>> array[${part}::text, 'text']) || ${added}))
        else ${parts} end`
      const kept = await db
        .update(assistantRuns)
        .set({ parts: appended, reservedTokens: sql`${reservedTokens} + ${guessedTokens(text.length)}` })
        .where(isOurs)
        .returning({ id: assistantRuns.id })
      if (kept.length === 0) throw new RunLost()
    },
    reserve: (tokens) =>
      db.transaction(async (tx) => {
        await lockRunsOf(tx, userId)
        const isUsed = tokensPerDay !== null && (await serverTokensOf(tx, userId, runId)) >= tokensPerDay
        const set = isUsed ? { leaseUntil } : { leaseUntil, reservedTokens: tokens }
        const [row] = await tx.update(assistantRuns).set(set).where(isOurs).returning({ id: assistantRuns.id })
        if (!row) throw new RunLost()
        return !isUsed
      }),
    end: (end) =>
      db.transaction(async (tx) => {
        const [row] = await tx.select().from(assistantRuns).where(isOurs).for('update')
        if (row) await endRun(tx, row, end)
      }),
    async renew() {
      const renewed = await db
        .update(assistantRuns)
        .set({ leaseUntil })
        .where(isOurs)
        .returning({ id: assistantRuns.id })
      return renewed.length > 0
    },
  }
}
