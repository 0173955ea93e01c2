import type { UserId } from '#domain/account/user-id.ts'
import { failure, success } from '#domain/result.ts'
import type { Querier } from '../../db/database.ts'
import type { Refusable } from '../refusal.ts'

/** The passwords of accounts. */
export type Passwords = {
  check(userId: UserId, password: string): Promise<'fits' | 'wrong' | 'too-many'>
  set(tx: Querier, userId: UserId, password: string): Promise<void>
}

const wrong = 'This is not your password.'

/** Refuses a wrong password. @param field The field of the body that the message belongs to. */
export async function requirePassword(
  passwords: Passwords,
  { userId, password, field }: { readonly userId: UserId; readonly password: string; readonly field: string },
): Refusable<null> {
  const answer = await passwords.check(userId, password)
  if (answer === 'fits') return success(null)
  if (answer === 'too-many')
    return failure({ code: 'rate-limited', message: 'Too many tries. Wait ten seconds and try again.' })
  return failure({ code: 'impossible', message: wrong, data: { issues: [{ path: [field], message: wrong }] } })
}
