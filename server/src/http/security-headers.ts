import { Hono, type MiddlewareHandler } from 'hono'
import { secureHeaders } from 'hono/secure-headers'
import type { AppEnv } from './app-context.ts'
import { docsStyleHash } from './docs-page.ts'

/** Pictures that people brought along: opened as a page they run nothing and reach nothing. */
const pictures = [
  '/api/images/:id/file',
  '/api/images/:id/preview',
  '/api/images/:id/history',
  '/api/uploads/:id/file',
  '/api/profiles/:userId/avatar/:name',
  '/api/shared/:id/images/:imageId/file',
]

/** What a link for review opens: no search engine lists it, and no other site learns where somebody came from. */
const shared = ['/shared', '/api/shared/*']

/** Two years, as browsers' preload lists ask for. */
const transportSecurity = 'max-age=63072000; includeSubDomains'

/** What of a device the page may use: none of it but full screen and the clipboard, on its own address. */
const permissionsPolicy = {
  accelerometer: [],
  camera: [],
  displayCapture: [],
  geolocation: [],
  gyroscope: [],
  magnetometer: [],
  microphone: [],
  midi: [],
  payment: [],
  usb: [],
  fullscreen: ['self'],
  clipboardWrite: ['self'],
}

/**
 * The headers by which browsers protect people (OWASP ASVS 5.0, 3.4). Nothing inline is allowed, neither script nor style. What a
 * reply says itself stays.
 * @param publicUrl Where it begins with https:, browsers are told to come back by TLS alone.
 */
export function addSecurityHeaders(app: Hono<AppEnv>, publicUrl: string | undefined): void {
  // Outside of the page's policy below, so that they have the last word.
  for (const picture of pictures)
    app.use(picture, async (c, next) => {
      await next()
      c.res.headers.set('content-security-policy', "default-src 'none'; sandbox")
    })
  for (const path of shared)
    app.use(path, async (c, next) => {
      await next()
      c.header('x-robots-tag', 'noindex, nofollow, noarchive')
      c.header('referrer-policy', 'no-referrer')
    })
  const policy = (styleSrc: string[]) =>
    secureHeaders({
      contentSecurityPolicy: {
        defaultSrc: ["'self'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        styleSrc,
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
      permissionsPolicy,
      xFrameOptions: 'DENY',
      referrerPolicy: 'same-origin',
      strictTransportSecurity: publicUrl?.startsWith('https:') ? transportSecurity : false,
    })
  const ofPages = readOnce(policy(["'self'"]))
  const ofDocs = readOnce(policy([docsStyleHash]))
  app.use(async (c, next) => {
    const headers = await (c.req.path === '/api/docs' ? ofDocs : ofPages)()
    const outgoing = c.env?.outgoing
    // Laid down for Node before there is a reply: on the reply itself each of them takes ten times as long.
    if (outgoing) for (const [name, value] of headers) outgoing.setHeader(name, value)
    await next()
    if (outgoing) return
    for (const [name, value] of headers) if (!c.res.headers.has(name)) c.res.headers.set(name, value)
  })
}

/** The headers that the library's middleware sets on a reply, which are the same for every one. */
function readOnce(middleware: MiddlewareHandler): () => Promise<readonly (readonly [string, string])[]> {
  const app = new Hono().use(middleware).get('/', (c) => c.body(null))
  let read: Promise<[string, string][]> | undefined
  return () => {
    read ??= Promise.resolve(app.request('/')).then((reply) => [...reply.headers])
    return read
  }
}
