import { accountHeaders, followRefusal } from '../account/account-state.ts'
import { decodeError } from './api-error.ts'

/**
 * Sends a request that the client of the contract cannot: with a file, for one, or from a page that is being closed. It names the user of
 * this page, and a refusal is followed to the account that is signed in now. Throws the server's error where it refuses, and a plain
 * `Error` where something else answered.
 */
export async function fetchAsUser(
  address: string,
  { headers, ...options }: RequestInit & { readonly headers?: Readonly<Record<string, string>> } = {},
): Promise<Response> {
  const response = await fetch(address, { ...options, headers: { ...accountHeaders(), ...headers } })
  if (response.ok) return response
  const refusal = decodeError(await response.json().catch(() => null), response.status)
  followRefusal(response.status === 401 ? 'unauthenticated' : refusal?.code)
  throw refusal ?? new Error(`The server answered ${response.status}.`)
}
