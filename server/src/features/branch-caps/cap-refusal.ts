import { eq, sql } from 'drizzle-orm'
import { formatPrice } from '#domain/format.ts'
import { hiddenCap } from '#server/cards/hide-models.ts'
import type { Refusal } from '#server/db/refusal.ts'
import { query } from '#server/db/sql/query.ts'
import type { Transaction } from '../../db/database.ts'
import { generations } from '../../db/schema/generations.ts'
import { branchesWithHidden, spentOfBranches } from './branch-spent.ts'

type Expense = {
  /** The card that the images belong to, or its parent; null for a card without a parent. */
  readonly generationId: string | null
  /** Hundredths of a credit. */
  readonly price: number
}

/**
 * The caps of a card and of every card above it. Each parent is looked up by its key: the planner, which expects ten
 * rows of each step, would read the whole table for each instead (1,500 steps: 800 ms, against 8).
 */
async function capsAbove(tx: Transaction, generationId: string) {
  const { rows } = await query<{ generation_id: string; most: number }>(
    tx,
    { generation_id: 'string', most: 'number' },
    sql`
    with recursive way as (
      select id, parent_generation_id from generations where id = ${generationId}
      union all
      select parent.id, parent.parent_generation_id from way cross join lateral (
        select id, parent_generation_id from generations where id = way.parent_generation_id limit 1) parent)
    select generation_id, most from branch_caps join way on way.id = generation_id`,
  )
  return rows
}

/**
 * Why a branch can't cost more; null where it can. The caller has locked the project: of two concurrent requests the second sees
 * what the first has held.
 */
export async function capRefusal(tx: Transaction, { generationId, price }: Expense): Promise<Refusal | null> {
  if (generationId === null || price === 0) return null
  const caps = await capsAbove(tx, generationId)
  const spentOf = await spentOfBranches(
    tx,
    caps.map(({ generation_id }) => generation_id),
  )
  for (const { generation_id: capped, most } of caps) {
    const spent = spentOf.get(capped) ?? 0
    if (spent + price <= most) continue
    if (await hidesSum(tx, capped)) return { code: 'branch-cap', message: hiddenCap }
    const left = Math.max(0, most - spent)
    return {
      code: 'branch-cap',
      message: `This branch may cost ${formatPrice(most)} credits, and ${formatPrice(left)} of them are left. Raise its cap to go on.`,
      data: { generationId: capped, most, spent, missing: spent + price - most },
    }
  }
  return null
}

/** Whether a race hides a model of a capped branch, and with it what the branch has cost. */
async function hidesSum(tx: Transaction, generationId: string): Promise<boolean> {
  const [card] = await tx
    .select({ userId: generations.userId, projectId: generations.projectId })
    .from(generations)
    .where(eq(generations.id, generationId))
  return card !== undefined && (await branchesWithHidden(tx, card, [generationId])).size > 0
}
