import type { Context } from 'hono'
import { z } from 'zod'
import {
  confirmEmailBody,
  guestBody,
  requestConfirmationBody,
  requestResetBody,
  resetPasswordBody,
  signInBody,
  signUpBody,
} from '#contract/account/accounts.ts'
import { decideSignUp } from '#domain/account/sign-up-policy.ts'
import { asUserId, type UserId } from '#domain/account/user-id.ts'
import { isToBeLengthened } from '../../auth/auth.ts'
import type { SignInOutcome } from '../../auth/sign-in-guard.ts'
import { noteActivity, noteFailedSignIn } from '../../features/account/activity.ts'
import { acceptInvitation } from '../../features/account/invitations.ts'
import type { AppDeps, AppEnv } from '../app-context.ts'
import { networkOf } from '../guards/client-address.ts'
import { originOf, readSession, trustedHeaders } from '../guards/guards.ts'
import { codeOfStatus, errorReply } from '../replies/error-reply.ts'
import { jsonReply } from '../replies/json-reply.ts'
import { deadInvitation } from './sign-in-routes.ts'

/** The calls of better-auth that are offered, each with the schema of its body. */
const calls: Readonly<Record<string, z.ZodType>> = {
  'POST /api/auth/sign-up/email': signUpBody,
  'POST /api/auth/sign-in/email': signInBody,
  'POST /api/auth/sign-out': z.unknown(),
  'GET /api/auth/get-session': z.unknown(),
}

const confirmCall = 'POST /api/auth/verify-email'
const confirmingCall = 'POST /api/auth/send-verification-email'

/** The calls that need an email. */
const mailedCalls: typeof calls = {
  'POST /api/auth/request-password-reset': requestResetBody,
  'POST /api/auth/reset-password': resetPasswordBody,
  [confirmCall]: confirmEmailBody,
}

/** The calls that exist only where an email must be confirmed. */
const confirmingCalls: typeof calls = { [confirmingCall]: requestConfirmationBody }

const guestCall = 'POST /api/auth/sign-in/guest'

/** The calls that this server offers. */
const offeredCalls = ({ mailer, emailConfirmation, guests }: AppDeps): typeof calls => ({
  ...calls,
  ...(guests !== 'off' && { [guestCall]: guestBody }),
  ...(mailer.canSend && mailedCalls),
  ...(mailer.canSend && emailConfirmation === 'needed' && confirmingCalls),
})

/** Not confirmed yet: better-auth sends 403, which means another site here. */
const unconfirmed = 'EMAIL_NOT_VERIFIED'
/** Wrong email or password. */
const wrongPassword = 'INVALID_EMAIL_OR_PASSWORD'
const unconfirmedMessage = 'Confirm your email first. We have sent you an email with a link.'

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

/** Maps an error of better-auth to the API's error shape: its code becomes `data.reason`. */
async function inOurShape(reply: Response): Promise<Response> {
  const body: unknown = await reply.json().catch(() => null)
  const text = (name: string) => {
    const value = body && typeof body === 'object' && name in body ? body[name as keyof typeof body] : undefined
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

/** Too many wrong passwords for this account: the time to wait. */
function restReply(seconds: number): Response {
  const refused = errorReply({
    code: 'rate-limited',
    message: `Too many tries. Wait ${seconds} seconds and try again.`,
  })
  refused.headers.set('retry-after', String(seconds))
  return refused
}

/** The user whose session better-auth has just opened; null where it opened none. */
async function signedInUser(reply: Response): Promise<UserId | null> {
  const body = sessionReply.safeParse(
    await reply
      .clone()
      .json()
      .catch(() => null),
  )
  return body.success && reply.headers.getSetCookie().length > 0 ? body.data.user.id : null
}
const sessionReply = z.object({ user: z.object({ id: z.string().transform(asUserId) }) })

/** Slows down guesses, and records the outcome of each try to sign in. */
async function signIn(
  deps: AppDeps,
  c: Context<AppEnv>,
  ask: () => Promise<Response>,
  email: string,
): Promise<Response> {
  const turn = await deps.signInGuard.begin({ email, address: c.get('address') })
  if (turn.state === 'wait') return restReply(turn.seconds)
  const reply = await ask().catch(async (error: unknown) => {
    await turn.ended('unchecked')
    throw error
  })
  const userId = await signedInUser(reply)
  await turn.ended(userId === null ? await unsuccessfulOutcome(reply) : 'right')
  if (userId !== null) await noteActivity(deps.databases.system, { userId, kind: 'signed-in', origin: originOf(c) })
  else if (reply.status === 401) await noteFailedSignIn(deps.databases.system, email, originOf(c))
  return reply
}

/** Whether a sign-in without a session failed at the password: the limit of an address answers before it is compared. */
async function unsuccessfulOutcome(reply: Response): Promise<SignInOutcome> {
  const body = refusalReply.safeParse(await reply.clone().json())
  return body.success && body.data.data.reason === wrongPassword ? 'wrong' : 'unchecked'
}
const refusalReply = z.object({ data: z.object({ reason: z.string() }) })

/** Creates an account where sign-up is open; uses an invitation up, and restores it where no account was created. */
async function signUp(
  deps: AppDeps,
  c: Context<AppEnv>,
  { body, ask }: { body: unknown; ask: () => Promise<Response> },
): Promise<Response> {
  const { email, invitation: token } = signUpBody.parse(body)
  const decision = decideSignUp(deps.signUpPolicy, token === undefined ? 'none' : 'given')
  if (decision === 'closed') return errorReply({ code: 'impossible', message: signUpClosed })
  if (decision === 'not-invited') return errorReply({ code: 'impossible', message: signUpByInvitation })
  const accepted = token === undefined ? null : await acceptInvitation(deps.databases.system, { token, email })
  if (decision === 'invitation' && !accepted && deps.signUpPolicy === 'invite')
    return errorReply({ code: 'impossible', message: deadInvitation })
  const reply = await ask().catch(async (error: unknown) => {
    await accepted?.giveBack()
    throw error
  })
  if (!reply.ok) await accepted?.giveBack()
  const userId = reply.ok ? ((await signedInUser(reply)) ?? (await keptGuest(c, reply))) : null
  if (userId !== null) await noteActivity(deps.databases.system, { userId, kind: 'signed-up', origin: originOf(c) })
  return reply
}

/** The guest of this session where the sign-up has turned it into an account; null otherwise. */
async function keptGuest(c: Context<AppEnv>, reply: Response): Promise<UserId | null> {
  const body = sessionReply.safeParse(await reply.clone().json())
  return c.get('isGuest') && body.success && body.data.user.id === c.get('userId') ? body.data.user.id : null
}
const signUpClosed = 'This server takes no new accounts.'
const signUpByInvitation = 'This server takes new accounts by invitation only.'

/** Creates a guest, a limited number for each network. */
async function signInAsGuest(deps: AppDeps, c: Context<AppEnv>, ask: () => Promise<Response>): Promise<Response> {
  if (deps.guests === 'off') return errorReply({ code: 'not-found' })
  if (c.get('userId')) return errorReply({ code: 'conflict', message: 'You are signed in already.' })
  const network = networkOf(c.get('address'))
  if (!(await deps.guests.claim(network))) return errorReply({ code: 'rate-limited', message: tooManyGuests })
  const reply = await ask()
  if (!reply.ok) await deps.guests.giveBack(network)
  return reply
}
const tooManyGuests = 'Too many people have tried from your network today. Sign up instead, or come back tomorrow.'

/** Calls better-auth, and records what it did in the activity log. */
async function askAndNote(
  deps: AppDeps,
  c: Context<AppEnv>,
  { call, body, ask }: { call: string; body: unknown; ask: () => Promise<Response> },
): Promise<Response> {
  if (call === 'POST /api/auth/sign-in/email') return signIn(deps, c, ask, signInBody.parse(body).email)
  if (call === 'POST /api/auth/sign-out') {
    await readSession(deps)(c, async () => {})
    const reply = await ask()
    const userId = c.get('userId')
    if (userId) await noteActivity(deps.databases.system, { userId, kind: 'signed-out', origin: originOf(c) })
    return reply
  }
  if (call !== 'POST /api/auth/sign-up/email' && call !== guestCall) return ask()
  await readSession(deps)(c, async () => {})
  return call === guestCall ? signInAsGuest(deps, c, ask) : signUp(deps, c, { body, ask })
}

/** The answer of better-auth's get-session from the session cache, where nothing else is to be done. */
async function knownSession({ sessions }: AppDeps, c: Context<AppEnv>): Promise<Response | null> {
  const cookie = c.req.header('cookie')
  const known = await sessions.find(cookie)
  if (!known) return null
  const renamed = sessions.renamed(cookie, known)
  if (renamed !== null) return jsonReply(known, 200, { 'set-cookie': renamed })
  return isToBeLengthened(known.session.expiresAt, Date.now()) ? null : jsonReply(known)
}

/** The request in better-auth's form: it confirms an email by a GET, which a link of another site could trigger. */
function authRequest(
  c: Context<AppEnv>,
  { call, body, headers }: { call: string; body: unknown; headers: Headers },
): Request {
  if (call === confirmCall) {
    const url = new URL(c.req.url)
    url.search = new URLSearchParams(confirmEmailBody.parse(body)).toString()
    headers.delete('content-type')
    return new Request(url, { method: 'GET', headers })
  }
  // With a session, better-auth refuses every other email than its own, and so shows which are taken.
  if (call === confirmingCall) headers.delete('cookie')
  const { method } = c.req
  // Invitations are checked here, not by better-auth.
  const known = typeof body === 'object' && body !== null ? { ...body, invitation: undefined } : {}
  return new Request(c.req.url, { method, headers, body: method === 'POST' ? JSON.stringify(known) : null })
}

/** Handles better-auth's calls: sign-up, sign-in, sign-out and the session. */
export async function handleAuth(deps: AppDeps, c: Context<AppEnv>): Promise<Response> {
  const call = `${c.req.method} ${c.req.path}`
  const schema = offeredCalls(deps)[call]
  if (!schema) return errorReply({ code: 'not-found' })
  if (call === 'GET /api/auth/get-session') {
    const known = await knownSession(deps, c)
    if (known) return known
  }
  const parsed = schema.safeParse(await readInput(c))
  if (!parsed.success) {
    const issues = parsed.error.issues.map(({ path, message }) => ({ path, message }))
    return errorReply({ code: 'invalid', ...(issues[0] ? { message: issues[0].message } : {}), data: { issues } })
  }
  const headers = trustedHeaders(c.req.raw.headers, c.get('address'))
  const ask = async () => {
    const reply = await deps.auth.handler(authRequest(c, { call, body: parsed.data, headers }))
    return reply.status < 400 ? reply : inOurShape(reply)
  }
  return askAndNote(deps, c, { call, body: parsed.data, ask })
}
