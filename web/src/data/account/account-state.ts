import { accountHeader } from '#contract/account/account-header.ts'
import { fetchOrTake } from '../http/early-reply.ts'
import { forgetReplies } from '../offline/forget-replies.ts'
import { clearUserStorage, closeUserStorage, forgetSecrets, openUserStorage } from '../storage/current-storage.ts'
import { createStore, useStore } from '../store.ts'

export type SignedInUser = {
  id: string
  email: string
  name: string
  firstName: string
  /** Tries without an account: signing up keeps the same user. */
  isGuest: boolean
}

type AccountState =
  | { status: 'loading' }
  | { status: 'signed-in'; user: SignedInUser }
  | { status: 'signed-out' }
  /** The server is unreachable: it is unknown whether the user is signed in. */
  | { status: 'unreachable' }

/** The account state. */
export const accountState = createStore<AccountState>({ status: 'loading' })

/** Names the user of this page in a call: the server refuses it where another one has signed in since, in another tab. */
export function accountHeaders(): Record<string, string> {
  const account = accountState.get()
  return account.status === 'signed-in' ? { [accountHeader]: account.user.id } : {}
}

/** Follows a refusal of the server to the account that is signed in now, or to none. */
export function followRefusal(code: string | undefined): void {
  if (code === 'unauthenticated') markSignedOut()
  if (code === 'other-account') void readAccountState()
}

/** Whether the user tries without an account. */
export const useIsGuest = () => {
  const account = useAccountState()
  return account.status === 'signed-in' && account.user.isGuest
}

/** The account state for components. */
export const useAccountState = () => useStore(accountState)

const retryDelaysMs = [300, 1_000]

let newest: Promise<void> = Promise.resolve()
let readings = 0

/**
 * Reads the account state from the server, with a few retries if it is unreachable. Of several readings at a time the one that began
 * last counts: another may have been answered before the account changed.
 */
export function readAccountState(): Promise<void> {
  readings += 1
  const own = readings
  const isNewest = () => own === readings
  const done: Promise<void> = readState(isNewest).then(() => (newest === done ? undefined : newest))
  newest = done
  return done
}

async function readState(isNewest: () => boolean): Promise<void> {
  for (const delayMs of [...retryDelaysMs, null]) {
    try {
      const reply = await authCall<{ user: SignedInUser } | null>('GET', 'get-session')
      if (!isNewest()) return
      const before = accountState.get()
      if (reply) await enter(reply.user, isNewest)
      else markSignedOut()
      if (before.status === 'signed-in' && before.user.isGuest && !reply?.user.isGuest) await readAgain()
      return
    } catch {
      if (delayMs === null) break
      await new Promise((resolve) => setTimeout(resolve, delayMs))
    }
  }
  if (isNewest()) accountState.set({ status: 'unreachable' })
}

/** Over tabs of this browser: the account has changed. */
const otherTabs = typeof document === 'undefined' ? null : new BroadcastChannel('espalier.account')
otherTabs?.addEventListener('message', () => void readAccountState())

/** Tells the other tabs to read who is signed in. */
export const tellOtherTabs = () => otherTabs?.postMessage('changed')

/** Opens what is kept of a user, then shows their pages. Those of another user are left first. */
async function enter(user: SignedInUser, isNewest: () => boolean): Promise<void> {
  const before = accountState.get()
  if (before.status === 'signed-in' && before.user.id !== user.id) accountState.set({ status: 'loading' })
  await openUserStorage(user.id)
  if (isNewest()) accountState.set({ status: 'signed-in', user })
}

/** Marks what a guest has read as stale: the account has another name, and may be another one. Loaded for guests alone. */
async function readAgain(): Promise<void> {
  const { queryClient } = await import('../http/query-client.ts')
  void queryClient.invalidateQueries()
}

/** Signs in with a password. Throws an `AuthError` with the server's message. */
export async function signIn(credentials: { email: string; password: string }): Promise<void> {
  await authCall('POST', 'sign-in/email', credentials)
  tellOtherTabs()
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
  tellOtherTabs()
  await readAccountState()
}

/**
 * Starts as a guest with an empty board. Throws an `AuthError` with the server's message.
 * @returns The id of the board.
 */
export async function startAsGuest(title: string): Promise<string> {
  await authCall('POST', 'sign-in/guest', {})
  tellOtherTabs()
  const { id } = await visitorCall<{ id: string }>('POST', '/api/projects', { title })
  await readAccountState()
  return id
}

/** Ends the session here and on the server. That of another user, who has signed in since in another tab, stays and is shown. */
export async function signOut(): Promise<void> {
  try {
    await authCall('POST', 'sign-out', {}, accountHeaders())
  } catch (error) {
    if (!(error instanceof AuthError) || error.reason !== 'other-account') throw error
    await clearUserStorage()
    return readAccountState()
  }
  await leave()
}

/** Removes what this browser keeps of the user, whose session has been ended on purpose. */
export async function leave(): Promise<void> {
  await clearUserStorage()
  markSignedOut()
  tellOtherTabs()
}

/** Records that the server no longer knows this session. */
export function markSignedOut(): void {
  // Readings under way began before this.
  readings += 1
  const own = readings
  forgetSecrets()
  forgetReplies()
  accountState.set({ status: 'signed-out' })
  // Pages write what they have when they go.
  setTimeout(() => {
    if (own === readings) closeUserStorage()
  })
}

/** A refused authentication call with the server's message. */
export class AuthError extends Error {
  /** The server's reason, like EMAIL_NOT_VERIFIED, else the error's code; empty where there is neither. */
  readonly reason: string

  constructor(message: string, reason: string) {
    super(message)
    this.reason = reason
  }
}

/** Calls of the authentication service, which is not part of the contract. */
export const authCall = <Reply>(
  method: 'GET' | 'POST',
  path: string,
  body?: object,
  headers?: Readonly<Record<string, string>>,
): Promise<Reply> => visitorCall<Reply>(method, `/api/auth/${path}`, body, headers)

/** A call of a visitor, without the client of the contract. Throws an `AuthError` with the server's message. */
export async function visitorCall<Reply>(
  method: 'GET' | 'POST',
  address: string,
  body?: object,
  headers?: Readonly<Record<string, string>>,
): Promise<Reply> {
  const request = new Request(address, {
    method,
    headers: { ...(body && { 'content-type': 'application/json' }), ...headers },
    ...(body && { body: JSON.stringify(body) }),
  })
  const response = await fetchOrTake(request)
  const reply: unknown = await response.json().catch(() => null)
  if (!response.ok)
    throw new AuthError(textOf(reply, 'message'), textOf(partOf(reply, 'data'), 'reason') || textOf(reply, 'code'))
  return reply as Reply
}

const partOf = (reply: unknown, name: string): unknown =>
  typeof reply === 'object' && reply !== null ? reply[name as keyof typeof reply] : undefined

const textOf = (reply: unknown, name: string): string => {
  const text = partOf(reply, name)
  return typeof text === 'string' ? text : ''
}
