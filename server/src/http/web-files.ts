import { createHash } from 'node:crypto'
import { access, readFile } from 'node:fs/promises'
import { serveStatic } from '@hono/node-server/serve-static'
import type { Context, Hono, MiddlewareHandler } from 'hono'
import type { ModelShape } from '#contract/models/model.ts'
import type { SignUpPolicy } from '#domain/account/sign-up-policy.ts'
import { sendsSession } from '../auth/session-cookie.ts'
import type { AppEnv } from './app-context.ts'

/** Files below a folder or with a name that carries a hash of the content. `/assets` itself is a page. */
const unchanging = ['/assets/:file{.+}', '/styles/:file{.+}']

/** The id of the built web application: its page, which names all its files by their content; nothing where it is not built. */
export async function releaseOf(folder: string): Promise<{ release?: string }> {
  const page = await readFile(`${folder}/index.html`).catch(() => null)
  return page ? { release: createHash('sha256').update(page).digest('hex').slice(0, 12) } : {}
}

/** The document that clients of agents show for a card; nothing where the web application is not built. */
export async function cardViewOf(folder: string): Promise<{ cardView?: string }> {
  const cardView = await readFile(`${folder}/agent-view.html`, 'utf8').catch(() => null)
  return cardView === null ? {} : { cardView }
}

const varyByCookie: MiddlewareHandler<AppEnv> = async (c, next) => {
  c.header('vary', 'cookie', { append: true })
  return next()
}

type PageRequest = Pick<Context<AppEnv>, 'req' | 'env'>

/** A list of this server, as the person with the cookie gets it; null where the session is over. */
async function readList<Item>(
  app: Hono<AppEnv>,
  path: string,
  { req, env }: PageRequest,
): Promise<readonly Item[] | null> {
  const headers = new Headers({ cookie: req.header('cookie') ?? '' })
  const forwardedFor = req.header('x-forwarded-for')
  if (forwardedFor !== undefined) headers.set('x-forwarded-for', forwardedFor)
  // With the socket of the page's request: limits count by its address.
  const reply = await app.request(path, { headers }, env)
  return reply.ok ? ((await reply.json()) as { items: Item[] }).items : null
}

/** Whether the built-in painter is the only usable model: the image page says so from the first moment. */
async function isPainterAlone(app: Hono<AppEnv>, request: PageRequest): Promise<boolean> {
  const models = await readList<Pick<ModelShape, 'isBuiltIn' | 'isAvailable'>>(app, '/api/models', request)
  return models?.every(({ isAvailable, isBuiltIn }) => isBuiltIn || !isAvailable) ?? false
}

/** Whether the person has no project, which the page of projects says from the first moment. */
const hasNoProject = async (app: Hono<AppEnv>, request: PageRequest): Promise<boolean> =>
  (await readList(app, '/api/projects', request))?.length === 0

const lastPart = (path: string) => path.slice(path.lastIndexOf('/') + 1)

/**
 * Serves the built web application; every address that is no file gets a page of it. @param signUp Where sign-up is not open, its
 * page has no prepared form.
 */
export async function addWebFiles(
  app: Hono<AppEnv>,
  folder: string,
  { signUp = 'open' }: { readonly signUp?: SignUpPolicy } = {},
): Promise<void> {
  await access(`${folder}/index.html`).catch(() => {
    throw new Error(`The web application is not built: ${folder}/index.html is missing. Start with npm start.`)
  })
  // A page names the newest assets, so it is revalidated each time.
  app.use('*', async (c, next) => {
    await next()
    if (c.res.headers.get('content-type')?.startsWith('text/html')) c.header('cache-control', 'no-cache')
  })
  app.on('GET', unchanging, async (c, next) => {
    await next()
    if (c.res.status === 200) c.header('cache-control', 'public, max-age=31536000, immutable')
  })
  // The build has written the files with text compressed beside themselves.
  const send = (path?: string) => serveStatic({ root: folder, precompressed: true, ...(path && { path }) })
  const file = (name: string) => send(`first-screens/${name}.html`)
  const visitorsPages = {
    '/': file('index'),
    '/pricing': file('pricing'),
    '/login': file('login'),
    ...(signUp === 'open' && { '/signup': file('signup') }),
  }
  for (const [path, screen] of Object.entries(visitorsPages))
    app.get(path, varyByCookie, (c, next) => (sendsSession(c.req.header('cookie')) ? next() : screen(c, next)))
  const imagePage = file('image')
  const imagePageOfPainter = file('image-painter-alone')
  app.get('/image', varyByCookie, async (c, next) => {
    if (!sendsSession(c.req.header('cookie'))) return next()
    return (await isPainterAlone(app, c)) ? imagePageOfPainter(c, next) : imagePage(c, next)
  })
  const firstProject = file('project-no-project')
  app.get('/project', varyByCookie, async (c, next) => {
    return sendsSession(c.req.header('cookie')) && (await hasNoProject(app, c)) ? firstProject(c, next) : next()
  })
  app.use('*', send())
  app.on('GET', unchanging, (c) => c.notFound())
  // A file that is not there, as `/favicon.ico`: addresses of pages have no ending.
  app.get('*', async (c, next) => (lastPart(c.req.path).includes('.') ? c.notFound() : next()))
  app.get('*', send('index.html'))
}
