import { createHash } from 'node:crypto'
import { access, readFile } from 'node:fs/promises'
import { serveStatic } from '@hono/node-server/serve-static'
import type { Hono } from 'hono'
import type { AppEnv } from './app-context.ts'

/** Files below a folder or with a name that carries a hash of the content. `/assets` itself is a page. */
const unchanging = ['/assets/:file{.+}', '/styles/:file{.+}']

/** Names the built web application by its page, which names all its files by their content; nothing where it is not built. */
export async function releaseOf(folder: string): Promise<{ release?: string }> {
  const page = await readFile(`${folder}/index.html`).catch(() => null)
  return page ? { release: createHash('sha256').update(page).digest('hex').slice(0, 12) } : {}
}

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
  app.use('*', serveStatic({ root: folder }))
  app.on('GET', unchanging, (c) => c.notFound())
  app.get('*', serveStatic({ root: folder, path: 'index.html' }))
}
