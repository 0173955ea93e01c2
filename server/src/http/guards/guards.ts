import { randomUUID } from 'node:crypto'
import type { Context, MiddlewareHandler } from 'hono'
import { routePath } from 'hono/route'
import { accountHeader, accountQuery } from '#contract/account/account-header.ts'
import type { CallMeta } from '#contract/call-scope.ts'
import { asUserId } from '#domain/account/user-id.ts'
import { accessPrefix, tokenPrefix } from '#domain/tokens/token-scope.ts'
import { linkRoute } from '#server/agents/openai/picture-links.ts'
import { addressHeader } from '#server/auth/auth.ts'
import type { AddressDeps, AppEnv, AuthDeps, OperationDeps } from '../app-context.ts'
import { errorReply } from '../replies/error-reply.ts'
import { scopeRefusal } from './token-scopes.ts'

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Paths that open something without a session or token: their route is logged in their place. */
const openingPaths = [{ start: '/v1/links/', route: linkRoute }] as const

/** Gives the request its id and its client's address, then logs and counts its outcome. */
export const trackRequest =
  ({ clientAddress, log, metrics, isDraining }: AddressDeps & OperationDeps): MiddlewareHandler<AppEnv> =>
  async (c, next) => {
    const startedAt = performance.now()
    const requestId = randomUUID()
    c.set('requestId', requestId)
    c.set('address', clientAddress(c.env?.incoming?.socket.remoteAddress, c.req.header('x-forwarded-for')))
    await next()
    // Set on the reply itself, here and below: `c.header` would create another reply, whose body is a stream.
    c.res.headers.set('x-request-id', requestId)
    // Closes the connection, so that the client's next request goes to another process.
    if (isDraining()) c.res.headers.set('connection', 'close')
    const seconds = (performance.now() - startedAt) / 1_000
    const route = routePath(c, -1)
    const { method } = c.req
    const { status } = c.res
    metrics.requestEnded({ method, route, status, seconds })
    // The path without its query: no text that a person typed is logged, and no address that opens something by itself.
    log[status >= 500 ? 'error' : 'info']({
      requestId,
      method,
      path: openingPaths.find(({ start }) => c.req.path.startsWith(start))?.route ?? c.req.path,
      status,
      ms: Math.round(seconds * 1_000),
    })
  }

/**
 * Probes and metrics are requested under any name, and return nothing that a page could use. `/metrics` has a rule of its own.
 */
const namelessPaths = new Set(['/healthz', '/readyz', '/metrics'])

/**
 * Refuses requests for another host: a page of another site could rebind its name to this server (DNS rebinding), and would then
 * count as a page of this server. A trusted proxy may send any name; programs without a Host are no browsers.
 */
export const checkHost =
  ({ ownNames, isTrustedProxy }: AddressDeps): MiddlewareHandler<AppEnv> =>
  async (c, next) => {
    const host = c.req.header('host')
    if (host === undefined || ownNames.isOwnHost(host) || namelessPaths.has(c.req.path)) return next()
    if (isTrustedProxy(c.env?.incoming?.socket.remoteAddress ?? '')) return next()
    const shown = host.slice(0, maxShownHostLength)
    return errorReply({
      code: 'bad-origin',
      message: `This server is not reached by the name ${shown}. Set PUBLIC_URL to the address that people type.`,
    })
  }
const maxShownHostLength = 260

/** The token of an `Authorization` header. Other schemes are no tokens of ours: a proxy may ask for a password by one of them. */
const tokenOf = (header: string | undefined) => /^bearer +(\S+)$/i.exec(header ?? '')?.[1] ?? null

/** Where a token is read: what else works there, and how to get it. */
export type TokenPlace = {
  /** The resource of connections by OAuth that work at this address; null: none. */
  resource(c: Context<AppEnv>): string | null
  /** The value of a refusal's `WWW-Authenticate`; null: nothing more. */
  challenge(c: Context<AppEnv>): string | null
}

/** The API, which takes API tokens alone. */
const apiPlace: TokenPlace = { resource: () => null, challenge: () => null }

/** The reply to a request without a token, or with one that is not valid. */
export function challengeReply(message: string, challenge: string | null, error?: 'invalid_token'): Response {
  const reply = errorReply({ code: 'unauthenticated', message })
  const parts = ['realm="espalier"', ...(error ? [`error="${error}"`] : []), ...(challenge ? [challenge] : [])]
  reply.headers.set('www-authenticate', `Bearer ${parts.join(', ')}`)
  return reply
}

const unknownToken = 'This token is unknown, expired or ended. Make a new one in Manage account, API & agents.'
const foreignToken = 'This token is of a connection by OAuth, which works at /mcp alone. Make an API token.'
const isOurs = (secret: string | null): secret is string =>
  secret !== null && (secret.startsWith(tokenPrefix) || secret.startsWith(accessPrefix))

/**
 * Reads the token of a program. Its request is the token's alone: no cookie of it counts, and its origin does not matter, since no
 * page sends a token by itself. A token that is not valid is refused, whatever else the request has.
 */
export const readToken =
  ({ tokens }: Pick<AuthDeps, 'tokens'>, place: TokenPlace = apiPlace): MiddlewareHandler<AppEnv> =>
  async (c, next) => {
    const secret = tokenOf(c.req.header('authorization'))
    if (!isOurs(secret)) return next()
    const token = await tokens.find(secret)
    if (!token) return challengeReply(unknownToken, place.challenge(c), 'invalid_token')
    if (token.resource !== null && token.resource !== place.resource(c))
      return challengeReply(foreignToken, place.challenge(c), 'invalid_token')
    c.set('token', token)
    c.set('userId', token.userId)
    return next()
  }

/** Refuses a token that lacks the scope of an address outside of the contract; null: every token. A session passes. */
export const requireScope =
  (needed: CallMeta): MiddlewareHandler<AppEnv> =>
  async (c, next) => {
    const refusal = scopeRefusal(c.get('token'), needed)
    return refusal ? errorReply(refusal) : next()
  }

/** Refuses calls that change something when they come from another site, or without an origin. */
export const checkOrigin =
  ({ ownNames, sessions }: AddressDeps & AuthDeps): MiddlewareHandler<AppEnv> =>
  async (c, next) => {
    if (safeMethods.has(c.req.method) || c.get('token')) return next()
    const origin = c.req.header('origin')
    if (origin === undefined)
      return sessions.isBroughtBy(c.req.header('cookie')) ? errorReply({ code: 'bad-origin' }) : next()
    return ownNames.isOwnOrigin(origin, c.req.header('host') ?? '') ? next() : errorReply({ code: 'bad-origin' })
  }

/** The headers of a request for better-auth: the address is set by the server, whatever the client claimed. */
export function trustedHeaders(headers: Headers, address: string): Headers {
  const trusted = new Headers(headers)
  trusted.delete('x-forwarded-for')
  // The body is serialized again, perhaps with another length.
  trusted.delete('content-length')
  trusted.set(addressHeader, address)
  return trusted
}

/** Keeps user data out of caches, unless the reply says otherwise itself. */
export const keepOutOfCaches: MiddlewareHandler<AppEnv> = async (c, next) => {
  await next()
  if (!c.res.headers.has('cache-control')) c.res.headers.set('cache-control', 'private, no-store')
}

/** The origin of a request for an account's activity log. */
export const originOf = (c: Context<AppEnv>) => ({ address: c.get('address'), userAgent: c.req.header('user-agent') })

/** Paths that the browser itself requests, without headers of a page: their query names the user. */
const pathsWithoutHeaders: ReadonlySet<string> = new Set(['/api/events', '/api/account/export'])

/** Whether a page calls for another user than the one who is signed in now, in another tab of its browser. */
const isForAnother = (c: Context<AppEnv>, userId: string): boolean => {
  const named =
    c.req.header(accountHeader) ?? (pathsWithoutHeaders.has(c.req.path) ? c.req.query(accountQuery) : undefined)
  return named !== undefined && named !== userId
}

/** Reads the session, and lets visitors pass as well. */
export const readSession =
  ({ sessions }: AuthDeps): MiddlewareHandler<AppEnv> =>
  async (c, next) => {
    if (c.get('token')) return next()
    const session = await sessions.find(c.req.header('cookie'))
    if (!session) return next()
    if (isForAnother(c, session.user.id)) return errorReply({ code: 'other-account' })
    c.set('userId', asUserId(session.user.id))
    c.set('isGuest', session.user.isGuest === true)
    return next()
  }

/** Requires a session, or a token: which calls it may make is decided where their scopes are known. */
export const requireSession =
  ({ sessions }: AuthDeps): MiddlewareHandler<AppEnv> =>
  async (c, next) => {
    if (c.get('token')) return next()
    const session = await sessions.find(c.req.header('cookie'))
    if (!session) return errorReply({ code: 'unauthenticated' })
    if (isForAnother(c, session.user.id)) return errorReply({ code: 'other-account' })
    c.set('userId', asUserId(session.user.id))
    c.set('sessionId', session.session.id)
    c.set('isGuest', session.user.isGuest === true)
    return next()
  }

/** Calls that may change the sessions of a user, or the data that a session carries. */
const changesSessions = /^\/api\/(auth|account|profile)(\/|$)/

/**
 * Drops the cached sessions of a user from this process before the reply to such a call; other processes are notified by the
 * database (migration 0014). So no call passes after a user's own sign-out.
 */
export const forgetChangedSessions =
  ({ sessions }: AuthDeps): MiddlewareHandler<AppEnv> =>
  async (c, next) => {
    await next()
    const userId = c.get('userId')
    if (userId && !safeMethods.has(c.req.method) && changesSessions.test(c.req.path)) sessions.forget(userId)
  }

/** Requires JSON bodies: nothing else is read, so that a form on another site can't send one. */
export const requireJson: MiddlewareHandler<AppEnv> = async (c, next) => {
  const type = c.req.header('content-type')
  const hasBody = c.req.header('transfer-encoding') !== undefined || Number(c.req.header('content-length') ?? 0) > 0
  if (hasBody && !/^application\/json\s*(;|$)/i.test(type ?? ''))
    return errorReply({ code: 'unsupported-media', message: 'Send the body as application/json.' })
  return next()
}
