import { type PurseShape, whyText } from '#contract/programs/purse.ts'
import type { UserId } from '#domain/account/user-id.ts'
import { failure, success } from '#domain/result.ts'
import type { UserDatabase } from '../db/database.ts'
import type { AsyncResult } from '../db/refusal.ts'
import { removedPurse } from '../features/purses/claim-purse.ts'
import { findPurse } from '../features/purses/purse-rows.ts'

/** An argument of tools that make or change something. */
export const why = whyText
  .optional()
  .describe('Why, in one short sentence: shown to the person beside what you did. "The brief names three seasons."')

/** The user whose cards are looked at, and the purse. */
export type Seeker = {
  readonly deps: { readonly db: UserDatabase }
  readonly userId: UserId
  readonly token: { readonly purseId: string | null }
}

/** The purse that a caller is bound to; null: none. Refused where it was removed. */
export async function purseOf({ deps, userId, token }: Seeker): AsyncResult<PurseShape | null> {
  if (token.purseId === null) return success(null)
  const purse = await findPurse(deps.db, userId, token.purseId)
  return purse ? success(purse) : failure(removedPurse)
}
