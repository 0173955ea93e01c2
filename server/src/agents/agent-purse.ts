import { type PurseShape, whyText } from '#contract/purse.ts'
import { failure, success } from '#domain/result.ts'
import { removedPurse } from '../features/purses/claim-purse.ts'
import { findPurse } from '../features/purses/purse-rows.ts'
import type { Refusable } from '../features/refusal.ts'
import type { AgentCaller } from './agent-tool.ts'

/** An argument of tools that make or change something. */
export const why = whyText
  .optional()
  .describe('Why, in one short sentence: shown to the person beside what you did. "The brief names three seasons."')

/** The purse that a caller is bound to; null: none. Refused where it was removed. */
export async function purseOf({
  deps,
  userId,
  token,
}: Pick<AgentCaller, 'deps' | 'userId' | 'token'>): Refusable<PurseShape | null> {
  if (token.purseId === null) return success(null)
  const purse = await findPurse(deps.db, userId, token.purseId)
  return purse ? success(purse) : failure(removedPurse)
}
