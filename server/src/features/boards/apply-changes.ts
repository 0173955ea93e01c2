import { sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { applyChangesBody, applyChangesReply } from '#contract/board/change.ts'
import type { UserId } from '#domain/account/user-id.ts'
import { failure, success } from '#domain/result.ts'
import { type AsyncResult, refusableTransaction } from '#server/db/refusal.ts'
import { query } from '#server/db/sql/query.ts'
import type { Transaction, UserDatabase } from '../../db/database.ts'
import { latestSeq } from '../../events/latest-seq.ts'
import { lockOpenProject } from '../projects/lock-project.ts'
import { pursesRefusal } from '../purses/save-rings.ts'
import { itemsRefusal } from './board-items.ts'
import { changeBoard } from './change-board.ts'

type Reply = z.infer<typeof applyChangesReply>
type ApplyChangesInput = {
  readonly userId: UserId
  readonly projectId: string
  readonly changes: z.infer<typeof applyChangesBody>['changes']
}

/**
 * Claims the ids of changes that were not applied before. A call with the same ids that runs at the same time waits here until
 * this one has committed; claimed in the order of ids, so that two calls can't deadlock.
 */
async function claimChanges(tx: Transaction, userId: UserId, ids: ReadonlySet<string>): Promise<ReadonlySet<string>> {
  const claimed = await query<{ change_id: string }>(
    tx,
    { change_id: 'string' },
    sql`
    insert into applied_changes (user_id, change_id)
    select ${userId}, id::uuid from jsonb_array_elements_text(${JSON.stringify([...ids].sort())}::jsonb) as list(id)
    on conflict do nothing returning change_id`,
  )
  return new Set(claimed.rows.map((row) => row.change_id))
}

/** Releases the ids of changes that were not applied: they may be sent again. */
async function giveBack(tx: Transaction, userId: UserId, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await tx.execute(sql`
    delete from applied_changes where user_id = ${userId}
      and change_id in (select id::uuid from jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb) as list(id))`)
}

/** Applies a batch of changes in their order, all in one transaction, each id once. */
export function applyChanges(db: UserDatabase, { userId, projectId, changes }: ApplyChangesInput): AsyncResult<Reply> {
  return refusableTransaction<Reply>(db, async (tx) => {
    const claimed = await claimChanges(tx, userId, new Set(changes.map(({ id }) => id)))
    if (!(await lockOpenProject(tx, userId, projectId))) return failure({ code: 'not-found' })
    const firstById = new Map(changes.toReversed().map((change) => [change.id, change]))
    const fresh = changes.filter((change) => claimed.has(change.id) && firstById.get(change.id) === change)
    const { outcomes, seq } = await changeBoard(tx, { userId, projectId, changes: fresh })
    const isRestored = fresh.some(({ kind }) => kind === 'restore-purse')
    const full =
      (await itemsRefusal(tx, projectId, fresh)) ?? (isRestored ? await pursesRefusal(tx, projectId, 0) : null)
    if (full) return failure(full)
    const items = new Map(
      fresh.map(({ id }, index) => {
        const { outcome, ...taken } = outcomes[index] ?? { outcome: 'gone' as const }
        return [id, { id, outcome, ...('ids' in taken && taken.ids ? { ids: [...taken.ids] } : {}) }]
      }),
    )
    const gone = [...items.values()].filter(({ outcome }) => outcome === 'gone')
    await giveBack(
      tx,
      userId,
      gone.map(({ id }) => id),
    )
    return success({
      items: changes.map(
        (change) =>
          (firstById.get(change.id) === change ? items.get(change.id) : undefined) ?? {
            id: change.id,
            outcome: 'repeated' as const,
          },
      ),
      seq: seq ?? (await latestSeq(tx, userId)),
    })
  })
}
