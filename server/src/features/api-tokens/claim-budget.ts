import { eq } from 'drizzle-orm'
import { formatPrice } from '#domain/format.ts'
import { failure, success } from '#domain/result.ts'
import { allowsSpending, budgetStart, leftOfBudget } from '#domain/tokens/token-budget.ts'
import type { AsyncResult } from '#server/db/refusal.ts'
import type { Transaction } from '../../db/database.ts'
import { apiTokens } from '../../db/schema/api-tokens.ts'
import { spentByToken } from './token-spent.ts'

const periods = { total: 'in total', month: 'a month' } as const

/**
 * Lets a token spend a price, and returns its name; null for a person (`tokenId` null). Refused where it may not spend that. Locks the token's row until the transaction
 * ends: of two concurrent requests the second sees what the first has held, and none is accepted after the token was ended. To be
 * called after projects, jobs and generations are locked, and before events. @param price Hundredths of a credit.
 */
export async function claimBudget(
  tx: Transaction,
  {
    tokenId,
    purseId,
    price,
  }: {
    readonly tokenId: string | null
    /** The purse that pays; null: none. A token that is bound to one spends nothing without it. */
    readonly purseId: string | null
    readonly price: number
  },
): AsyncResult<string | null> {
  if (tokenId === null) return success(null)
  // Not `for update`, which would wait for rows that refer to this one.
  const [token] = await tx.select().from(apiTokens).where(eq(apiTokens.id, tokenId)).for('no key update')
  if (!token || token.revokedAt)
    return failure({ code: 'forbidden', message: 'The token that asked for this was ended.' })
  if (token.purseId !== null && token.purseId !== purseId)
    return failure({ code: 'forbidden', message: 'This token is bound to a purse, and spends nothing without it.' })
  if (token.budget === null || token.budgetPer === null) return success(token.name)
  const budget = { most: token.budget, per: token.budgetPer }
  const spent = await spentByToken(tx, tokenId, budgetStart(budget.per, Date.now()))
  if (allowsSpending(budget, spent, price)) return success(token.name)
  const left = leftOfBudget(budget, spent)
  const data = { tokenId, per: budget.per, most: budget.most, spent, left, missing: price - left }
  if (token.kind === 'assistant')
    return failure({
      code: 'token-budget',
      message: `This run may spend ${formatPrice(budget.most)} credits, ${formatPrice(left)} are left, and this costs ${formatPrice(price)}. The person can set more for the next one.`,
      data,
    })
  return failure({
    code: 'token-budget',
    message: `The token '${token.name}' may spend ${formatPrice(budget.most)} credits ${periods[budget.per]}, ${formatPrice(left)} are left, and this costs ${formatPrice(price)}. Raise its budget in Manage account, API & agents.`,
    data,
  })
}
