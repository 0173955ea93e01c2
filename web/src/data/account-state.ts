import { authCall } from './auth-call.ts'
import { createStore, useStore } from './store.ts'

export type SignedInUser = {
  id: string
  email: string
  name: string
  firstName: string
}

export type AccountState =
  | { status: 'loading' }
  | { status: 'signed-in'; user: SignedInUser }
  | { status: 'signed-out' }
  /** The server is unreachable: it is unknown whether the user is signed in. */
  | { status: 'unreachable' }

/** The account state. */
export const accountState = createStore<AccountState>({ status: 'loading' })

/** The account state for components. */
export const useAccountState = () => useStore(accountState)

const retryDelaysMs = [300, 1_000]

/** Reads the account state from the server, with a few retries if it is unreachable. */
export async function readAccountState(): Promise<void> {
  for (const delayMs of [...retryDelaysMs, null]) {
    try {
      const reply = await authCall<{ user: SignedInUser } | null>('GET', 'get-session')
      accountState.set(reply ? { status: 'signed-in', user: reply.user } : { status: 'signed-out' })
      return
    } catch {
      if (delayMs === null) break
      await new Promise((resolve) => setTimeout(resolve, delayMs))
    }
  }
  accountState.set({ status: 'unreachable' })
}

/** Signs in with a password. Throws an `AuthError` with the server's message. */
export async function signIn(credentials: { email: string; password: string }): Promise<void> {
  await authCall('POST', 'sign-in/email', credentials)
  await readAccountState()
}

/** Creates an account and signs it in, unless its email must be confirmed first. Throws an `AuthError` with the server's message. */
export async function signUp(account: {
  firstName: string
  email: string
  password: string
  /** The token of an invitation, if there is one. */
  invitation?: string
}): Promise<void> {
  await authCall('POST', 'sign-up/email', { ...account, name: account.firstName })
  await readAccountState()
}

/** Ends the session here and on the server. */
export async function signOut(): Promise<void> {
  await authCall('POST', 'sign-out', {})
  markSignedOut()
}

/** Records that the server no longer knows this session. */
export function markSignedOut(): void {
  accountState.set({ status: 'signed-out' })
}
