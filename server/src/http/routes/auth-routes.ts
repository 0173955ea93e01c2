import type { Context } from 'hono'
import type { AppDeps, AppEnv } from '../app-context.ts'
import { codeOfStatus, errorReply } from '../error-reply.ts'
import { trustedHeaders } from '../guards.ts'

/** better-auth's own calls, with errors in our shape: its code becomes `data.reason`. */
export async function handleAuth({ auth }: AppDeps, c: Context<AppEnv>): Promise<Response> {
  const headers = trustedHeaders(c.req.raw.headers, c.get('address'))
  const body = c.req.method === 'POST' ? await c.req.text() : null
  const reply = await auth.handler(new Request(c.req.url, { method: c.req.method, headers, body }))
  if (reply.status < 400) return reply
  const said: unknown = await reply.json().catch(() => null)
  const text = (name: string) => {
    const value = said && typeof said === 'object' && name in said ? said[name as keyof typeof said] : undefined
    return typeof value === 'string' && value !== '' ? value : undefined
  }
  const message = text('message')
  const reason = text('code')
  const refused = errorReply({
    code: codeOfStatus(reply.status),
    ...(message && reply.status < 500 ? { message } : {}),
    ...(reason ? { data: { reason } } : {}),
  })
  const retryAfter = reply.headers.get('x-retry-after')
  if (retryAfter) refused.headers.set('retry-after', retryAfter)
  return refused
}
