import { fetchOrTake } from './early-reply.ts'

/** A refused call about signing in; its message is the server's. */
export class AuthError extends Error {}

/** Calls of the authentication service, which stands beside the contract. */
export async function authCall<Reply>(method: 'GET' | 'POST', path: string, body?: object): Promise<Reply> {
  const request = new Request(`/api/auth/${path}`, {
    method,
    ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  })
  const response = await fetchOrTake(request)
  const reply: unknown = await response.json().catch(() => null)
  if (!response.ok) throw new AuthError(messageOf(reply))
  return reply as Reply
}

const messageOf = (reply: unknown) =>
  typeof reply === 'object' && reply !== null && 'message' in reply && typeof reply.message === 'string'
    ? reply.message
    : ''
