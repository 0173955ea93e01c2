import { eq, like, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import type { ActivityShape } from '#contract/account/activity.ts'
import type { ApiTokenShape } from '#contract/programs/api-token.ts'
import { oauthCodes, oauthSecrets } from '#server/db/schema/oauth.ts'
import { attemptCounts } from '#server/db/schema/sign-in.ts'
import { tokenHash } from '#server/db/token-hash.ts'
import {
  allow,
  callback,
  codeOf,
  oauthAgent,
  origin,
  queryOf,
  readRequest,
  register,
  requestOf,
  sendForm,
} from '#server-testing/oauth-program.ts'
import { makeProgram } from '#server-testing/program.ts'
import { sendOpen, signUp, type TestClient } from '#server-testing/test-client.ts'
import { withTestServer } from '#server-testing/test-server.ts'
import { boundFetch } from '../../operations/bounded-fetch.ts'

const documents = new Map<string, () => Response>()
const read: string[] = []
const context = withTestServer({
  variables: { SKETCH_CREDITS: '1' },
  plans: { signUp: 1_000 },
  fetchDocument: (limit) =>
    boundFetch(
      async (url) => {
        read.push(String(url))
        return documents.get(String(url))?.() ?? new Response('', { status: 404 })
      },
      limit,
      { room: 'operator' },
    ),
})

let ada: TestClient
beforeEach(async () => {
  await context.server.database.system.delete(attemptCounts)
  ada = await signUp(context.server)
})

const listed = async (person: TestClient) =>
  (await person.send<{ items: ApiTokenShape[] }>('GET', '/api/tokens')).body.items
const post = (secret: string, server = context.server as { app: typeof context.server.app }) =>
  server.app.request('/mcp', {
    method: 'POST',
    headers: {
      host: 'localhost',
      authorization: `Bearer ${secret}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }),
  })

/** A connection of a program that did everything right. */
async function connected(person: TestClient, allowed = {}) {
  const { clientId, query, exchange } = await requestOf(context.server)
  const code = codeOf(await allow(person, query, allowed))
  const { body } = await sendForm(context.server, '/oauth/token', exchange(code))
  const refresh = (secret: string, more = {}) =>
    sendForm(context.server, '/oauth/token', {
      grant_type: 'refresh_token',
      refresh_token: secret,
      client_id: clientId,
      ...more,
    })
  return { clientId, code, exchange, ...body, refresh }
}

describe('an agent that connects by OAuth', () => {
  it('registers, is allowed, calls tools, refreshes, and is ended in every process', async () => {
    const agent = oauthAgent(() => context.server)
    const url = await agent.begin()
    expect(`${url.origin}${url.pathname}`).toBe(`${origin}/oauth/authorize`)
    const query = queryOf(url)
    expect(query).toMatchObject({ code_challenge_method: 'S256', resource: `${origin}/mcp`, state: 'a state' })
    const { body: asked } = await readRequest(ada, query)
    expect(asked).toMatchObject({
      name: 'Claude',
      documentHost: null,
      redirect: { host: '127.0.0.1:8080', isLocal: true },
      scopes: ['read', 'edit', 'generate'],
    })
    const { body: project } = await ada.send<{ id: string }>('POST', '/api/projects', { title: 'Foxes' })
    const allowed = {
      scopes: ['read', 'generate'],
      projectId: project.id,
      budget: { credits: 2, per: 'total' },
    } as const
    const redirect = await allow(ada, query, { ...allowed, scopes: [...allowed.scopes] })
    expect(redirect.startsWith(`${callback}?`)).toBe(true)
    expect(new URL(redirect).searchParams.get('state')).toBe('a state')
    expect(new URL(redirect).searchParams.get('iss')).toBe(origin)
    await agent.finish(redirect)
    const client = await agent.connect()
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name)).toContain('generate_images')
    expect(tools.map(({ name }) => name)).not.toContain('move_to_trash')
    const make = (count: number) =>
      client.callTool({ name: 'generate_images', arguments: { prompt: 'a fox', project: project.id, count } })
    expect((await make(2)).isError).not.toBe(true)
    const refused = await make(1)
    expect(JSON.stringify(refused.content)).toContain('token-budget')
    const [row] = await listed(ada)
    expect(row).toMatchObject({
      name: 'Claude',
      kind: 'connection',
      prefix: '',
      scopes: ['read', 'generate'],
      projectId: project.id,
      budget: { credits: 2, per: 'total', spent: 2 },
    })
    const cards = await ada.send<{ items: { madeBy: object }[] }>('GET', `/api/projects/${project.id}/generations`)
    expect(cards.body.items[0]?.madeBy).toEqual({ tokenId: row?.id, name: 'Claude' })

    // An access token that is too old: the client refreshes by itself.
    const first = agent.stored.tokens?.access_token ?? ''
    await context.server.database.system
      .update(oauthSecrets)
      .set({ expiresAt: sql`now() - interval '1 second'` })
      .where(eq(oauthSecrets.hash, tokenHash(first)))
    await expect.poll(async () => (await post(first)).status, { timeout: 10_000 }).toBe(401)
    await client.listTools()
    const second = agent.stored.tokens?.access_token ?? ''
    expect(second).not.toBe(first)

    const elsewhere = context.server.another()
    await expect.poll(async () => (await post(second, elsewhere)).status, { timeout: 10_000 }).toBe(200)
    await ada.send('DELETE', `/api/tokens/${row?.id}`)
    expect((await post(second)).status).toBe(401)
    await expect.poll(async () => (await post(second, elsewhere)).status, { timeout: 1_000 }).toBe(401)
    const refresh = agent.stored.tokens?.refresh_token ?? ''
    const late = await sendForm(context.server, '/oauth/token', {
      grant_type: 'refresh_token',
      refresh_token: refresh,
      client_id: query.client_id ?? '',
    })
    expect([late.status, late.body.error]).toEqual([400, 'invalid_grant'])
    expect(await listed(ada)).toEqual([])
  })

  it('is known by its metadata document, which is read once and must name itself', async () => {
    const id = 'https://agent.example/client.json'
    const document = { client_id: id, client_name: 'Document agent', redirect_uris: [callback] }
    documents.set(id, () => Response.json(document))
    const agent = oauthAgent(() => context.server, { clientMetadataUrl: id })
    const query = queryOf(await agent.begin())
    expect(query.client_id).toBe(id)
    const { body } = await readRequest(ada, query)
    expect(body).toMatchObject({ name: 'Document agent', documentHost: 'agent.example' })
    await agent.finish(await allow(ada, query))
    await (await agent.connect()).listTools()
    expect(read.filter((url) => url === id)).toHaveLength(1)

    const refusedDocuments: readonly [string, () => Response][] = [
      ['https://agent.example/other.json', () => Response.json(document)],
      ['https://agent.example/moved.json', () => Response.redirect('https://agent.example/client.json')],
      ['https://agent.example/long.json', () => new Response(' '.repeat(70_000))],
      ['https://agent.example/page.json', () => new Response('<html>')],
      ['https://agent.example/none.json', () => new Response('', { status: 404 })],
    ]
    for (const [address, answer] of refusedDocuments) {
      documents.set(address, answer)
      expect((await readRequest(ada, { ...query, client_id: address })).status).toBe(400)
    }
    const before = read.length
    for (const address of [
      'http://agent.example/client.json',
      'https://agent.example/',
      'https://agent.example/a/../b',
    ])
      expect((await readRequest(ada, { ...query, client_id: address })).status).toBe(400)
    expect(read).toHaveLength(before)
  })

  it('is in the activity log, and among the records of an account without its secrets', async () => {
    const { access_token, refresh_token, code } = await connected(ada)
    const { body } = await ada.send<{ items: ActivityShape[] }>('GET', '/api/account/activity')
    expect(body.items[0]?.kind).toBe('token-made')
    const rows = await context.server.database.system.execute<{ row: string }>(
      sql`select row_to_json(t)::text as row from oauth_secrets t union all select row_to_json(t)::text from oauth_codes t`,
    )
    for (const secret of [access_token, refresh_token, code]) expect(JSON.stringify(rows.rows)).not.toContain(secret)
  })
})

describe('a request for a connection', () => {
  it('leads to the page that asks, with every parameter as it was sent', async () => {
    const asked = 'client_id=x&state=1e5&scope=read%20edit&redirect_uri=http%3A%2F%2F127.0.0.1'
    const reply = await context.server.app.request(`/oauth/authorize?${asked}`)
    expect([reply.status, reply.headers.get('location')]).toEqual([302, `/connect#${asked}`])
    expect(reply.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
  })

  it.each([
    ['without PKCE', { code_challenge: '' }, 'invalid_request'],
    ['with the plain method', { code_challenge_method: 'plain' }, 'invalid_request'],
    ['for an implicit token', { response_type: 'token' }, 'unsupported_response_type'],
    ['for another resource', { resource: 'https://elsewhere.example/mcp' }, 'invalid_target'],
    ['for scopes of others', { scope: 'webhooks admin' }, 'invalid_scope'],
  ])('%s is refused, and may be sent back', async (_, more, error) => {
    const { query } = await requestOf(context.server, { state: 's', ...more })
    const { status, body } = await readRequest(ada, query)
    expect(status).toBe(400)
    const { data } = body as unknown as { data: { error: string; redirect: string } }
    expect(data.error).toBe(error)
    expect(queryOf(new URL(data.redirect))).toMatchObject({ error, state: 's', iss: origin })
  })

  it.each([
    ['another address', { redirect_uri: 'http://127.0.0.1:8080/elsewhere' }],
    ['another host', { redirect_uri: 'https://evil.example/callback' }],
    ['no address', { redirect_uri: '' }],
    ['an unknown program', { client_id: '00000000-0000-4000-8000-000000000000' }],
  ])('for %s leads nowhere', async (_, more) => {
    const { query } = await requestOf(context.server, more)
    const { status, body } = await readRequest(ada, query)
    expect([status, (body as unknown as { data: { redirect: null } }).data.redirect]).toEqual([400, null])
  })

  it('is read and allowed with a session of this site alone, and not by a token or a guest', async () => {
    const { query } = await requestOf(context.server)
    const { body: asked } = await readRequest(ada, query)
    const body = { ticket: asked.ticket, name: 'x', scopes: ['read'], projectId: null, budget: null }
    for (const [path, sent] of [
      ['/api/oauth/requests', query],
      ['/api/oauth/allow', body],
    ] as const) {
      expect((await ada.send('POST', path, sent, { origin: 'https://evil.example' })).status).toBe(403)
      expect((await sendOpen(context.server, 'POST', path, { body: sent })).status).toBe(401)
      expect((await (await makeProgram(context.server, ada)).send('POST', path, sent)).status).toBe(403)
    }
    const form = { 'content-type': 'application/x-www-form-urlencoded', 'content-length': '9' }
    expect((await ada.send('POST', '/api/oauth/allow', body, form)).status).toBe(415)
    expect(await context.server.database.system.$count(oauthCodes, eq(oauthCodes.userId, ada.userId))).toBe(0)
  })

  it('is allowed by the person who read it, in time, and for no more than was asked', async () => {
    const { query } = await requestOf(context.server, { scope: 'read' })
    const { body: asked } = await readRequest(ada, query)
    const send = (person: TestClient, more: object) =>
      person.send('POST', '/api/oauth/allow', {
        ticket: asked.ticket,
        name: 'x',
        scopes: ['read'],
        projectId: null,
        budget: null,
        ...more,
      })
    const bob = await signUp(context.server)
    expect((await send(bob, {})).status).toBe(409)
    expect((await send(ada, { ticket: `${asked.ticket.slice(0, -4)}AAAA` })).status).toBe(409)
    expect((await send(ada, { scopes: ['read', 'generate'] })).status).toBe(400)
    const { body: bobs } = await bob.send<{ id: string }>('POST', '/api/projects', { title: 'Bob’s' })
    expect((await send(ada, { projectId: bobs.id })).status).toBe(404)
    expect(await listed(bob)).toEqual([])
    expect((await send(ada, {})).status).toBe(200)
  })

  it('says no by the address of the program', async () => {
    const { query } = await requestOf(context.server, { state: 's' })
    const { body } = await readRequest(ada, query)
    expect(queryOf(new URL(body.denyUrl))).toEqual({ error: 'access_denied', state: 's', iss: origin })
    expect(body.denyUrl.startsWith(callback)).toBe(true)
  })
})

describe('a code', () => {
  it.each([
    ['a wrong verifier', { code_verifier: 'x'.repeat(43) }, 'invalid_grant'],
    ['no verifier', { code_verifier: '' }, 'invalid_grant'],
    ['another address', { redirect_uri: 'http://127.0.0.1:9/callback' }, 'invalid_grant'],
    ['another program', { client_id: '00000000-0000-4000-8000-000000000000' }, 'invalid_grant'],
    ['another resource', { resource: 'https://elsewhere.example/mcp' }, 'invalid_target'],
    ['another grant', { grant_type: 'password' }, 'unsupported_grant_type'],
  ])('is not exchanged with %s', async (_, wrong, error) => {
    const { query, exchange } = await requestOf(context.server)
    const fields = exchange(codeOf(await allow(ada, query)))
    const refused = await sendForm(context.server, '/oauth/token', { ...fields, ...wrong })
    expect([refused.status, refused.body.error]).toEqual([400, error])
    expect(await listed(ada)).toEqual([])
    const made = await sendForm(context.server, '/oauth/token', fields)
    expect([made.status, made.headers.get('cache-control')]).toEqual([200, 'no-store'])
    expect(made.body).toMatchObject({ scope: 'read edit generate', expires_in: 3_600 })
  })

  it('works once, also when two exchange it at once; a later second use ends the connection', async () => {
    const { query, exchange } = await requestOf(context.server)
    const fields = exchange(codeOf(await allow(ada, query)))
    const both = await Promise.all([1, 2].map(() => sendForm(context.server, '/oauth/token', fields)))
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400])
    expect(await listed(ada)).toEqual([])
    const access = both.find(({ status }) => status === 200)?.body.access_token ?? ''
    await expect.poll(async () => (await post(access)).status, { timeout: 10_000 }).toBe(401)
  })

  it('is too old after two minutes', async () => {
    const { query, exchange } = await requestOf(context.server)
    const code = codeOf(await allow(ada, query))
    const { system } = context.server.database
    await system
      .update(oauthCodes)
      .set({ expiresAt: sql`now() - interval '1 second'` })
      .where(eq(oauthCodes.hash, tokenHash(code)))
    expect((await sendForm(context.server, '/oauth/token', exchange(code))).body.error).toBe('invalid_grant')
  })

  it('is exchanged by a form alone, with each parameter once', async () => {
    const send = (type: string, body: string) =>
      context.server.app.request('/oauth/token', {
        method: 'POST',
        headers: { host: 'localhost', 'content-type': type },
        body,
      })
    for (const [type, body] of [
      ['application/json', '{"grant_type":"refresh_token"}'],
      ['application/x-www-form-urlencoded', 'grant_type=refresh_token&grant_type=refresh_token'],
    ] as const) {
      const reply = await send(type, body)
      expect([reply.status, await reply.json()]).toMatchObject([400, { error: 'invalid_request' }])
    }
  })
})

describe('the tokens of a connection', () => {
  it('work at /mcp of this server alone', async () => {
    const { access_token } = await connected(ada)
    expect((await post(access_token)).status).toBe(200)
    for (const path of ['/api/projects', '/v1/models']) {
      const reply = await context.server.app.request(path, {
        headers: { host: 'localhost', cookie: ada.cookie, authorization: `Bearer ${access_token}` },
      })
      expect(reply.status).toBe(401)
    }
    const elsewhere = context.server.another({ PUBLIC_URL: 'https://elsewhere.example' })
    expect((await post(access_token, elsewhere)).status).toBe(401)
    const { refresh_token, refresh } = await connected(ada)
    expect((await post(refresh_token)).status).toBe(401)
    const foreign = await refresh(refresh_token, { resource: 'https://elsewhere.example/mcp' })
    expect(foreign.body.error).toBe('invalid_target')
  })

  it('are refreshed once; a later second use ends the connection', async () => {
    const { refresh_token: first, refresh } = await connected(ada)
    const next = await refresh(first)
    expect(next.status).toBe(200)
    // Two windows of a program at the same moment: the second is refused, and the connection stays.
    expect((await refresh(first)).body.error).toBe('invalid_grant')
    expect((await post(next.body.access_token)).status).toBe(200)
    await context.server.database.system
      .update(oauthSecrets)
      .set({ usedAt: sql`now() - interval '1 minute'` })
      .where(eq(oauthSecrets.hash, tokenHash(first)))
    expect((await refresh(first)).body.error).toBe('invalid_grant')
    await expect.poll(async () => (await post(next.body.access_token)).status, { timeout: 10_000 }).toBe(401)
    expect((await refresh(next.body.refresh_token)).body.error).toBe('invalid_grant')
  })

  it('are not refreshed by another program', async () => {
    const one = await connected(ada)
    const other = await connected(ada)
    expect((await other.refresh(one.refresh_token)).body.error).toBe('invalid_grant')
    expect((await one.refresh(one.refresh_token)).status).toBe(200)
  })

  it('end when the program revokes one of them; another program can not', async () => {
    const { clientId, access_token, refresh_token } = await connected(ada)
    const revoke = (token: string, client_id: string) => sendForm(context.server, '/oauth/revoke', { token, client_id })
    expect((await revoke(refresh_token, 'another')).status).toBe(200)
    expect((await post(access_token)).status).toBe(200)
    expect((await revoke(refresh_token, clientId)).status).toBe(200)
    expect((await post(access_token)).status).toBe(401)
    expect(await listed(ada)).toEqual([])
    expect((await revoke('nothing', clientId)).status).toBe(200)
    expect((await revoke('nothing', '\u0000')).status).toBe(200)
  })

  it('end with the account', async () => {
    const { access_token } = await connected(ada)
    await ada.send('DELETE', '/api/account', { password: 'correct horse' })
    await expect.poll(async () => (await post(access_token)).status, { timeout: 10_000 }).toBe(401)
  })

  it('belong to the person who allowed them', async () => {
    const bob = await signUp(context.server)
    await connected(ada)
    const [own] = await listed(ada)
    expect(await listed(bob)).toEqual([])
    expect((await bob.send('DELETE', `/api/tokens/${own?.id}`)).status).toBe(404)
  })
})

describe('a registration', () => {
  it.each([
    ['plain http elsewhere', ['http://example.com/callback']],
    ['a script', ['javascript:alert(1)']],
    ['a fragment', ['https://example.com/#x']],
    ['nothing', []],
  ])('for %s is refused', async (_, redirect_uris) => {
    const { status, body } = await register(context.server, { client_name: 'x', redirect_uris })
    expect([status, body.error]).toEqual([400, 'invalid_redirect_uri'])
  })

  it('is refused after thirty of a network in an hour', async () => {
    const { system } = context.server.database
    await register(context.server, { redirect_uris: [callback] })
    await system.update(attemptCounts).set({ count: 30 }).where(like(attemptCounts.key, 'oauth-register:%'))
    expect((await register(context.server, { redirect_uris: [callback] })).status).toBe(429)
  })

  it('has another name than the assistant of this server', async () => {
    const { body } = await register(context.server, { client_name: 'The assistant ', redirect_uris: [callback] })
    expect(body).toMatchObject({ client_name: 'A program without a name' })
  })

  it('ignores what it does not know, and bounds the name', async () => {
    const metadata = {
      client_name: `A\u202e\u0000${'b'.repeat(200)}`,
      redirect_uris: [callback],
      jwks: {},
      token_endpoint_auth_method: 'client_secret_basic',
    }
    const { status, body } = await register(context.server, metadata)
    expect(status).toBe(201)
    expect(body).toMatchObject({
      token_endpoint_auth_method: 'none',
      client_name: expect.stringMatching(/^A {2}b{57}$/),
    })
    expect(body).not.toHaveProperty('client_secret')
  })
})

describe('the metadata', () => {
  const metadataOf = async (
    path: string,
    server: { app: typeof context.server.app } = context.server,
    host = 'localhost',
  ) => {
    const reply = await server.app.request(`http://${host}/.well-known/${path}`, {
      headers: { host, origin: 'https://any.example' },
    })
    return { status: reply.status, body: await reply.json(), cors: reply.headers.get('access-control-allow-origin') }
  }

  it('leads from a refusal of /mcp to where connections are made', async () => {
    const refused = await post('espo_unknown')
    expect(refused.headers.get('www-authenticate')).toBe(
      `Bearer realm="espalier", error="invalid_token", resource_metadata="${origin}/.well-known/oauth-protected-resource/mcp", scope="read edit generate"`,
    )
    const resource = await metadataOf('oauth-protected-resource/mcp')
    expect(resource).toMatchObject({
      status: 200,
      cors: '*',
      body: { resource: `${origin}/mcp`, authorization_servers: [origin] },
    })
    const { body } = await metadataOf('oauth-authorization-server')
    expect(body).toMatchObject({
      issuer: origin,
      authorization_endpoint: `${origin}/oauth/authorize`,
      code_challenge_methods_supported: ['S256'],
      client_id_metadata_document_supported: true,
      token_endpoint_auth_methods_supported: ['none'],
    })
    for (const path of ['openid-configuration', 'anything']) expect((await metadataOf(path)).status).toBe(404)
  })

  it('is not there by plain http from another machine', async () => {
    expect((await metadataOf('oauth-authorization-server', context.server, '192.168.1.9')).status).toBe(404)
    const reply = await context.server.app.request('http://192.168.1.9/mcp', {
      method: 'POST',
      headers: { host: '192.168.1.9' },
    })
    expect(reply.headers.get('www-authenticate')).toBe('Bearer realm="espalier"')
  })

  it('names the public address behind a proxy', async () => {
    const behind = context.server.another({ PUBLIC_URL: 'https://boards.example/' })
    const { body } = await metadataOf('oauth-authorization-server', behind, 'boards.example')
    expect(body).toMatchObject({
      issuer: 'https://boards.example',
      token_endpoint: 'https://boards.example/oauth/token',
    })
  })
})
