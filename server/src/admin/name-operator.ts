import { setOperator } from '../features/account/operators.ts'
import type { AdminContext, AdminResult } from './admin-context.ts'
import { findAccount } from './find-account.ts'

/** Names the account with this email as one that runs the server, or takes it back. */
export async function nameOperator(
  { db }: AdminContext,
  email: string,
  change: 'named' | 'revoked',
): Promise<AdminResult> {
  await setOperator(db, await findAccount(db, email), { isOperator: change === 'named' })
  const lines =
    change === 'named'
      ? [`${email} may install models on this server.`]
      : [`${email} may no longer install models, unless it is the first account of this server.`]
  return { lines, outcome: 'done' }
}
