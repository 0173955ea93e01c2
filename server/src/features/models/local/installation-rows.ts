import { and, eq, inArray, lt, ne, sql } from 'drizzle-orm'
import { advisoryLocks } from '#server/db/advisory-locks.ts'
import type { SystemDatabase, Transaction } from '#server/db/database.ts'
import { localModelInstallations as rows } from '#server/db/schema/local-models.ts'

export type InstallationRow = typeof rows.$inferSelect
type Change = Partial<typeof rows.$inferInsert>

/** A row that this process works on, until another takes it or a person changes its state. */
export type Claim = {
  readonly modelId: string
  readonly worker: string
  readonly leaseSeconds: number
  readonly state: 'wanted' | 'checking'
}

const endOf = (leaseSeconds: number) => sql`now() + ${leaseSeconds} * interval '1 second'`

/** Until the transaction ends no other process claims, finishes or removes a model. */
export async function lockInstallations(tx: Transaction): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${advisoryLocks.localModels})`)
}

export const readInstallations = (db: SystemDatabase): Promise<InstallationRow[]> => db.select().from(rows)

/** The row, locked until the transaction ends; undefined where the model was never asked for. */
export async function lockInstallation(tx: Transaction, modelId: string): Promise<InstallationRow | undefined> {
  await lockInstallations(tx)
  const [row] = await tx.select().from(rows).where(eq(rows.modelId, modelId)).for('update')
  return row
}

/** Changes a model's row, or adds it. Without a lease in the change, the work of a process on it ends. */
export async function changeInstallation(
  tx: Transaction,
  modelId: string,
  change: Change & { state: InstallationRow['state']; totalBytes: number },
): Promise<void> {
  const set = { worker: null, leaseUntil: null, retryAt: null, bytesPerSecond: null, changedAt: new Date(), ...change }
  await tx
    .insert(rows)
    .values({ modelId, ...set })
    .onConflictDoUpdate({ target: rows.modelId, set })
}

/** The hashes of files that other models have or are fetching. */
export async function hashesOfOthers(tx: Transaction, modelId: string): Promise<ReadonlySet<string>> {
  const others = await tx.select({ files: rows.files }).from(rows).where(ne(rows.modelId, modelId))
  return new Set(others.flatMap(({ files }) => files.map(({ sha256 }) => sha256)))
}

/**
 * Claims the model that has waited longest, where no process works on any: one download at a time leaves the line and the disk
 * to the pictures. null where there is nothing to do.
 */
export function claimInstallation(
  db: SystemDatabase,
  { worker, leaseSeconds, isKnown }: Pick<Claim, 'worker' | 'leaseSeconds'> & { isKnown(modelId: string): boolean },
): Promise<InstallationRow | null> {
  return db.transaction(async (tx) => {
    await lockInstallations(tx)
    const waiting = await tx
      .select()
      .from(rows)
      .where(inArray(rows.state, ['wanted', 'checking']))
      .orderBy(rows.changedAt)
    const now = Date.now()
    if (
      waiting.some(
        ({ leaseUntil, worker: held }) => held !== worker && leaseUntil !== null && leaseUntil.getTime() > now,
      )
    )
      return null
    const next = waiting.find(
      ({ modelId, retryAt }) => (retryAt === null || retryAt.getTime() <= now) && isKnown(modelId),
    )
    if (!next) return null
    await tx
      .update(rows)
      .set({ worker, leaseUntil: endOf(leaseSeconds) })
      .where(eq(rows.modelId, next.modelId))
    return next
  })
}

const isOurs = ({ modelId, worker, state }: Claim) =>
  and(eq(rows.modelId, modelId), eq(rows.worker, worker), eq(rows.state, state))

/** Renews the lease and notes the progress. False where the work is no longer ours: paused, removed, or taken over. */
export async function renewInstallation(
  db: SystemDatabase,
  claim: Claim,
  progress: Pick<Change, 'doneBytes' | 'totalBytes' | 'bytesPerSecond' | 'files' | 'reason'>,
): Promise<boolean> {
  const renewed = await db
    .update(rows)
    .set({ reason: null, ...progress, leaseUntil: endOf(claim.leaseSeconds) })
    .where(isOurs(claim))
    .returning({ modelId: rows.modelId })
  return renewed.length > 0
}

/** Ends the work on a row, where it is still ours. @param work Runs in the same transaction, before the change. */
export function endInstallation(
  db: SystemDatabase,
  claim: Claim,
  { change, work }: { readonly change: Change; work?(): Promise<void> },
): Promise<boolean> {
  return db.transaction(async (tx) => {
    await lockInstallations(tx)
    const [ours] = await tx.select({ modelId: rows.modelId }).from(rows).where(isOurs(claim)).for('update')
    if (!ours) return false
    await work?.()
    await tx
      .update(rows)
      .set({ worker: null, leaseUntil: null, bytesPerSecond: null, changedAt: new Date(), ...change })
      .where(eq(rows.modelId, claim.modelId))
    return true
  })
}

/** Rows that were paused or failed longer than the sweep keeps parts: their progress is gone with them. */
export async function forgetOldProgress(db: SystemDatabase, olderThan: Date): Promise<void> {
  await db
    .update(rows)
    .set({ doneBytes: 0 })
    .where(and(inArray(rows.state, ['paused', 'failed']), lt(rows.changedAt, olderThan)))
}
