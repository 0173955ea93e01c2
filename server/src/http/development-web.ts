import type { HttpBindings } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import type { Hono } from 'hono'
import type { AppEnv } from './app-context.ts'

/** Serves the web application from its sources, with hot reload. Answers what ends it. */
export async function addDevelopmentWeb(app: Hono<AppEnv>, folder: string): Promise<() => Promise<void>> {
  const { createServer } = await import('vite')
  const vite = await createServer({
    root: folder,
    configFile: `${folder}/vite.config.ts`,
    // Node reads it directly: the bundle that Vite writes otherwise looks like a changed source to `node --watch`.
    configLoader: 'native',
    server: { middlewareMode: true },
    appType: 'spa',
  })
  app.all('*', (c) => {
    const { incoming, outgoing } = c.env as HttpBindings
    return new Promise<Response>((resolve) => {
      outgoing.once('close', () => resolve(RESPONSE_ALREADY_SENT))
      vite.middlewares(incoming as never, outgoing as never)
    })
  })
  return () => vite.close()
}
