import { refusalDetail } from '../http/api-error.ts'
import { api } from '../http/client.ts'
import { askForPassword } from './password-prompt.ts'

/** Checks the password, for calls that ask for it again. Throws the server's error, with its field. */
export async function confirmPassword(password: string): Promise<void> {
  await api.account.confirmPassword({ password })
}

/**
 * Makes a call that may ask for the password, as one that hands out lasting access does 15 minutes after sign-in: asks for it, and
 * makes the call once more. Throws the server's refusal where the person cancels.
 */
export async function withPassword<Value>(call: () => Promise<Value>): Promise<Value> {
  try {
    return await call()
  } catch (error) {
    if (refusalDetail(error, 'reason') !== 'password' || (await askForPassword()) === 'canceled') throw error
    return call()
  }
}
