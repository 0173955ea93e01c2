import { and, eq, gt, sql } from 'drizzle-orm'
import type { UserId } from '#domain/account/user-id.ts'
import { failure, success } from '#domain/result.ts'
import type { AsyncResult } from '#server/db/refusal.ts'
import type { Querier } from '../../db/database.ts'
import { sessions } from '../../db/schema/accounts.ts'
import type { Caller } from './sessions.ts'

/** Outcome of a check; `wait`: there were too many wrong ones, and none was compared. */
type PasswordCheck = { readonly state: 'fits' | 'wrong' } | { readonly state: 'wait'; readonly seconds: number }

/** The passwords of accounts. */
export type Passwords = {
  check(userId: UserId, password: string): Promise<PasswordCheck>
  set(tx: Querier, userId: UserId, password: string): Promise<void>
}

const wrong = 'This is not your password.'

/** Refuses a wrong password. @param field The field of the body that the message belongs to. */
export async function requirePassword(
  passwords: Passwords,
  { userId, password, field }: { readonly userId: UserId; readonly password: string; readonly field: string },
): AsyncResult<null> {
  const answer = await passwords.check(userId, password)
  if (answer.state === 'fits') return success(null)
  if (answer.state === 'wait')
    return failure({ code: 'rate-limited', message: `Too many wrong passwords. Try again in ${answer.seconds} s.` })
  return failure({ code: 'impossible', message: wrong, data: { issues: [{ path: [field], message: wrong }] } })
}

/** Minutes for which a password counts as entered just now. */
const provenMinutes = 15

/** Whether the password of a session was entered in the last 15 minutes: at sign-in, or by `confirmPassword`. */
export async function isProven(db: Querier, { userId, sessionId }: Caller): Promise<boolean> {
  const isRecent = gt(sessions.provenAt, sql`now() - ${`${provenMinutes} minutes`}::interval`)
  return (await db.$count(sessions, and(eq(sessions.id, sessionId), eq(sessions.userId, userId), isRecent))) > 0
}

/** Checks the password once more, for calls that a stolen session must not make. */
export async function confirmPassword(
  { db, passwords }: { readonly db: Querier; readonly passwords: Passwords },
  { userId, sessionId, password }: Caller & { readonly password: string },
): AsyncResult<{ confirmed: true }> {
  const known = await requirePassword(passwords, { userId, password, field: 'password' })
  if (!known.ok) return known
  await db
    .update(sessions)
    .set({ provenAt: sql`now()` })
    .where(and(eq(sessions.id, sessionId), eq(sessions.userId, userId)))
  return success({ confirmed: true })
}
