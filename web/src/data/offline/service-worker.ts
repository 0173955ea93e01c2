/**
 * Keeps the application and the boards that were opened, so that a page can be opened without a connection. With a connection
 * everything of the user comes from the server; the copies are used where a request fails. Built as one file, `/sw.js`, without imports.
 */

type Extendable = Event & { waitUntil(work: Promise<unknown>): void }
type FetchEvent = Extendable & { readonly request: Request; respondWith(reply: Promise<Response>): void }
/** Some browsers can be told which requests do not concern the worker: https://w3c.github.io/ServiceWorker/#dom-installevent-addroutes */
type InstallEvent = Extendable & {
  addRoutes?(routes: readonly { condition: { urlPattern: { pathname: string } }; source: 'network' }[]): Promise<void>
}
type WorkerScope = {
  skipWaiting(): Promise<void>
  readonly clients: { claim(): Promise<void> }
  addEventListener(name: 'install', listener: (event: InstallEvent) => void): void
  addEventListener(name: 'activate', listener: (event: Extendable) => void): void
  addEventListener(name: 'fetch', listener: (event: FetchEvent) => void): void
}
const scope = self as unknown as WorkerScope

/** The document of every page but the prepared first screens, which contain what one person has. */
const shellPath = '/index.html'
const shellPrefix = 'shell-'
/** Replies to the signed-in user; removed when another one signs in, or none is. */
const dataCache = 'data'
/** Boards that are kept: a board of 10,000 cards is about 1 MB. */
const maxBoards = 20

const sessionPath = '/api/auth/get-session'
/** Requests of a page before it shows a board. */
const keptReplies =
  /^\/api\/(auth\/get-session|models|projects|projects\/[\w-]{36}|projects\/[\w-]{36}\/(board|canvas-state))$/
const boardReply = /^\/api\/projects\/[\w-]{36}\/board$/
/** Calls after which another user may be signed in, or none. */
const changesAccount = /^\/api\/(auth\/.+|account|account\/sessions)$/
const unchanging = /^\/(assets|styles)\/.+/

const textHash = async (text: string) => {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return Array.from(new Uint8Array(digest).slice(0, 8), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Files that a document names: of all its pages, whichever is opened next without a connection. */
const filesIn = (html: string): string[] => [
  ...new Set(Array.from(html.matchAll(/\/(?:assets|styles)\/[\w./-]+|\/start\.js/g), ([path]) => path)),
]

/**
 * Keeps the document of this release with its files: complete, or not at all. Those of the release before stay, for pages that
 * are still open.
 */
async function keepShell(): Promise<void> {
  const reply = await fetch(shellPath, { cache: 'no-cache' })
  if (!reply.ok) return
  const html = await reply.clone().text()
  const name = `${shellPrefix}${await textHash(html)}`
  const before = (await caches.keys()).filter((each) => each.startsWith(shellPrefix))
  const cache = await caches.open(name)
  if (await cache.match(shellPath)) return
  await cache.addAll(filesIn(html))
  // Last: a document in a cache says that its files are there.
  await cache.put(shellPath, reply)
  for (const old of before.slice(0, -1)) await caches.delete(old)
}

/** The newest complete shell: caches are listed in the order in which they were made. */
async function findShell(): Promise<Response | undefined> {
  for (const name of (await caches.keys()).filter((each) => each.startsWith(shellPrefix)).reverse()) {
    const shell = await (await caches.open(name)).match(shellPath)
    if (shell) return shell
  }
  return undefined
}

async function fromNetworkOrShell(request: Request): Promise<Response> {
  try {
    return await fetch(request)
  } catch (error) {
    const shell = await findShell()
    if (shell) return shell
    throw error
  }
}

/** The script of every document, which has one address in all releases. */
async function fromNetworkOrCopy(request: Request): Promise<Response> {
  try {
    return await fetch(request)
  } catch (error) {
    const kept = await caches.match(request.url)
    if (kept) return kept
    throw error
  }
}

/** Files never change: a copy is as good. Parts that are fetched later join the newest shell. */
async function fromShellOrNetwork(request: Request): Promise<Response> {
  const kept = await caches.match(request.url)
  if (kept) return kept
  const reply = await fetch(request)
  const newest = (await caches.keys()).filter((each) => each.startsWith(shellPrefix)).at(-1)
  if (reply.status === 200 && newest !== undefined) {
    const copy = reply.clone()
    await (await caches.open(newest)).put(request.url, copy).catch(() => {})
  }
  return reply
}

/** The user whose replies are kept; null for none. */
async function userIn(session: Response | undefined): Promise<string | null> {
  const { user } = Object(await session?.json().catch(() => null)) as { user?: { id?: unknown } | null }
  return typeof user?.id === 'string' ? user.id : null
}

/** Counts what may have changed the user: a reply to a request from before is not kept. */
let era = 0
/** Ends once the last session that was asked for is known. Pages ask for it first. */
let sessionKept: Promise<unknown> = Promise.resolve()

async function forgetReplies(): Promise<void> {
  era += 1
  await caches.delete(dataCache)
}

/** Replies are of one user: those of another are removed before the first of this one is kept. */
async function keepSession(reply: Response, asked: number): Promise<void> {
  if (asked !== era) return
  const [before, now] = await Promise.all([
    caches.match(sessionPath, { cacheName: dataCache }).then(userIn),
    userIn(reply.clone()),
  ])
  if (before !== null && before !== now) await forgetReplies()
  if (now !== null) await (await caches.open(dataCache)).put(sessionPath, reply)
}

async function keepReply(path: string, reply: Response, asked: number): Promise<void> {
  await sessionKept
  if (asked !== era) return
  const cache = await caches.open(dataCache)
  if (!(await cache.match(sessionPath))) return
  await cache.put(path, reply)
  if (!boardReply.test(path)) return
  const boards = (await cache.keys()).filter(({ url }) => boardReply.test(new URL(url).pathname))
  for (const old of boards.slice(0, -maxBoards)) await cache.delete(old)
}

/** Keeps what the server says of a path: its reply, or that there is none for this user. */
async function noteReply(path: string, reply: Response, asked: number): Promise<void> {
  if (reply.status === 200) return path === sessionPath ? keepSession(reply, asked) : keepReply(path, reply, asked)
  if (reply.status === 401) return forgetReplies()
  if ([403, 404].includes(reply.status)) await (await caches.open(dataCache)).delete(path)
}

async function fromNetworkOrKept(event: FetchEvent, path: string): Promise<Response> {
  const asked = era
  const arriving = fetch(event.request)
  const noted = arriving.then((reply) => noteReply(path, reply.clone(), asked)).catch(() => {})
  if (path === sessionPath) sessionKept = noted
  event.waitUntil(noted)
  try {
    return await arriving
  } catch (error) {
    const kept = await caches.match(path, { cacheName: dataCache })
    if (!kept) throw error
    const { status, headers } = kept
    return new Response(kept.body, { status, headers: [...headers, ['espalier-copy', 'true']] })
  }
}

/** A new release is looked for this long after a page was opened, when the page has loaded. Milliseconds. */
const shellAfterMs = 5_000
const keepShellLater = () => new Promise((resolve) => setTimeout(resolve, shellAfterMs)).then(keepShell)

scope.addEventListener('install', (event) => {
  // Hundreds of pictures in a pan: each would be handed to this worker and back.
  const pictures = { condition: { urlPattern: { pathname: '/api/images/*' } }, source: 'network' } as const
  if (event.addRoutes) event.waitUntil(event.addRoutes([pictures]))
  event.waitUntil(Promise.all([keepShell(), scope.skipWaiting()]))
})

scope.addEventListener('activate', (event) => {
  event.waitUntil(scope.clients.claim())
})

scope.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname, search } = new URL(request.url)
  if (origin !== location.origin) return
  // Signing in or out: what is kept may be of another user now.
  if (request.method !== 'GET' && changesAccount.test(pathname)) event.waitUntil(forgetReplies())
  if (request.method !== 'GET') return
  if (request.mode === 'navigate' && !/^\/(api|v1|mcp)\//.test(pathname)) {
    event.respondWith(fromNetworkOrShell(request))
    event.waitUntil(keepShellLater().catch(() => {}))
  } else if (unchanging.test(pathname)) event.respondWith(fromShellOrNetwork(request))
  else if (pathname === '/start.js') event.respondWith(fromNetworkOrCopy(request))
  else if (search === '' && keptReplies.test(pathname)) event.respondWith(fromNetworkOrKept(event, pathname))
})
