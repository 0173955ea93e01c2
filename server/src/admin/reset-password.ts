import { randomBytes } from 'node:crypto'
import { createPasswords } from '../auth/passwords.ts'
import { forgetSignInFailures } from '../auth/sign-in-guard.ts'
import { noteActivity } from '../features/account/activity.ts'
import { endResetLinks, endSessions } from '../features/account/sessions.ts'
import { endAllTokens } from '../features/api-tokens/api-tokens.ts'
import type { AdminContext, AdminResult } from './admin-context.ts'
import { findAccount } from './find-account.ts'

/** 96 bits: too many to guess, and still short enough to read out. */
const passwordBytes = 12

/** Sets a random password for an account, ends all its sessions and tokens, and the wait after wrong passwords. */
export async function resetPassword({ db, env }: AdminContext, email: string): Promise<AdminResult> {
  const userId = await findAccount(db, email)
  const password = randomBytes(passwordBytes).toString('base64url')
  let endedTokens = 0
  await db.transaction(async (tx) => {
    await createPasswords(db, { attempts: env.SERVER_LIMITS['sign-in-attempts'] }).set(tx, userId, password)
    await endSessions(tx, userId, null)
    endedTokens = await endAllTokens(tx, userId)
    await endResetLinks(tx, userId)
    await forgetSignInFailures(tx, email)
    await noteActivity(tx, { userId, kind: 'password-reset', origin: null })
  })
  const lines = [
    `The new password of ${email} is: ${password}`,
    `All sessions were ended, and ${endedTokens === 1 ? 'one token' : `${endedTokens} tokens`} of programs.`,
  ]
  return { lines, outcome: 'done' }
}
