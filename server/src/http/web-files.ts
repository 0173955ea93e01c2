import { access } from 'node:fs/promises'
import { serveStatic } from '@hono/node-server/serve-static'
import type { Context, Hono } from 'hono'
import type { AppEnv } from './app-context.ts'

/** A page names the newest assets, so it is asked for each time. */
const keepFresh = (path: string, c: Context) => {
  if (path.endsWith('.html')) c.header('cache-control', 'no-cache')
}

/** Serves the built web application; every address that is no file is a page of it. */
export async function addWebFiles(app: Hono<AppEnv>, folder: string): Promise<void> {
  await access(`${folder}/index.html`).catch(() => {
    throw new Error(`The web application is not built: ${folder}/index.html is missing. Start with npm start.`)
  })
  // Below a folder or with a name that carries a hash of the content.
  for (const unchanging of ['/assets/*', '/styles/*'])
    app.use(unchanging, async (c, next) => {
      await next()
      if (c.res.status === 200) c.header('cache-control', 'public, max-age=31536000, immutable')
    })
  app.use('*', serveStatic({ root: folder, onFound: keepFresh }))
  for (const unchanging of ['/assets/*', '/styles/*']) app.get(unchanging, (c) => c.notFound())
  app.get('*', serveStatic({ root: folder, path: 'index.html', onFound: keepFresh }))
}
