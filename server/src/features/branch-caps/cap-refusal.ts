import { sql } from 'drizzle-orm'
import type { Transaction } from '../../db/database.ts'
import type { Refusal } from '../refusal.ts'
import { spentOfBranches } from './branch-spent.ts'

type Expense = {
  /** The card to which it belongs, or below which it comes; null for a card without a parent. */
  readonly generationId: string | null
  /** Hundredths of a credit. */
  readonly price: number
}

/** The caps of a card and of every card above it. */
async function capsAbove(tx: Transaction, generationId: string) {
  const { rows } = await tx.execute<{ generation_id: string; most: number }>(sql`
    with recursive way as (
      select id, parent_generation_id from generations where id = ${generationId}
      union all select cards.id, cards.parent_generation_id from generations cards join way on cards.id = way.parent_generation_id)
    select generation_id, most from branch_caps join way on way.id = generation_id`)
  return rows
}

const credits = (hundredths: number) => (hundredths / 100).toFixed(2)

/**
 * Why a branch can't cost more; null where it can. The caller has locked the project: of two expenses at once the second
 * sees what the first has held.
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
    const left = Math.max(0, most - spent)
    return {
      code: 'branch-cap',
      message: `This branch may cost ${credits(most)} credits, and ${credits(left)} of them are left. Raise its cap to go on.`,
      data: { generationId: capped, most, spent, missing: spent + price - most },
    }
  }
  return null
}

/** Whether a card lies in a capped branch: only then a Retry has to take its turn with everything else of the project. */
export const isCapped = async (tx: Transaction, generationId: string) => (await capsAbove(tx, generationId)).length > 0
