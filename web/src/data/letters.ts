import type { InvitationShape, SignInOptions } from '#contract/accounts.ts'
import { AuthError, authCall, visitorCall } from './auth-call.ts'
import { fetchOrTake } from './early-reply.ts'
import { readSession } from './session.ts'

/** Asks what signing in offers: without the client of the contract, which visitors do not load. Throws where it fails. */
export async function readSignInOptions(): Promise<SignInOptions> {
  const reply = await fetchOrTake(new Request('/api/sign-in-options'))
  if (!reply.ok) throw new AuthError('', '')
  return (await reply.json()) as SignInOptions
}

/** Whom an invitation is for. Throws an `AuthError` for which `isDeadLink` holds where it can't be accepted any more. */
export const readInvitation = (token: string): Promise<InvitationShape> =>
  visitorCall('POST', '/api/invitations/read', { token })

/** Has the letter sent that leads to a new password. Succeeds too where there is no such account. */
export async function requestPasswordReset(email: string): Promise<void> {
  await authCall('POST', 'request-password-reset', { email })
}

/** Sets a new password with the word from a letter; every session of the account ends. */
export async function resetPassword(input: { token: string; newPassword: string }): Promise<void> {
  await authCall('POST', 'reset-password', input)
  await readSession()
}

/** Has the letter sent again that an email is confirmed with. Succeeds too where there is no such account. */
export async function requestConfirmation(email: string): Promise<void> {
  await authCall('POST', 'send-verification-email', { email })
}

/** The email that a link confirms, to be shown before; null where it can't be read. The server alone checks the token. */
export function emailInToken(token: string): string | null {
  try {
    const payload = (token.split('.')[1] ?? '').replace(/-/g, '+').replace(/_/g, '/')
    const bytes = Uint8Array.from(atob(payload), (character) => character.charCodeAt(0))
    const claims: unknown = JSON.parse(new TextDecoder().decode(bytes))
    const email = typeof claims === 'object' && claims !== null && 'email' in claims ? claims.email : null
    return typeof email === 'string' ? email : null
  } catch {
    return null
  }
}

/** Confirms an email with the token of an email, and signs in. */
export async function confirmEmail(token: string): Promise<void> {
  await authCall('POST', 'verify-email', { token })
  await readSession()
}

/** Whether signing in was refused because the email is not confirmed yet; another letter is on its way then. */
export const isUnconfirmed = (error: unknown) => error instanceof AuthError && error.reason === 'EMAIL_NOT_VERIFIED'

/** Why a link does nothing; the last one where the server sends no letters at all. */
const deadLinks = new Set(['INVALID_TOKEN', 'TOKEN_EXPIRED', 'USER_NOT_FOUND', 'not-found'])

/** Whether the link of a letter was refused because it is too old, used up or mistyped. */
export const isDeadLink = (error: unknown) => error instanceof AuthError && deadLinks.has(error.reason)
