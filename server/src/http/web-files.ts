import { access } from 'node:fs/promises'
import { serveStatic } from '@hono/node-server/serve-static'
import type { Hono } from 'hono'
import type { AppEnv } from './app-context.ts'

/** Files below a folder or with a name that carries a hash of the content. `/assets` itself is a page. */
const unchanging = ['/assets/:file{.+}', '/styles/:file{.+}']

/** The pages that have a first screen to be read before the scripts are there, and for whom each is. */
const firstScreens = {
  '/': 'visitor',
  '/pricing': 'visitor',
  '/login': 'visitor',
  '/signup': 'visitor',
  '/image': 'member',
} as const

/** Whether a browser brings a session. Whether it still holds, the page asks itself. */
const hasSession = (cookies: string | undefined) => /(^|; )(__Secure-)?better-auth\.session_token=/.test(cookies ?? '')

/** Serves the built web application; every address that is no file is a page of it. */
export async function addWebFiles(app: Hono<AppEnv>, folder: string): Promise<void> {
  await access(`${folder}/index.html`).catch(() => {
    throw new Error(`The web application is not built: ${folder}/index.html is missing. Start with npm start.`)
  })
  // A page names the newest assets, so it is asked for each time.
  app.use('*', async (c, next) => {
    await next()
    if (c.res.headers.get('content-type')?.startsWith('text/html')) c.header('cache-control', 'no-cache')
  })
  app.on('GET', unchanging, async (c, next) => {
    await next()
    if (c.res.status === 200) c.header('cache-control', 'public, max-age=31536000, immutable')
  })
  for (const [page, reader] of Object.entries(firstScreens)) {
    const screen = serveStatic({ root: folder, path: `first-screens${page === '/' ? '/index' : page}.html` })
    app.get(page, (c, next) => {
      c.header('vary', 'cookie', { append: true })
      return (reader === 'member') === hasSession(c.req.header('cookie')) ? screen(c, next) : next()
    })
  }
  app.use('*', serveStatic({ root: folder }))
  app.on('GET', unchanging, (c) => c.notFound())
  app.get('*', serveStatic({ root: folder, path: 'index.html' }))
}
