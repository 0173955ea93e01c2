import type { Context } from 'hono'
import { z } from 'zod'
import {
  confirmEmailQuery,
  requestConfirmationBody,
  requestResetBody,
  resetPasswordBody,
  signInBody,
  signUpBody,
} from '#contract/accounts.ts'
import type { AppDeps, AppEnv } from '../app-context.ts'
import { codeOfStatus, errorReply } from '../error-reply.ts'
import { trustedHeaders } from '../guards.ts'

/** Of better-auth's many calls the ones we offer, each with what its body must be. */
const calls: Readonly<Record<string, z.ZodType>> = {
  'POST /api/auth/sign-up/email': signUpBody,
  'POST /api/auth/sign-in/email': signInBody,
  'POST /api/auth/sign-out': z.unknown(),
  'GET /api/auth/get-session': z.unknown(),
}

/** Those that only a letter leads to. */
const mailedCalls: typeof calls = {
  'POST /api/auth/request-password-reset': requestResetBody,
  'POST /api/auth/reset-password': resetPasswordBody,
  'GET /api/auth/verify-email': confirmEmailQuery,
}

/** Those that are there only where an email must be confirmed. */
const confirmingCalls: typeof calls = { 'POST /api/auth/send-verification-email': requestConfirmationBody }

/** The calls that this server offers. */
const offeredCalls = ({ mailer, emailConfirmation }: AppDeps): typeof calls => ({
  ...calls,
  ...(mailer.canSend && mailedCalls),
  ...(mailer.canSend && emailConfirmation === 'needed' && confirmingCalls),
})

/** Not confirmed yet: to better-auth a 403, which to us means another site. */
const unconfirmed = 'EMAIL_NOT_VERIFIED'
const unconfirmedMessage = 'Confirm your email first. We have sent you a letter with a link.'

/** The body as JSON, or the query of a call that reads; undefined where there is none or it can't be read. */
async function readInput(c: Context<AppEnv>): Promise<unknown> {
  if (c.req.method === 'GET') return c.req.query()
  const text = await c.req.text()
  try {
    return text === '' ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}

/** An error of better-auth's in our shape: its code becomes `data.reason`. */
async function inOurShape(reply: Response): Promise<Response> {
  const said: unknown = await reply.json().catch(() => null)
  const text = (name: string) => {
    const value = said && typeof said === 'object' && name in said ? said[name as keyof typeof said] : undefined
    return typeof value === 'string' && value !== '' ? value : undefined
  }
  const message = text('message')
  const reason = text('code')
  if (reason === unconfirmed)
    return errorReply({ code: 'unauthenticated', message: unconfirmedMessage, data: { reason } })
  const refused = errorReply({
    code: codeOfStatus(reply.status),
    ...(message && reply.status < 500 ? { message } : {}),
    ...(reason ? { data: { reason } } : {}),
  })
  const retryAfter = reply.headers.get('x-retry-after')
  if (retryAfter) refused.headers.set('retry-after', retryAfter)
  return refused
}

/** better-auth's own calls: sign-up, sign-in, sign-out and the session. */
export async function handleAuth(deps: AppDeps, c: Context<AppEnv>): Promise<Response> {
  const schema = offeredCalls(deps)[`${c.req.method} ${c.req.path}`]
  if (!schema) return errorReply({ code: 'not-found' })
  const parsed = schema.safeParse(await readInput(c))
  if (!parsed.success) {
    const issues = parsed.error.issues.map(({ path, message }) => ({ path, message }))
    return errorReply({ code: 'invalid', ...(issues[0] ? { message: issues[0].message } : {}), data: { issues } })
  }
  const reply = await deps.auth.handler(
    new Request(c.req.url, {
      method: c.req.method,
      headers: trustedHeaders(c.req.raw.headers, c.get('address')),
      body: c.req.method === 'POST' ? JSON.stringify(parsed.data ?? {}) : null,
    }),
  )
  return reply.status < 400 ? reply : inOurShape(reply)
}
