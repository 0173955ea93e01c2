import { Hono } from 'hono'
import { describe, expect, it } from 'vitest'
import type { AppEnv } from '../app-context.ts'
import { docsPage } from '../openapi/docs-page.ts'
import { openApiDocument } from '../openapi/openapi.ts'
import type { FileRoute } from '../routes/file-route.ts'
import { fileRoutes } from '../routes/file-routes.ts'
import { addSecurityHeaders } from './security-headers.ts'

async function headersOf(path: string, publicUrl?: string): Promise<Headers> {
  const app = new Hono<AppEnv>()
  addSecurityHeaders(app, publicUrl)
  app.get('*', (c) => c.text('here'))
  return (await app.request(path)).headers
}

const sendsPicture = ({ method, operation }: FileRoute) =>
  method === 'get' && JSON.stringify(operation.responses?.[200] ?? {}).includes('"image/')

describe('the headers of every reply', () => {
  it.each(['/', '/api/projects', '/api/docs', '/signup'])('allow nothing inline at %s', async (path) => {
    const policy = (await headersOf(path)).get('content-security-policy') ?? ''
    expect(policy).not.toMatch(/unsafe|\*|https?:/)
    expect(policy).toContain("default-src 'self'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).toContain("base-uri 'none'")
    expect(policy).toContain("form-action 'self'")
    expect(policy).toContain("object-src 'none'")
  })

  it('allow the styles of the API page by their hash', async () => {
    const { createHash } = await import('node:crypto')
    const page = String(docsPage(await openApiDocument()))
    const style = /<style>([^<]*)<\/style>/.exec(page)?.[1] ?? ''
    const hash = createHash('sha256').update(style).digest('base64')
    expect((await headersOf('/api/docs')).get('content-security-policy')).toContain(`style-src 'sha256-${hash}'`)
  })

  it('keep browsers on TLS where the server is reached by it, and only there', async () => {
    expect((await headersOf('/', 'https://espalier.example')).get('strict-transport-security')).toBe(
      'max-age=63072000; includeSubDomains',
    )
    expect((await headersOf('/', 'http://espalier.example')).has('strict-transport-security')).toBe(false)
    expect((await headersOf('/')).has('strict-transport-security')).toBe(false)
  })

  it.each([
    ...fileRoutes.filter(sendsPicture).map(({ path }) => `/api${path.replaceAll(/[{}]/g, '')}`),
    '/v1/links/owner/sealed',
  ])('let a picture execute and load nothing at %s', async (path) =>
    expect((await headersOf(path)).get('content-security-policy')).toBe("default-src 'none'; sandbox"),
  )

  it('disable cameras, location and the like, and isolate the page from its opener', async () => {
    const headers = await headersOf('/')
    expect(headers.get('permissions-policy')).toMatch(/camera=\(\).*geolocation=\(\).*microphone=\(\)/)
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin')
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
    expect(headers.get('referrer-policy')).toBe('same-origin')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
  })
})
