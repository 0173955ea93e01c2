import type { Hono } from 'hono'
import { secureHeaders } from 'hono/secure-headers'
import { linkRoute } from '#server/agents/openai/picture-links.ts'
import type { AppEnv } from '../app-context.ts'
import { docsStyleHash } from '../openapi/docs-page.ts'

/** Pictures from users: opened as a page they execute nothing and load nothing. */
const pictures = [
  '/api/images/:id/file',
  '/api/images/:id/preview',
  '/api/images/:id/path',
  '/api/images/:id/subject',
  '/api/images/:id/history',
  '/api/uploads/:id/file',
  '/api/profiles/:userId/avatar/:name',
  '/api/shared/:id/images/:imageId/file',
  '/api/sheets/:id',
  linkRoute,
]

/** The pages that a review link opens: no search engine indexes it, and no other site gets a Referer. */
const shared = ['/shared', '/api/shared/*']

/** Two years, as browsers' preload lists ask for. */
const transportSecurity = 'max-age=63072000; includeSubDomains'

/** The device features that the page may use: full screen and the clipboard, on its own address. */
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
 * The headers by which browsers protect users (OWASP ASVS 5.0, 3.4). Nothing inline is allowed, neither script nor style. @param
 * publicUrl Where it begins with https:, browsers may return by TLS alone.
 */
export function addSecurityHeaders(app: Hono<AppEnv>, publicUrl: string | undefined): void {
  // Outside of the page's policy below, so that they override it.
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
  const ofPages = policy(["'self'"])
  const ofDocs = policy([docsStyleHash])
  app.use((c, next) => (c.req.path === '/api/docs' ? ofDocs : ofPages)(c, next))
}
