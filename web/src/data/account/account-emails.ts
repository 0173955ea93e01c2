import type { InvitationShape, SignInOptions } from '#contract/account/accounts.ts'
import { fetchOrTake } from '../http/early-reply.ts'
import { AuthError, authCall, readAccountState, tellOtherTabs, visitorCall } from './account-state.ts'

/** Reads the sign-in options, without the client of the contract, which visitors do not load. Throws where it fails. */
export async function readSignInOptions(): Promise<SignInOptions> {
  const reply = await fetchOrTake(new Request('/api/sign-in-options'))
  if (!reply.ok) throw new AuthError('', '')
  return (await reply.json()) as SignInOptions
}

/**
 * Reads the email of an invitation. Throws an `AuthError` for which `isDeadLink` is true where it cannot be accepted
 * any more.
 */
export const readInvitation = (token: string): Promise<InvitationShape> =>
  visitorCall('POST', '/api/invitations/read', { token })

/** Requests the email with a link to a new password. Also succeeds for an unknown account. */
export async function requestPasswordReset(email: string): Promise<void> {
  await authCall('POST', 'request-password-reset', { email })
}

/** Sets a new password with the token from an email; every session of the account ends. */
export async function resetPassword(input: { token: string; newPassword: string }): Promise<void> {
  await authCall('POST', 'reset-password', input)
  tellOtherTabs()
  await readAccountState()
}

/** Requests another confirmation email. Also succeeds for an unknown account. */
export async function requestConfirmation(email: string): Promise<void> {
  await authCall('POST', 'send-verification-email', { email })
}

/**
 * Reads the address that a link confirms, to show it before; null where it cannot be read. Only the server checks the
 * token.
 */
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

/** Confirms an address with the token from an email, and signs in. */
export async function confirmEmail(token: string): Promise<void> {
  await authCall('POST', 'verify-email', { token })
  tellOtherTabs()
  await readAccountState()
}

/** Whether signing in was refused because the email is not confirmed yet; another email is being sent then. */
export const isUnconfirmed = (error: unknown) => error instanceof AuthError && error.reason === 'EMAIL_NOT_VERIFIED'

/** Why a link is invalid; the last one where the server sends no emails. */
const deadLinks = new Set(['INVALID_TOKEN', 'TOKEN_EXPIRED', 'USER_NOT_FOUND', 'not-found'])

/** Whether the link of an email was refused because it has expired, was used, or was mistyped. */
export const isDeadLink = (error: unknown) => error instanceof AuthError && deadLinks.has(error.reason)
