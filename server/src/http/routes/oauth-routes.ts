import type { Context, Hono } from 'hono'
import { cors } from 'hono/cors'
import { defaultScopes, offeredScopes } from '#domain/tokens/asked-scopes.ts'
import { countAttempt } from '../../auth/count-attempt.ts'
import { allowConnection, isResource, readAuthorization, resourceOf } from '../../features/oauth/authorize.ts'
import { exchangeCode, refreshTokens, revokeSecret } from '../../features/oauth/exchange.ts'
import { registerClient } from '../../features/oauth/oauth-clients.ts'
import { type AppDeps, type AppEnv, createCallDeps } from '../app-context.ts'
import { networkOf } from '../guards/client-address.ts'
import { keepOutOfCaches, type TokenPlace } from '../guards/guards.ts'
import { isLoopbackHost } from '../guards/own-names.ts'
import type { RequestLimits } from '../guards/request-limits.ts'
import { errorReply } from '../replies/error-reply.ts'
import { rpc, unwrap } from '../rpc-context.ts'
import { mailMadeToken } from './api-token-routes.ts'
import { addressOf } from './mcp-route.ts'

type C = Context<AppEnv>

/** Programs that one network may register in an hour, and documents that one person may have read. */
const registrations = { most: 30, windowMs: 3_600_000 }
const documents = { most: 60, windowMs: 3_600_000 }

export const oauthRoutes = {
  read: rpc.oauth.read.handler(async ({ context: { deps, userId, serverAddress: address }, input: query }) => {
    const nowMs = Date.now()
    const { most, windowMs } = documents
    if ((await countAttempt(deps.system, `oauth-request:${userId}`, windowMs)) > most)
      return unwrap({ ok: false, error: { code: 'rate-limited' } })
    return unwrap(await readAuthorization(deps, { userId, query, address, nowMs }))
  }),
  allow: rpc.oauth.allow.handler(async ({ context: { deps, userId }, input: body }) =>
    unwrap(await allowConnection(deps, { userId, body, nowMs: Date.now() })),
  ),
}

/**
 * Whether programs may connect by OAuth at this address: by https, or on the same machine (RFC 6749, 3.1). Elsewhere a secret could be
 * read on the way, and API tokens are all there is.
 */
const isOffered = (address: string) => {
  const { protocol, host } = new URL(address)
  return protocol === 'https:' || isLoopbackHost(host)
}

const metadataPath = '/.well-known/oauth-protected-resource/mcp'

/** Where a token is read at /mcp: a connection works there alone, and a refusal says how to get one (RFC 9728, 5.1). */
export const mcpPlace = (deps: Pick<AppDeps, 'publicUrl'>): TokenPlace => ({
  resource: (c) => resourceOf(addressOf(deps, c)),
  challenge(c) {
    const address = addressOf(deps, c)
    const how = `resource_metadata="${address}${metadataPath}", scope="${defaultScopes.join(' ')}"`
    return isOffered(address) ? how : null
  },
})

/** RFC 6749, 5.2. */
function oauthError(status: 400 | 401 | 429, error: string, text: string): Response {
  return Response.json({ error, error_description: text }, { status })
}

/** The fields of a form, each once; null where it is none. */
async function readForm(c: C): Promise<ReadonlyMap<string, string> | null> {
  if (!/^application\/x-www-form-urlencoded\s*(;|$)/i.test(c.req.header('content-type') ?? '')) return null
  const fields = new Map<string, string>()
  for (const [name, value] of new URLSearchParams(await c.req.text())) {
    if (fields.has(name)) return null
    fields.set(name, value)
  }
  return fields
}
const noForm = () => oauthError(400, 'invalid_request', 'Send application/x-www-form-urlencoded, each parameter once.')

/** POST /oauth/token: a code, or a refresh token, for the next tokens. */
async function answerToken(deps: AppDeps, c: C): Promise<Response> {
  const form = await readForm(c)
  if (!form) return noForm()
  const field = (name: string) => form.get(name) ?? ''
  const address = addressOf(deps, c)
  const common = {
    clientId: field('client_id'),
    isResource: isResource(form.get('resource'), address),
    resource: resourceOf(address),
    nowMs: Date.now(),
  }
  const db = deps.databases.system
  const grant = field('grant_type')
  if (grant !== 'authorization_code' && grant !== 'refresh_token')
    return oauthError(400, 'unsupported_grant_type', 'Send authorization_code or refresh_token.')
  const granted =
    grant === 'authorization_code'
      ? await exchangeCode(db, {
          ...common,
          code: field('code'),
          redirectUri: field('redirect_uri'),
          verifier: field('code_verifier'),
        })
      : await refreshTokens(db, { ...common, refresh: field('refresh_token') })
  if (!granted.ok) return oauthError(400, granted.error.error, granted.error.text)
  const { access, refresh, expiresIn, scope, made } = granted.value
  if (made) {
    const { userId, token } = made
    await mailMadeToken(createCallDeps(deps)({ userId, token: undefined }), userId, token)
  }
  const reply = { access_token: access, token_type: 'Bearer', expires_in: expiresIn, refresh_token: refresh, scope }
  return Response.json(reply, { headers: { 'cache-control': 'no-store' } })
}

/** POST /oauth/revoke: 200 whatever the token is (RFC 7009, 2.2). */
async function answerRevoke(deps: AppDeps, c: C): Promise<Response> {
  const form = await readForm(c)
  if (!form) return noForm()
  const secret = form.get('token') ?? ''
  const userId = await revokeSecret(deps.databases.system, { secret, clientId: form.get('client_id') ?? '' })
  // Other processes are notified by the database.
  if (userId !== null) deps.tokens.forget(userId)
  return Response.json({})
}

/** POST /oauth/register (RFC 7591). Every program is a public one: it has no secret. */
async function answerRegister(deps: AppDeps, c: C): Promise<Response> {
  const { most, windowMs } = registrations
  const key = `oauth-register:${networkOf(c.get('address'))}`
  if ((await countAttempt(deps.databases.system, key, windowMs)) > most)
    return oauthError(
      429,
      'temporarily_unavailable',
      'Too many programs were registered from this network. Wait an hour.',
    )
  const metadata: unknown = await c.req.json().catch(() => null)
  const registered = await registerClient(deps.databases.system, metadata)
  if (!registered.ok) return oauthError(400, registered.error.error, registered.error.text)
  const { id, name, redirectUris, createdAt } = registered.value
  const reply = {
    client_id: id,
    client_id_issued_at: Math.floor(createdAt.getTime() / 1_000),
    client_name: name,
    redirect_uris: redirectUris,
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
  }
  return Response.json(reply, { status: 201 })
}

/** RFC 9728, 2. */
const resourceMetadata = (address: string) => ({
  resource: resourceOf(address),
  authorization_servers: [address],
  scopes_supported: offeredScopes,
  bearer_methods_supported: ['header'],
  resource_name: 'Espalier',
})

/** RFC 8414, 2, with the fields of RFC 9207 and of client id metadata documents. */
const serverMetadata = (address: string) => ({
  issuer: address,
  authorization_endpoint: `${address}/oauth/authorize`,
  token_endpoint: `${address}/oauth/token`,
  registration_endpoint: `${address}/oauth/register`,
  revocation_endpoint: `${address}/oauth/revoke`,
  response_types_supported: ['code'],
  response_modes_supported: ['query'],
  grant_types_supported: ['authorization_code', 'refresh_token'],
  token_endpoint_auth_methods_supported: ['none'],
  revocation_endpoint_auth_methods_supported: ['none'],
  code_challenge_methods_supported: ['S256'],
  scopes_supported: offeredScopes,
  authorization_response_iss_parameter_supported: true,
  client_id_metadata_document_supported: true,
})

/**
 * The authorization server of /mcp. Its page, /connect, is the web application's. No cookie is read here, so that pages of other
 * sites may call it.
 */
export function addOAuthRoutes(app: Hono<AppEnv>, deps: AppDeps, limits: RequestLimits): void {
  const open = cors({
    origin: '*',
    allowMethods: ['GET', 'POST'],
    allowHeaders: ['content-type', 'mcp-protocol-version'],
  })
  const metadata = (describe: (address: string) => object) => (c: C) => {
    const address = addressOf(deps, c)
    return isOffered(address) ? Response.json(describe(address)) : errorReply({ code: 'not-found' })
  }
  app.use('/.well-known/*', open)
  for (const path of [metadataPath, '/.well-known/oauth-protected-resource']) app.get(path, metadata(resourceMetadata))
  app.get('/.well-known/oauth-authorization-server', metadata(serverMetadata))
  // Clients look for metadata here, and would take a page of the web application for it.
  app.all('/.well-known/*', () => errorReply({ code: 'not-found' }))

  // The page of the web application takes the request behind the #, so that nothing reads it differently on its way.
  app.get('/oauth/authorize', (c) => {
    const { search } = new URL(c.req.url)
    return c.redirect(`/connect#${search.slice(1)}`)
  })

  const calls = { token: answerToken, revoke: answerRevoke, register: answerRegister }
  for (const [name, answer] of Object.entries(calls)) {
    app.use(`/oauth/${name}`, open, limits.byAddress, keepOutOfCaches, limits.body, limits.placeOfAddress)
    app.post(`/oauth/${name}`, (c) => {
      if (deps.isDraining()) return errorReply({ code: 'unavailable' })
      return isOffered(addressOf(deps, c)) ? answer(deps, c) : errorReply({ code: 'not-found' })
    })
    app.all(`/oauth/${name}`, () => errorReply({ code: 'not-found' }))
  }
}
