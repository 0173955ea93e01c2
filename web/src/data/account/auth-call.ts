import { fetchOrTake } from '../http/early-reply.ts'

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
export const authCall = <Reply>(method: 'GET' | 'POST', path: string, body?: object): Promise<Reply> =>
  visitorCall<Reply>(method, `/api/auth/${path}`, body)

/** A call of a visitor, without the client of the contract. Throws an `AuthError` with the server's message. */
export async function visitorCall<Reply>(method: 'GET' | 'POST', address: string, body?: object): Promise<Reply> {
  const request = new Request(address, {
    method,
    ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
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
