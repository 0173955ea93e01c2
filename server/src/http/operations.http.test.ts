import { Writable } from 'node:stream'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openEvents } from '#server-testing/sse-client.ts'
import { sendOpen, signUp, type TestClient } from '#server-testing/test-client.ts'
import { openTestServer, type TestServer, withTestServer } from '#server-testing/test-server.ts'
import { createLog } from '../operations/log.ts'
import { type Listening, listen } from '../process/listen.ts'

/** The value of one line of Prometheus text; null where there is no such line. */
function sampleOf(metrics: string, name: string, labels: Record<string, string> = {}): number | null {
  const line = metrics
    .split('\n')
    .filter((each) => each.startsWith(`${name}{`) || each.startsWith(`${name} `))
    .find((each) => Object.entries(labels).every(([label, value]) => each.includes(`${label}="${value}"`)))
  return line === undefined ? null : Number(line.slice(line.lastIndexOf(' ') + 1))
}

describe("the operator's interface", () => {
  const token = 'a token of the operator'
  let server: TestServer
  let web: Listening
  beforeAll(async () => {
    server = await openTestServer({
      variables: { METRICS_TOKEN: token, TRUSTED_PROXIES: '127.0.0.1', COMMUNITY_URL: 'https://forum.example/art' },
    })
    web = await listen(server.app.fetch, '127.0.0.1', 0)
  })
  afterAll(async () => {
    web.close()
    await server.close()
  })
  const get = (path: string, headers: Record<string, string> = {}) =>
    fetch(`http://127.0.0.1:${web.port}${path}`, { headers })
  /** A remote client as the proxy beside the server announces it. */
  const stranger = { 'x-forwarded-for': '203.0.113.7' }

  it('reports health and readiness', async () => {
    const [health, ready] = await Promise.all([get('/healthz', stranger), get('/readyz', stranger)])
    expect([health.status, await health.json()]).toEqual([200, { status: 'ok', release: 'development' }])
    expect([ready.status, await ready.json()]).toEqual([200, { status: 'ready' }])
  })

  it('redirects every visitor to the community address of the settings', async () => {
    const reply = await fetch(`http://127.0.0.1:${web.port}/community`, { redirect: 'manual' })
    expect([reply.status, reply.headers.get('location')]).toEqual([302, 'https://forum.example/art'])
  })

  it('counts requests, jobs, images and the lag of events', async () => {
    const ada = await signUp(server)
    const stream = await openEvents(server, ada.cookie)
    await ada.settled(await ada.generate({ prompt: 'a red fox' }))
    await stream.next(({ name, data }) => name === 'image-changed' && data.status === 'completed')
    const painted = { provider: 'sketch', outcome: 'completed' }
    const read = async () => {
      const reply = await get('/metrics')
      expect(reply.headers.get('content-type')).toMatch(/^text\/plain/)
      return reply.text()
    }
    // A job is counted after its image is there.
    await expect.poll(async () => sampleOf(await read(), 'espalier_image_seconds_count', painted)).toBe(4)
    const metrics = await read()
    const asked = { method: 'POST', status: '202' }
    expect(sampleOf(metrics, 'espalier_http_request_seconds_count', asked)).toBe(1)
    expect(sampleOf(metrics, 'espalier_queue_jobs', { state: 'queued' })).toBe(0)
    expect(sampleOf(metrics, 'espalier_queue_jobs', { state: 'running' })).toBe(0)
    expect(sampleOf(metrics, 'espalier_image_seconds_sum', painted)).toBeGreaterThan(0)
    expect(sampleOf(metrics, 'espalier_event_lag_seconds_count')).toBeGreaterThan(0)
    expect(sampleOf(metrics, 'espalier_event_streams')).toBe(1)
    stream.close()
  })

  it('names routes, not addresses: no label contains an id', async () => {
    expect(await (await get('/metrics')).text()).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-/)
  })

  it.each<[string, Record<string, string>, number]>([
    ['this very machine', {}, 200],
    ['a stranger', stranger, 404],
    ['a stranger with the token', { ...stranger, authorization: `Bearer ${token}` }, 200],
    ['a stranger with another token', { ...stranger, authorization: 'Bearer not the token at all' }, 404],
    ['a stranger with the token in another way', { ...stranger, authorization: token }, 404],
    ['a stranger who claims to be this machine', { 'x-forwarded-for': '127.0.0.1, 203.0.113.7' }, 404],
  ])('answers %s', async (_, headers, status) => {
    const reply = await get('/metrics', headers)
    expect(reply.status).toBe(status)
    if (status === 404) expect(await reply.json()).toMatchObject({ code: 'not-found' })
    else await reply.body?.cancel()
  })
})

describe('the API documentation', () => {
  const context = withTestServer()

  it('is public as OpenAPI', async () => {
    const { status, body } = await sendOpen<{ openapi: string; paths: object }>(
      context.server,
      'GET',
      '/api/openapi.json',
    )
    expect([status, body.openapi]).toEqual([200, expect.stringMatching(/^3\.1\./)])
    expect(Object.keys(body.paths)).toContain('/api/generations')
  })

  it('is public as a page without a script', async () => {
    const reply = await context.server.app.request('/api/docs')
    const page = await reply.text()
    expect(reply.headers.get('content-type')).toMatch(/^text\/html/)
    expect(page).toContain('/api/projects/{id}/canvas-state')
    expect(page).not.toContain('<script')
  })

  it.each(['/api/models', '/api/projects', '/api/nothing', '/api/docs', '/healthz'])(
    'with the headers that browsers protect people by: %s',
    async (path) => {
      const { headers } = await context.server.app.request(path)
      expect(headers.get('content-security-policy')).toMatch(/default-src 'self'.*frame-ancestors 'none'/)
      expect(headers.get('content-security-policy')).not.toMatch(/script-src|unsafe-eval/)
      expect(Object.fromEntries(headers)).toMatchObject({
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'referrer-policy': 'same-origin',
        'cross-origin-opener-policy': 'same-origin',
        'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
      })
      expect(headers.has('x-powered-by')).toBe(false)
    },
  )
})

describe('the log', () => {
  const lines: string[] = []
  const destination = new Writable({
    write(chunk: Buffer, _, done) {
      lines.push(...chunk.toString().trimEnd().split('\n'))
      done()
    },
  })
  const context = withTestServer({ log: createLog('debug', destination) })
  const secrets = { password: 'correct horse', prompt: 'a very private fox' }
  let ada: TestClient
  beforeAll(async () => {
    ada = await signUp(context.server, 'ada@example.com')
  })
  const linesOf = (requestId: string | null) =>
    lines.map((line) => JSON.parse(line) as Record<string, unknown>).filter((line) => line.requestId === requestId)
  const errorLines = () => lines.filter((line) => line.includes('"level":50') && line.includes('"err"'))
  function expectNoSecret() {
    const log = lines.join('\n')
    for (const cookie of ada.cookie.split('; ')) expect(log).not.toContain(cookie.slice(cookie.indexOf('=') + 1))
    for (const secret of Object.values(secrets)) expect(log).not.toContain(secret)
  }

  it('has one line of JSON for each request, with the id of its reply', async () => {
    const { headers } = await ada.send('GET', '/api/projects?q=private')
    expect(linesOf(headers.get('x-request-id'))).toEqual([
      {
        level: 30,
        time: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
        name: 'espalier',
        requestId: headers.get('x-request-id'),
        method: 'GET',
        path: '/api/projects',
        status: 200,
        ms: expect.any(Number),
      },
    ])
  })

  it('has a unique id for each request, whatever the client sends', async () => {
    const { headers } = await ada.send('GET', '/api/projects', undefined, { 'x-request-id': 'mine' })
    expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
  })

  it('contains no cookie, no password and no prompt after typical use', async () => {
    await ada.settled(await ada.generate({ prompt: secrets.prompt }))
    await ada.send('POST', '/api/generations', { prompt: secrets.prompt, model: 'none' })
    await ada.send('POST', '/api/generations', { prompt: secrets.prompt, nonsense: secrets.prompt })
    const account = { email: 'ada@example.com', password: secrets.password }
    await sendOpen(context.server, 'POST', '/api/auth/sign-in/email', { body: account })
    await sendOpen(context.server, 'POST', '/api/auth/sign-in/email', { body: { ...account, password: 'wrong!' } })
    await sendOpen(context.server, 'POST', '/api/auth/sign-up/email', {
      body: { ...account, name: 'A', firstName: 'A' },
    })
    expect(lines.length).toBeGreaterThan(6)
    expectNoSecret()
  })

  it('contains none when the database rejects an input', async () => {
    const { system: db } = context.server.database
    await db.execute(sql`alter table generations add constraint refused check (prompt not like '%private%') not valid`)
    const reply = await ada.send('POST', '/api/generations', { prompt: secrets.prompt })
    expect([reply.status, reply.body.code]).toEqual([503, 'unavailable'])
    expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(JSON.stringify(reply.body)).not.toContain('private')
    expect(errorLines()).toEqual([expect.stringContaining('23514')])
    expectNoSecret()
  })

  it('contains none when the database rejects a session', async () => {
    const { system: db } = context.server.database
    await db.execute(sql`alter table sessions add constraint refused check (false) not valid`)
    const account = { email: 'ada@example.com', password: secrets.password }
    const reply = await sendOpen(context.server, 'POST', '/api/auth/sign-in/email', { body: account })
    expect([reply.status, reply.body.code]).toEqual([503, 'unavailable'])
    expect(errorLines().at(-1)).toContain('23514')
    expect(lines.join('')).not.toContain('params:')
    expectNoSecret()
  })
})
