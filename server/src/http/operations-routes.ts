import { timingSafeEqual } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { Context, Hono } from 'hono'
import type { AppDeps, AppEnv } from './app-context.ts'
import { isLoopback } from './client-address.ts'
import { errorReply } from './error-reply.ts'

function hasToken(header: string | undefined, token: string | undefined): boolean {
  if (!token) return false
  const given = Buffer.from(header ?? '')
  const wanted = Buffer.from(`Bearer ${token}`)
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}

/** For whoever runs it: is the process there, can it work, what are its numbers. */
export function addOperationsRoutes(app: Hono<AppEnv>, deps: AppDeps): void {
  app.get('/healthz', (c) => c.json({ status: 'ok', release: deps.release }))

  app.get('/readyz', async (c) => {
    if (deps.isDraining()) return errorReply({ code: 'unavailable', message: 'This process is about to end.' })
    try {
      await deps.db.execute(sql`select 1`)
      return c.json({ status: 'ready' })
    } catch {
      return errorReply({ code: 'unavailable', message: 'The database is away.' })
    }
  })

  app.get('/metrics', async (c: Context<AppEnv>) => {
    const allowed = isLoopback(c.get('address')) || hasToken(c.req.header('authorization'), deps.metricsToken)
    if (!allowed) return errorReply({ code: 'not-found' })
    const { contentType, text } = await deps.metrics.read()
    return c.body(text, 200, { 'content-type': contentType })
  })
}
