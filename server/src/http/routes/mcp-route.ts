import type { Context } from 'hono'
import type { McpEndpoint } from '../../agents/mcp-server.ts'
import type { AppEnv, CallDeps } from '../app-context.ts'
import { challengeReply, type TokenPlace } from '../guards/guards.ts'
import { errorReply } from '../replies/error-reply.ts'

/** The address under which the caller reached this server, without a slash at its end. */
export const addressOf = ({ publicUrl }: Pick<CallDeps, 'publicUrl'>, c: Context<AppEnv>): string =>
  (publicUrl ?? new URL(c.req.url).origin).replace(/\/+$/, '')

/** `/mcp`: by a token or a connection alone; no cookie is read. */
export async function answerMcp(
  endpoint: McpEndpoint,
  { deps, place }: { readonly deps: CallDeps; readonly place: TokenPlace },
  c: Context<AppEnv>,
): Promise<Response> {
  const token = c.get('token')
  if (!token) {
    const message = 'Send a token: Authorization: Bearer esp_…. Make one in Manage account, API & agents.'
    return challengeReply(message, place.challenge(c))
  }
  const origin = c.req.header('origin')
  if (origin !== undefined && !deps.ownNames.isOwnOrigin(origin, c.req.header('host') ?? ''))
    return errorReply({ code: 'bad-origin' })
  if (deps.isDraining()) return errorReply({ code: 'unavailable' })
  const { method } = c.req
  const body = method === 'POST' ? await c.req.text() : null
  const request = new Request(c.req.url, {
    method,
    headers: c.req.raw.headers,
    signal: c.req.raw.signal,
    ...(body !== null && { body }),
  })
  return endpoint.answer(request, { deps, userId: token.userId, token, address: addressOf(deps, c) })
}
