import { timingSafeEqual } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { Context, Hono } from 'hono'
import type { Databases } from '#server/db/database.ts'
import type { AppEnv, OperationDeps } from '../app-context.ts'
import { isLoopback } from '../guards/client-address.ts'
import { isLoopbackHost } from '../guards/own-names.ts'
import { errorReply } from '../replies/error-reply.ts'

function hasToken(header: string | undefined, token: string | undefined): boolean {
  if (!token) return false
  const given = Buffer.from(header ?? '')
  const wanted = Buffer.from(`Bearer ${token}`)
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}

/** The headers that proxies add. */
const forwardingHeaders = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'via']

/** Whether a program of this machine asks directly: no page with another name, and no proxy beside the server. */
function isAskedLocally(c: Context<AppEnv>): boolean {
  const isForwarded = forwardingHeaders.some((name) => c.req.header(name) !== undefined)
  const socketAddress = c.env?.incoming?.socket.remoteAddress ?? ''
  return isLoopback(socketAddress) && isLoopbackHost(c.req.header('host') ?? '') && !isForwarded
}

/** Adds the probes and the metrics. */
export function addOperationsRoutes(app: Hono<AppEnv>, deps: OperationDeps & { readonly databases: Databases }): void {
  app.get('/healthz', (c) => c.json({ status: 'ok', release: deps.release }))

  app.get('/readyz', async (c) => {
    if (deps.isDraining()) return errorReply({ code: 'unavailable', message: 'This process is about to end.' })
    try {
      await deps.databases.system.execute(sql`select 1`)
      return c.json({ status: 'ready' })
    } catch {
      return errorReply({ code: 'unavailable', message: 'The database is away.' })
    }
  })

  app.get('/metrics', async (c: Context<AppEnv>) => {
    const allowed = isAskedLocally(c) || hasToken(c.req.header('authorization'), deps.metricsToken)
    if (!allowed) return errorReply({ code: 'not-found' })
    const { contentType, text } = await deps.metrics.read()
    return c.body(text, 200, { 'content-type': contentType })
  })
}
