import { randomUUID } from 'node:crypto'
import { and, eq, lt, or, sql } from 'drizzle-orm'
import type { RunShape, StartRunBody } from '#contract/programs/assistant.ts'
import type { UserId } from '#domain/account/user-id.ts'
import { assistantName, budgetAfterGo, priceOfSteps, runsAtOnce, scopesOfMode } from '#domain/agents/assistant-run.ts'
import { failure, success } from '#domain/result.ts'
import { type AsyncResult, type Refusal, refusableTransaction } from '#server/db/refusal.ts'
import type { BackgroundTask } from '../../background/runner.ts'
import type { Databases, Querier, Transaction } from '../../db/database.ts'
import { apiTokens } from '../../db/schema/api-tokens.ts'
import { assistantRuns } from '../../db/schema/assistant.ts'
import { broadcast } from '../../events/ephemeral-events.ts'
import { spentByToken } from '../../features/api-tokens/token-spent.ts'
import { lockOpenProject } from '../../features/projects/lock-project.ts'
import { isOpenProject } from '../../features/projects/project-rows.ts'
import { closedPurse } from '../../features/purses/claim-purse.ts'
import { findPurse } from '../../features/purses/purse-rows.ts'
import type { AgentCaller, AgentDeps } from '../agent-tool.ts'
import type { OpenModel } from './language-model.ts'
import { type ModelSettingsDeps, modelOfPerson } from './model-settings.ts'
import { requestMessage } from './run-prompt.ts'
import {
  announceRun,
  createRunStore,
  earlierRuns,
  endRun,
  findRunRow,
  lockRun,
  lockRunsOf,
  type RunRow,
  readRun,
} from './run-rows.ts'
import { workOnRun } from './work-on-run.ts'

export type AssistantDeps = {
  readonly databases: Databases
  /** The services that tools work with; the database is that of the run. */
  readonly tools: Omit<AgentDeps, 'db'>
  readonly models: Omit<ModelSettingsDeps, 'db'>
  /** A run whose process does not renew its lease for so long is stopped. */
  readonly leaseSeconds: number
  /** The address of this server in links; empty: links begin with a slash. */
  readonly address: string
}

export type Assistant = {
  /** Stores a request and begins to work on it. */
  start(userId: UserId, input: StartRunBody & { readonly id: string }): AsyncResult<RunShape>
  /** Lets the steps run that wait, at the price that was shown. */
  go(
    userId: UserId,
    input: { readonly id: string; readonly credits: number; readonly steps: readonly string[] },
  ): AsyncResult<RunShape>
  /** Ends a run. Its model is not asked again, and no further tool is called. */
  stop(userId: UserId, runId: string): AsyncResult<RunShape>
  /** Stops the runs of dead processes. */
  readonly sweepTask: BackgroundTask
  /** Stops the runs of this process. */
  close(): Promise<void>
}

const busy = 'The assistant is still at work on this canvas. Wait for it, or stop it first.'
const userBusy = `The assistant is at work on ${runsAtOnce.ofUser} canvases of yours. Wait for one, or stop it first.`
const allBusy = 'The assistant of this server is at work for others. Try again in a moment.'
const nothingWaits = 'Nothing of this run waits for Go any more.'
const isWorking = eq(assistantRuns.state, 'working')

/**
 * The first budget of a run, in hundredths; null: as much as its purse has. A plan spends nothing, and what waits for Go is added by
 * each Go.
 */
function budgetOf({ mode, budget, purseId }: StartRunBody): number | null {
  if (mode !== 'auto') return 0
  return budget === null ? (purseId === null ? 0 : null) : Math.round(budget * 100)
}

/** The row by which a run is bounded and its cards are known. Nothing signs in with it: it has no secret. */
async function insertToken(
  tx: Transaction,
  { userId, projectId, asked }: { userId: UserId; projectId: string; asked: StartRunBody },
): Promise<string> {
  const [token] = await tx
    .insert(apiTokens)
    .values({
      userId,
      kind: 'assistant',
      name: assistantName,
      prefix: '',
      scopes: [...scopesOfMode(asked.mode)],
      projectId,
      purseId: asked.mode === 'auto' ? asked.purseId : null,
      budget: budgetOf(asked),
      budgetPer: 'total',
    })
    .returning({ id: apiTokens.id })
  if (!token) throw new Error('An insert answers its row.')
  return token.id
}

async function purseOfRun(db: Querier, { tokenId }: RunRow): Promise<string | null> {
  const [token] = await db.select({ purseId: apiTokens.purseId }).from(apiTokens).where(eq(apiTokens.id, tokenId))
  return token?.purseId ?? null
}

/** Opens the assistant of this process. */
export function createAssistant(deps: AssistantDeps): Assistant {
  const { databases, tools, leaseSeconds } = deps
  const worker = randomUUID()
  const working = new Map<string, { readonly stop: AbortController; readonly done: Promise<void> }>()
  const lease = sql`now() + ${`${leaseSeconds} seconds`}::interval`
  const modelOf = (userId: UserId) => modelOfPerson({ ...deps.models, db: databases.forUser(userId) }, userId)

  const storeOptions = ({ userId, id: runId, modelOf: of }: RunRow) => ({
    ...{ userId, runId, worker, leaseSeconds },
    tokensPerDay: of === 'server' ? (deps.models.serverModel?.tokensPerDay ?? null) : null,
  })

  /** Why no further run can be worked on; null where one can. Comes after the lock of the project. */
  async function placeRefusal(tx: Transaction, userId: UserId): Promise<Refusal | null> {
    if (working.size >= runsAtOnce.ofProcess) return { code: 'unavailable', message: allBusy }
    await lockRunsOf(tx, userId)
    const ofUser = and(isWorking, eq(assistantRuns.userId, userId))
    return (await tx.$count(assistantRuns, ofUser)) >= runsAtOnce.ofUser
      ? { code: 'rate-limited', message: userBusy }
      : null
  }

  async function work(row: RunRow, open: OpenModel, signal: AbortSignal): Promise<void> {
    const { userId, projectId, id: runId } = row
    const db = databases.forUser(userId, { projectId })
    // Of all projects of the user: their runs share the tokens of a day.
    const store = createRunStore(databases.forUser(userId), storeOptions(row))
    // One after the other: connections of the pool would overtake each other.
    let sending: Promise<void> = Promise.resolve()
    const caller: AgentCaller = {
      deps: { ...tools, db },
      userId,
      token: {
        id: row.tokenId,
        name: open.label,
        scopes: scopesOfMode(row.mode),
        projectId,
        purseId: await purseOfRun(db, row),
      },
      address: deps.address,
    }
    try {
      await workOnRun({
        row,
        earlier: await earlierRuns(db, userId, row),
        open,
        caller,
        store,
        signal,
        now: Date.now,
        stream(piece) {
          const event = { name: 'assistant-text' as const, projectId, runId, ...piece }
          sending = sending
            .then(() => broadcast(databases.system, userId, event))
            .catch((error: unknown) => tools.log.warn({ err: error }, 'text of the assistant was not sent'))
        },
      })
    } catch (error) {
      tools.log.error({ err: error, runId }, 'a run of the assistant failed')
      await store.end({ state: 'failed', reason: 'Something went wrong on our side. Ask again in a moment.' })
    }
  }

  /** Works on a run that this process has the lease of. It goes on when the page is closed. */
  function begin(row: RunRow, open: OpenModel): void {
    const stop = new AbortController()
    const store = createRunStore(databases.forUser(row.userId), storeOptions(row))
    // Another process may have stopped it: the call of the model ends then.
    const heartbeat = setInterval(
      () =>
        void store.renew().then(
          (isOurs) => isOurs || stop.abort(),
          () => undefined,
        ),
      (leaseSeconds * 1_000) / 6,
    )
    const done = work(row, open, stop.signal)
      .catch((error: unknown) => tools.log.error({ err: error, runId: row.id }, 'a run of the assistant was lost'))
      .finally(() => {
        clearInterval(heartbeat)
        if (working.get(row.id)?.stop === stop) working.delete(row.id)
      })
    working.set(row.id, { stop, done })
  }

  return {
    async start(userId, { id: projectId, ...asked }) {
      const db = databases.forUser(userId)
      const repeated = await findRunRow(db, userId, asked.runId)
      if (repeated)
        return repeated.projectId === projectId
          ? readRun(db, userId, asked.runId)
          : failure({ code: 'conflict', message: 'This id was used for another request.' })
      if (!(await isOpenProject(db, userId, projectId))) return failure({ code: 'not-found' })
      if (asked.mode === 'auto' && asked.budget === null && asked.purseId === null && tools.money !== 'off')
        return failure({
          code: 'invalid',
          message: 'Say how many credits it may spend.',
          data: { issues: [{ path: ['budget'], message: 'Say how many credits it may spend.' }] },
        })
      if (asked.purseId !== null) {
        const purse = await findPurse(db, userId, asked.purseId)
        if (purse?.projectId !== projectId) return failure({ code: 'not-found' })
        const closed = closedPurse(purse)
        if (closed) return failure({ ...closed, code: 'conflict' })
      }
      const open = await modelOf(userId)
      if (!open.ok) return open
      const inProject = { ...tools, db: databases.forUser(userId, { projectId }) }
      const message = await requestMessage(inProject, { userId, projectId, asked })
      if (!message.ok) return message
      const started = await refusableTransaction<RunRow>(db, async (tx) => {
        if (!(await lockOpenProject(tx, userId, projectId))) return failure({ code: 'not-found' })
        const ofProject = and(eq(assistantRuns.projectId, projectId), eq(assistantRuns.userId, userId))
        const others = await tx
          .select()
          .from(assistantRuns)
          .where(and(ofProject, or(isWorking, eq(assistantRuns.state, 'asks'))))
          .for('update')
        if (others.some(({ state }) => state === 'working')) return failure({ code: 'conflict', message: busy })
        const refusal = await placeRefusal(tx, userId)
        if (refusal) return failure(refusal)
        const tokenId = await insertToken(tx, { userId, projectId, asked })
        const [row] = await tx
          .insert(assistantRuns)
          .values({
            id: asked.runId,
            userId,
            projectId,
            conversationId: asked.conversationId ?? randomUUID(),
            tokenId,
            mode: asked.mode,
            request: asked.request,
            subjects: message.value.subjects,
            messages: [{ role: 'user', content: message.value.content }],
            model: open.value.label,
            modelOf: open.value.of,
            worker,
            leaseUntil: lease,
          })
          .onConflictDoNothing()
          .returning()
        if (!row) return failure({ code: 'conflict', message: 'This id was used for another request.' })
        for (const waiting of others)
          await endRun(tx, waiting, { state: 'stopped', reason: 'You asked for something else.' })
        await announceRun(tx, row)
        return success(row)
      })
      if (!started.ok) return started
      begin(started.value, open.value)
      return readRun(db, userId, asked.runId)
    },

    async go(userId, { id: runId, credits, steps }) {
      const db = databases.forUser(userId)
      const waiting = await findRunRow(db, userId, runId)
      if (!waiting) return failure({ code: 'not-found' })
      if (waiting.state !== 'asks') return failure({ code: 'conflict', message: nothingWaits })
      const open = await modelOf(userId)
      if (!open.ok) return open
      const going = await refusableTransaction<RunRow>(db, async (tx) => {
        if (!(await lockOpenProject(tx, userId, waiting.projectId))) return failure({ code: 'not-found' })
        const row = await lockRun(tx, userId, runId)
        if (row?.state !== 'asks' || !row.pending) return failure({ code: 'conflict', message: nothingWaits })
        const refusal = await placeRefusal(tx, userId)
        if (refusal) return failure(refusal)
        // Else the tokens that it has used would count for another model than the one that used them.
        if (open.value.of !== row.modelOf)
          return failure({ code: 'conflict', message: 'The language model was changed. Ask again.' })
        const waitingCalls = row.pending.calls.filter(({ output }) => output === null)
        if (waitingCalls.map(({ step }) => step).join('\n') !== steps.join('\n'))
          return failure({ code: 'conflict', message: 'Other steps wait by now. Look at them first.' })
        const price = priceOfSteps(waitingCalls)
        if (price !== Math.round(credits * 100))
          return failure({ code: 'conflict', message: 'The price has changed. Look at it again.' })
        const [went] = await tx
          .update(assistantRuns)
          .set({
            state: 'working',
            worker,
            leaseUntil: lease,
            model: open.value.label,
            modelOf: open.value.of,
          })
          .where(eq(assistantRuns.id, runId))
          .returning()
        if (!went) throw new Error('An update answers its row.')
        // A run in the mode 'auto' has its budget from the beginning.
        if (row.mode === 'ask') {
          const budget = budgetAfterGo(await spentByToken(tx, row.tokenId, 0), price)
          await tx.update(apiTokens).set({ budget }).where(eq(apiTokens.id, row.tokenId))
        }
        await announceRun(tx, went)
        return success(went)
      })
      if (!going.ok) return going
      begin(going.value, open.value)
      return readRun(db, userId, runId)
    },

    async stop(userId, runId) {
      const db = databases.forUser(userId)
      await db.transaction(async (tx) => {
        const row = await lockRun(tx, userId, runId)
        if (row?.state === 'working' || row?.state === 'asks')
          await endRun(tx, row, { state: 'stopped', reason: 'You stopped it.' })
      })
      working.get(runId)?.stop.abort()
      return readRun(db, userId, runId)
    },

    sweepTask: {
      name: 'assistant runs',
      everyMs: 5_000,
      async run({ items }) {
        const { system } = databases
        const isDead = and(isWorking, lt(assistantRuns.leaseUntil, sql`now()`))
        const dead = await system.select({ id: assistantRuns.id }).from(assistantRuns).where(isDead).limit(100)
        for (const { id } of dead)
          await items.attempt(id, () =>
            system.transaction(async (tx) => {
              const [row] = await tx
                .select()
                .from(assistantRuns)
                .where(and(isDead, eq(assistantRuns.id, id)))
                .for('update')
              const reason = 'The server was stopped while it worked. What it had made is here; ask again to go on.'
              if (row) await endRun(tx, row, { state: 'stopped', reason })
            }),
          )
      },
    },

    async close() {
      const reason = 'The server was restarted. What it had made is here; ask again to go on.'
      await Promise.all(
        [...working].map(async ([runId, { stop, done }]) => {
          await databases.system.transaction(async (tx) => {
            const [row] = await tx
              .select()
              .from(assistantRuns)
              .where(and(eq(assistantRuns.id, runId), eq(assistantRuns.worker, worker), isWorking))
              .for('update')
            if (row) await endRun(tx, row, { state: 'stopped', reason })
          })
          stop.abort()
          await done
        }),
      )
    },
  }
}
