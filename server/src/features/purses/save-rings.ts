import { and, count, eq, inArray, isNull, sql } from 'drizzle-orm'
import { type BoardChange, isRingChange } from '#domain/board/change.ts'
import type { RingFields } from '#domain/board/change-ring.ts'
import type { ChangePlan } from '#domain/board/plan-changes.ts'
import { maxOpenPurses, maxPurses } from '#domain/purses/purse.ts'
import type { Refusal } from '#server/db/refusal.ts'
import type { Transaction } from '../../db/database.ts'
import { apiTokens } from '../../db/schema/api-tokens.ts'
import { purses } from '../../db/schema/purses.ts'
import type { NewEvent } from '../../events/append-events.ts'
import { isRestorable } from '../trash/expired.ts'
import { pursesChanged } from './purse-rows.ts'

/** The rings that changes name, as far as there are rows of them: also removed ones that can be restored. */
export async function loadNamedRings(
  tx: Transaction,
  projectId: string,
  changes: readonly BoardChange[],
): Promise<ReadonlyMap<string, RingFields>> {
  const ids = changes.flatMap((change) => (isRingChange(change) ? [change.purseId] : []))
  if (ids.length === 0) return new Map()
  const { id, name, x, y, width, height, removedAt } = purses
  const rows = await tx
    .select({ id, name, x, y, width, height, removedAt })
    .from(purses)
    .where(and(eq(purses.projectId, projectId), inArray(purses.id, ids), isRestorable(sql`${purses.removedAt}`)))
  return new Map(rows.map(({ id, removedAt, ...ring }) => [id, { ...ring, isRemoved: removedAt !== null }]))
}

/** Ends the open tokens of purses. A trigger notifies every process when this commits. */
export const endTokensOf = (tx: Transaction, purseIds: readonly string[]) =>
  tx
    .update(apiTokens)
    .set({ revokedAt: sql`now()` })
    .where(and(inArray(apiTokens.purseId, [...purseIds]), isNull(apiTokens.revokedAt)))

/**
 * Writes the rings that a plan changes; their project is locked. The token of a removed one ends: a program that was shut out is let in by
 * nothing but a new token.
 * @returns Their events.
 */
export async function saveRings(
  tx: Transaction,
  projectId: string,
  { rings, removedRings }: Pick<ChangePlan, 'rings' | 'removedRings'>,
): Promise<NewEvent[]> {
  for (const [id, { isRemoved, ...ring }] of rings)
    await tx
      .update(purses)
      .set({ ...ring, removedAt: isRemoved ? sql`now()` : null })
      .where(eq(purses.id, id))
  const removed = [...rings].flatMap(([id, { isRemoved }]) => (isRemoved ? [id] : []))
  if (removedRings.size > 0) await endTokensOf(tx, [...removedRings])
  if (removed.length > 0) await expireOldest(tx, projectId)
  const gone = removed.map((purseId) => ({ name: 'purse-changed' as const, projectId, purseId, purse: null }))
  return [...gone, ...(await pursesChanged(tx, rings.keys()))]
}

/**
 * Ends the time in the trash of what is beyond the number of removed purses that a project keeps: making and removing them would fill
 * the table. The sweep of the trash removes them in batches, since a purse may have any number of steps.
 */
const expireOldest = (tx: Transaction, projectId: string) =>
  tx.execute(sql`
    update purses set removed_at = 'epoch' where id in (
      select id from purses where project_id = ${projectId} and removed_at is not null and ${isRestorable(sql`removed_at`)}
      order by removed_at desc, id offset ${maxPurses})`)

/** Why a project can't have one purse more; null where it can. */
export async function pursesRefusal(tx: Transaction, projectId: string, more: number): Promise<Refusal | null> {
  const [there] = await tx
    .select({ all: count(), open: sql<number>`count(*) filter (where ${purses.endedAt} is null)::int` })
    .from(purses)
    .where(and(eq(purses.projectId, projectId), isNull(purses.removedAt)))
  const { all = 0, open = 0 } = there ?? {}
  return open + more > maxOpenPurses || all + more > maxPurses
    ? { code: 'too-large', message: `This project has ${open} purses. End or remove one of them first.` }
    : null
}
