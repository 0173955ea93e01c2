import { Hono, type MiddlewareHandler } from 'hono'
import { compress } from 'hono/compress'
import { contract } from '#contract/contract.ts'
import { createMcpEndpoint } from '../agents/mcp-server.ts'
import { catalogueJsonSchema, catalogueSchemaName } from '../features/models/catalogue-file.ts'
import { AdmissionRefused } from '../operations/admission.ts'
import { type AppDeps, type AppEnv, createCallDeps } from './app-context.ts'
import {
  checkHost,
  checkOrigin,
  forgetChangedSessions,
  keepOutOfCaches,
  originOf,
  readSession,
  readToken,
  requireJson,
  requireScope,
  requireSession,
  trackRequest,
} from './guards/guards.ts'
import { createRequestLimits } from './guards/request-limits.ts'
import { openCalls } from './guards/scopes-of-calls.ts'
import { addSecurityHeaders } from './guards/security-headers.ts'
import { scopeRefusal, scopesOfAddresses } from './guards/token-scopes.ts'
import { readVisitCookie, visitCookie } from './guards/visit-cookie.ts'
import { createVisitorLimits } from './guards/visitor-limits.ts'
import { docsPage } from './openapi/docs-page.ts'
import { openApiDocument } from './openapi/openapi.ts'
import { errorReply, refusalOf } from './replies/error-reply.ts'
import { showRefusals } from './replies/refusal-page.ts'
import { withinSeconds } from './replies/within-seconds.ts'
import { handleAuth } from './routes/auth-routes.ts'
import { streamEvents } from './routes/event-routes.ts'
import { fileRoutes } from './routes/file-routes.ts'
import { addressOf, answerMcp } from './routes/mcp-route.ts'
import { addOAuthRoutes, mcpPlace } from './routes/oauth-routes.ts'
import { addOpenAiRoutes } from './routes/openai-routes.ts'
import { addOperationsRoutes } from './routes/operations-routes.ts'
import { streamUsageCsv } from './routes/usage-csv-route.ts'
import { takeWebhook } from './routes/webhook-route.ts'
import type { RpcContext } from './rpc-context.ts'
import { createRpcHandler } from './rpc-handler.ts'

/** Calls with a form as body: its file is written to the disk as it arrives, with time limits of its own. */
const formRoutes = fileRoutes.filter(({ operation: { requestBody } }) => {
  const content = requestBody && 'content' in requestBody ? requestBody.content : {}
  return 'multipart/form-data' in content
})

/** Exempts calls with a file from a step that is about JSON. */
const forJson =
  (step: MiddlewareHandler<AppEnv>): MiddlewareHandler<AppEnv> =>
  (c, next) =>
    c.get('takesForm') ? next() : step(c, next)

/** The addresses without a session that are not calls of the contract. */
const openAddresses = new Set(['GET /api/openapi.json', 'GET /api/docs', 'POST /api/billing/webhook'])

/** A path of the OpenAPI document, `/images/{id}`, as the router has it. */
const routerPath = (path: string) => `/api${path.replaceAll(/\{(\w+)\}/g, ':$1')}`

/** The whole HTTP interface except the web application's own files. Works without a port: `app.request()`. */
export function createApp(deps: AppDeps): Hono<AppEnv> {
  const app = new Hono<AppEnv>()
  const answerCall = createRpcHandler(deps)
  const callDeps = createCallDeps(deps)
  const limits = createRequestLimits({
    perSecond: deps.requestsPerSecond,
    atOnce: deps.requestsAtOnce,
    seconds: deps.requestSeconds,
  })
  const session = requireSession(deps)
  const visitor = readSession(deps)

  app.use(trackRequest(deps))
  app.use('/api/*', showRefusals)
  addSecurityHeaders(app, deps.publicUrl)
  app.use(compress())
  app.use(checkHost(deps))
  addOperationsRoutes(app, deps)
  app.get(`/${catalogueSchemaName}`, (c) => c.json(catalogueJsonSchema()))
  // A redirect, so that the page needs no setting and asks for none.
  app.get('/community', (c) => c.redirect(deps.communityUrl))

  addOAuthRoutes(app, deps, limits)

  // Outside of /api, with the same limits; never a cookie.
  const mcp = createMcpEndpoint({ log: deps.log, version: deps.release, cardView: deps.cardView })
  const place = mcpPlace(deps)
  for (const step of [limits.byAddress, keepOutOfCaches, readToken(deps, place), limits.body, limits.byPerson])
    app.use('/mcp', step)
  app.all('/mcp', limits.placeOfPerson, (c) => answerMcp(mcp, { deps: callDeps(c.var), place }, c))
  app.all('/mcp/*', () => errorReply({ code: 'not-found' }))

  addOpenAiRoutes(app, deps, limits)

  app.use('/api/*', limits.byAddress)
  app.use('/api/*', keepOutOfCaches)
  app.use('/api/*', readToken(deps))
  app.use('/api/*', checkOrigin(deps))
  for (const { method, path } of formRoutes)
    app.on(method, routerPath(path), (c, next) => {
      c.set('takesForm', true)
      return next()
    })
  app.use('/api/*', forJson(requireJson))
  app.use('/api/*', forJson(limits.body))
  app.use('/api/*', forJson(limits.placeOfAddress))
  app.use('/api/*', forgetChangedSessions(deps))
  for (const { method, path } of openCalls)
    app.on(method, routerPath(path), (c, next) => {
      c.set('isOpen', true)
      return next()
    })
  app.use('/api/*', async (c, next) => {
    const { path, method } = c.req
    if (path === '/api/models' && method === 'GET') return visitor(c, next)
    // Ends no session of another user, who has signed in since in another tab.
    if (path === '/api/auth/sign-out') return visitor(c, next)
    const isOpen = c.get('isOpen') || path.startsWith('/api/auth/') || openAddresses.has(`${method} ${path}`)
    return isOpen ? next() : session(c, next)
  })
  app.use('/api/*', limits.byPerson)
  app.use('/api/*', forJson(limits.placeOfPerson))
  app.use('/api/shared/*', createVisitorLimits(deps.requestsPerSecond))
  app.use('/api/verify', createVisitorLimits(deps.requestsPerSecond))
  for (const { method, path, needs, handle } of fileRoutes)
    app.on(method, routerPath(path), requireScope(needs), (c) => handle(callDeps(c.var), c))

  const byTable = (call: string) => requireScope(scopesOfAddresses[call] ?? {})
  app.on(['GET', 'POST'], '/api/auth/*', byTable('/auth/*'), (c) => handleAuth(deps, c))
  app.get('/api/openapi.json', byTable('GET /openapi.json'), async (c) => c.json(await openApiDocument()))
  app.get('/api/docs', byTable('GET /docs'), async (c) => c.html(docsPage(await openApiDocument())))
  app.get('/api/events', byTable('GET /events'), (c) => streamEvents(callDeps(c.var), c))
  app.post('/api/billing/webhook', byTable('POST /billing/webhook'), (c) => takeWebhook(deps, c))
  app.get('/api/credits/usage', (c, next) => {
    if (c.req.query('format') !== 'csv') return next()
    const refusal = scopeRefusal(c.get('token'), contract.credits.usage['~orpc'].meta)
    return refusal ? errorReply(refusal) : streamUsageCsv(callDeps(c.var), c)
  })
  app.all('/api/*', async (c) => {
    const token = c.get('token') ?? null
    const caller = { userId: c.get('userId') ?? '', sessionId: c.get('sessionId'), isGuest: c.get('isGuest') ?? false }
    const cookies: string[] = []
    const contextUntil = (deadline: AbortSignal): RpcContext => ({
      deps: callDeps(c.var, deadline),
      requestId: c.get('requestId'),
      serverAddress: addressOf(deps, c),
      ...caller,
      token,
      idempotencyKey: c.req.header('idempotency-key'),
      visitOf: (shareId) => (token ? null : readVisitCookie(c, shareId)),
      startVisit: (shareId, visit) => void cookies.push(visitCookie({ shareId, visit, publicUrl: deps.publicUrl })),
      ...originOf(c),
      signal: AbortSignal.any([c.req.raw.signal, deadline]),
      lasting: () => ({ deps: callDeps(c.var), signal: c.req.raw.signal }),
    })
    const answered = await withinSeconds(deps.requestSeconds, (deadline) =>
      answerCall(c.req.raw, () => c.req.text(), contextUntil(deadline)),
    )
    // A read can be repeated; a write may have been committed just before.
    if (answered === 'late') return errorReply({ code: c.req.method === 'GET' ? 'unavailable' : 'late' })
    for (const cookie of cookies) answered?.headers.append('set-cookie', cookie)
    return answered ?? errorReply({ code: 'not-found' })
  })

  app.onError((error, c) => {
    const requestId = c.get('requestId')
    if (error instanceof AdmissionRefused) return errorReply(refusalOf(error, requestId))
    // The client has left, and its work was ended: the reply is read by no one.
    if (c.req.raw.signal.aborted) return errorReply({ code: 'unavailable' })
    deps.log.error({ requestId, err: error }, 'a request failed')
    return errorReply(refusalOf(error, requestId))
  })
  return app
}
