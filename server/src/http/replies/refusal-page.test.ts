import { Hono } from 'hono'
import { describe, expect, it } from 'vitest'
import type { Refusal } from '../../db/refusal.ts'
import type { AppEnv } from '../app-context.ts'
import { addSecurityHeaders } from '../guards/security-headers.ts'
import { errorReply } from './error-reply.ts'
import { showRefusals } from './refusal-page.ts'

const navigation = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }

/** Opens the address of a picture. @param refusal null: it is downloaded. */
async function open(refusal: Refusal | null, headers: Record<string, string> = navigation) {
  const app = new Hono<AppEnv>()
  app.use(showRefusals)
  addSecurityHeaders(app, undefined)
  app.get('/api/images/:id/file', (c) => (refusal ? errorReply(refusal) : c.json({ file: 'here' })))
  const reply = await app.request('/api/images/1/file', { headers })
  return { status: reply.status, headers: reply.headers, text: await reply.text() }
}

describe('showRefusals', () => {
  it('shows a refused download as a page with what to do, and a way back', async () => {
    const { status, headers, text } = await open({ code: 'rate-limited', message: 'Wait for <some> of it to end.' })
    expect([status, headers.get('content-type'), headers.get('retry-after')]).toEqual([
      429,
      'text/html; charset=utf-8',
      '10',
    ])
    expect(text).toContain('<p>Wait for &lt;some&gt; of it to end.</p>')
    expect(text).toContain('<a href="/">Back to Espalier</a>')
  })

  it('allows nothing but the style of the page, also where the address is one of a picture', async () => {
    const { headers, text } = await open({ code: 'not-found' })
    const { createHash } = await import('node:crypto')
    const hash = createHash('sha256')
      .update(/<style>([^<]*)<\/style>/.exec(text)?.[1] ?? '')
      .digest('base64')
    expect(headers.get('content-security-policy')).toBe(
      `default-src 'none'; style-src 'sha256-${hash}'; frame-ancestors 'none'`,
    )
    expect(headers.get('x-content-type-options')).toBe('nosniff')
  })

  it('leads to the sign-in where the session has ended', async () => {
    expect((await open({ code: 'unauthenticated' })).text).toContain('<a href="/login">Sign in</a>')
  })

  it.each([{}, { 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' }])(
    'sends programs the JSON: %o',
    async (headers) => {
      expect(JSON.parse((await open({ code: 'not-found' }, headers)).text)).toMatchObject({ code: 'not-found' })
    },
  )

  it('passes a download on as it is', async () => {
    expect((await open(null)).text).toBe('{"file":"here"}')
  })
})
