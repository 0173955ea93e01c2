import type { Context } from 'hono'
import { failure, type Result, success } from '#domain/result.ts'
import type { Refusal } from '#server/db/refusal.ts'
import { type IdempotentRequest, keyOfId } from '#server/features/idempotency.ts'
import type { AppEnv } from '../app-context.ts'

const maxKeyLength = 255

/** A request's Idempotency-Key, and the token that it came with. */
type SentKey = { readonly key: string | undefined; readonly token: { readonly id: string } | null | undefined }

/** The Idempotency-Key of a call that takes a file, bound to its purpose and to what was sent; null without one. */
export const idempotencyOfFile = (c: Context<AppEnv>, call: string, sent: unknown) =>
  readIdempotencyKey({ key: c.req.header('idempotency-key'), token: c.get('token') }, call, sent)

/** The Idempotency-Key of a call whose result may be given an id: the id takes the place of the key. */
export function readKeyOrId(
  { id, ...sent }: SentKey & { readonly id: string | undefined },
  call: string,
  body: unknown,
): Result<IdempotentRequest | null, Refusal> {
  if (id === undefined) return readIdempotencyKey(sent, call, body)
  const issues = [{ path: ['Idempotency-Key'], message: 'Give an id or an Idempotency-Key, not both.' }]
  if (sent.key !== undefined) return failure({ code: 'invalid', data: { issues } })
  return success({ key: sent.token ? `${sent.token.id}/${keyOfId(id)}` : keyOfId(id), call, body })
}

/** Parses the request's Idempotency-Key and binds it to a purpose; null without one. */
export function readIdempotencyKey(
  { key, token }: SentKey,
  call: string,
  body: unknown,
): Result<IdempotentRequest | null, Refusal> {
  if (key === undefined) return success(null)
  if (key === '' || key.length > maxKeyLength || /[^\x21-\x7e]/.test(key)) {
    const message = `Must be 1 to ${maxKeyLength} visible ASCII characters.`
    return failure({ code: 'invalid', data: { issues: [{ path: ['Idempotency-Key'], message }] } })
  }
  // The keys of two programs, and of their person, never meet.
  return success({ key: token ? `${token.id}/${key}` : key, call, body })
}
