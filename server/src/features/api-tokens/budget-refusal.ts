import { eq } from 'drizzle-orm'
import { formatPrice } from '#domain/format.ts'
import { allowsSpending, budgetStart, leftOfBudget } from '#domain/tokens/token-budget.ts'
import type { Transaction } from '../../db/database.ts'
import { apiTokens } from '../../db/schema/api-tokens.ts'
import type { Refusal } from '../refusal.ts'
import { spentByToken } from './token-spent.ts'

const periods = { total: 'in total', month: 'a month' } as const

/**
 * Why a token can't ask for more; null where it can, and for a person (`tokenId` null). Locks the token's row until the transaction
 * ends: of two concurrent requests the second sees what the first has held, and none is accepted after the token was ended. To be
 * called after projects, jobs and generations are locked, and before events. @param price Hundredths of a credit.
 */
export async function budgetRefusal(
  tx: Transaction,
  { tokenId, price }: { readonly tokenId: string | null; readonly price: number },
): Promise<Refusal | null> {
  if (tokenId === null) return null
  // Not `for update`, which would wait for rows that refer to this one.
  const [token] = await tx.select().from(apiTokens).where(eq(apiTokens.id, tokenId)).for('no key update')
  if (!token || token.revokedAt) return { code: 'forbidden', message: 'The token that asked for this was ended.' }
  if (token.budget === null || token.budgetPer === null) return null
  const budget = { most: token.budget, per: token.budgetPer }
  const spent = await spentByToken(tx, tokenId, budgetStart(budget.per, Date.now()))
  if (allowsSpending(budget, spent, price)) return null
  const left = leftOfBudget(budget, spent)
  return {
    code: 'token-budget',
    message: `The token '${token.name}' may spend ${formatPrice(budget.most)} credits ${periods[budget.per]}, ${formatPrice(left)} are left, and this costs ${formatPrice(price)}. Raise its budget in Manage account, API & agents.`,
    data: { tokenId, per: budget.per, most: budget.most, spent, left, missing: price - left },
  }
}
