import { randomUUID } from 'node:crypto'
import { Writable } from 'node:stream'
import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import type { ActivityShape } from '#contract/account/activity.ts'
import type { ApiTokenShape, CreatedTokenShape } from '#contract/programs/api-token.ts'
import { maxTokens, tokenScopes } from '#domain/tokens/token-scope.ts'
import { apiTokens } from '#server/db/schema/api-tokens.ts'
import { createLog } from '#server/operations/log.ts'
import { formBlob } from '#server-testing/form-blob.ts'
import { noise } from '#server-testing/picture-bytes.ts'
import { makeProgram, programOf } from '#server-testing/program.ts'
import { startSmtpFake } from '#server-testing/smtp-fake.ts'
import { openEvents } from '#server-testing/sse-client.ts'
import { clientOf, signUp, type TestClient } from '#server-testing/test-client.ts'
import { testOrigin } from '#server-testing/test-origin.ts'
import { openTestServer, withTestServer } from '#server-testing/test-server.ts'

const logged: string[] = []
const destination = new Writable({
  write(chunk: Buffer, _, done) {
    logged.push(chunk.toString())
    done()
  },
})
const context = withTestServer({ log: createLog('trace', destination) })

let ada: TestClient
beforeEach(async () => {
  ada = await signUp(context.server)
})

const create = (client: TestClient, token: object) => client.send<CreatedTokenShape>('POST', '/api/tokens', token)
const listed = async (client: TestClient) =>
  (await client.send<{ items: ApiTokenShape[] }>('GET', '/api/tokens')).body.items

describe('a new token', () => {
  it('is shown once, with its secret, as the wire has it', async () => {
    const { body: project } = await ada.send<{ id: string }>('POST', '/api/projects', { title: 'Mine' })
    const expiresAt = new Date(Date.now() + 86_400_000).toISOString()
    const wanted = {
      name: 'backup-script',
      scopes: ['generate', 'read'],
      projectId: project.id,
      budget: { credits: 20, per: 'month' },
      expiresAt,
    }
    const { status, body } = await create(ada, wanted)
    expect(status).toBe(201)
    expect(body.secret).toMatch(/^esp_[\w-]{43}$/)
    expect(body.token).toEqual({
      ...wanted,
      id: expect.any(String),
      prefix: body.secret.slice(0, 10),
      kind: 'token',
      purseId: null,
      scopes: ['read', 'generate'],
      budget: { credits: 20, per: 'month', spent: 0 },
      createdAt: expect.any(String),
      lastUsedAt: null,
    })
    expect(await listed(ada)).toEqual([body.token])
  })

  it('is stored by its hash alone, and is in no export and no line of the log', async () => {
    const program = await makeProgram(context.server, ada)
    await program.send('GET', '/api/projects')
    await program.send('POST', '/api/projects', { title: 1 })
    const rows = await context.server.database.system.execute<{ row: string }>(
      sql`select row_to_json(t)::text as row from api_tokens t`,
    )
    const written = await (await ada.raw('POST', '/api/account/export')).arrayBuffer()
    const places = [JSON.stringify(rows.rows), Buffer.from(written).toString('latin1'), logged.join('')]
    for (const place of places) expect(place).not.toContain(program.secret)
    expect(places[0]).toContain(program.id)
    expect(logged.length).toBeGreaterThan(0)
  })

  it.each([
    [{ name: '', scopes: ['read'] }],
    [{ name: 'x', scopes: [] }],
    [{ name: 'x', scopes: ['everything'] }],
    [{ name: 'x', scopes: ['read'], budget: { credits: -1, per: 'month' } }],
    [{ name: 'x', scopes: ['read'], budget: { credits: 0.001, per: 'total' } }],
    [{ name: 'x', scopes: ['read'], budget: { credits: 1, per: 'day' } }],
    [{ name: 'x', scopes: ['read'], expiresAt: '2020-01-01T00:00:00.000Z' }],
    [{ name: 'x', scopes: ['read'], owner: 'me' }],
  ])('is not made of %j', async (token) => {
    expect((await create(ada, token)).status).toBe(400)
    expect(await listed(ada)).toEqual([])
  })

  it('is not made for a project of another user', async () => {
    const bob = await signUp(context.server)
    const { body } = await bob.send<{ id: string }>('POST', '/api/projects', { title: 'Bob’s' })
    expect((await create(ada, { name: 'x', scopes: ['read'], projectId: body.id })).status).toBe(404)
  })

  it(`is refused beyond ${maxTokens} of an account`, async () => {
    await context.server.database.system.execute(
      sql`insert into api_tokens (user_id, name, prefix, hash, scopes)
          select ${ada.userId}, 'one', 'esp_', uuid_send(gen_random_uuid()), '{read}' from generate_series(1, ${maxTokens})`,
    )
    expect((await create(ada, { name: 'x', scopes: ['read'] })).status).toBe(409)
  })

  it(`is refused beyond ${maxTokens} also where many are made at once`, async () => {
    const sent = await Promise.all(
      Array.from({ length: maxTokens + 10 }, () => create(ada, { name: 'x', scopes: ['read'] })),
    )
    expect(sent.filter(({ status }) => status === 201)).toHaveLength(maxTokens)
    expect(await listed(ada)).toHaveLength(maxTokens)
  })

  it('is in the activity log, as its end is', async () => {
    const program = await makeProgram(context.server, ada)
    await ada.send('DELETE', `/api/tokens/${program.id}`)
    const { body } = await ada.send<{ items: ActivityShape[] }>('GET', '/api/account/activity')
    expect(body.items.slice(0, 2).map(({ kind }) => kind)).toEqual(['token-ended', 'token-made'])
  })
})

describe('the owner of a new token', () => {
  it('gets an email about it, without the secret; a mail server that refuses keeps no token from being made', async () => {
    for (const answer of ['take', 'refuse'] as const) {
      const post = await startSmtpFake(answer)
      const server = await openTestServer({
        variables: { SMTP_URL: post.url, MAIL_FROM: 'espalier@example.com', PUBLIC_URL: 'http://localhost' },
      })
      const grace = await signUp(server, 'grace@example.com')
      const before = post.emails.length
      const made = await create(grace, { name: 'backup-script', scopes: ['read', 'generate'] })
      expect(made.status).toBe(201)
      if (answer === 'take') {
        await expect.poll(() => post.emails.length).toBe(before + 1)
        const email = post.emails.at(-1)
        expect(email?.to).toBe('grace@example.com')
        expect(email?.source).toMatch(/^Subject: A new API token for Espalier$/m)
        expect(email?.source).toContain('Name: backup-script')
        expect(email?.source).toContain(made.body.token.prefix)
        expect(email?.source).not.toContain(made.body.secret)
      }
      await server.close()
      await post.stop()
    }
  })

  it('gets it also where the reply came too late, since the token was made all the same', async () => {
    const post = await startSmtpFake('take')
    const server = await openTestServer({
      variables: {
        SMTP_URL: post.url,
        MAIL_FROM: 'espalier@example.com',
        PUBLIC_URL: 'http://localhost',
        SERVER_LIMITS: 'request-seconds=1',
      },
    })
    const grace = await signUp(server, 'grace@example.com')
    const before = post.emails.length
    const { system } = server.database
    await system.execute(
      sql`create function wait() returns trigger language plpgsql as $$ begin perform pg_sleep(2); return null; end $$`,
    )
    // Takes its time at the commit, which was sent by then.
    await system.execute(sql`create constraint trigger wait after insert on api_tokens deferrable initially deferred
      for each row execute function wait()`)
    expect((await create(grace, { name: 'late-script', scopes: ['read'] })).status).toBe(504)
    await expect.poll(() => post.emails.length, { timeout: 10_000 }).toBe(before + 1)
    expect(post.emails.at(-1)?.source).toContain('late-script')
    await server.close()
    await post.stop()
  })
})

describe('a request with a token', () => {
  it('acts for its person', async () => {
    const program = await makeProgram(context.server, ada)
    const { body } = await program.send<{ id: string }>('POST', '/api/projects', { title: 'By a program' })
    expect((await ada.send('GET', `/api/projects/${body.id}`)).status).toBe(200)
  })

  it('needs no origin, and none is wrong; with a cookie alone one is still needed', async () => {
    const program = await makeProgram(context.server, ada)
    const foreign = { origin: 'https://elsewhere.example' }
    expect((await program.send('POST', '/api/projects', { title: 'x' }, foreign)).status).toBe(201)
    expect((await ada.send('POST', '/api/projects', { title: 'x' }, foreign)).status).toBe(403)
  })

  it('acts for the token’s person, not for that of a cookie beside it', async () => {
    const bob = await signUp(context.server)
    const program = await makeProgram(context.server, ada)
    const { body } = await program.send<{ id: string }>('POST', '/api/projects', { title: 'x' }, { cookie: bob.cookie })
    expect((await ada.send('GET', `/api/projects/${body.id}`)).status).toBe(200)
    expect((await bob.send('GET', `/api/projects/${body.id}`)).status).toBe(404)
  })

  it.each([
    ['unknown', `esp_${'A'.repeat(43)}`],
    ['malformed', 'esp_short'],
  ])('is refused where it is %s, also beside a cookie', async (_, secret) => {
    const refused = await programOf(context.server, { id: '', secret }).send('GET', '/api/projects', undefined, {
      cookie: ada.cookie,
    })
    expect([refused.status, refused.body.code]).toEqual([401, 'unauthenticated'])
    expect(refused.headers.get('www-authenticate')).toContain('Bearer realm="espalier"')
  })

  it('leaves other schemes to proxies', async () => {
    for (const authorization of ['Basic YWRhOmFkYQ==', 'Bearer eyJhbGciOiJub25lIn0'])
      expect((await ada.send('GET', '/api/projects', undefined, { authorization })).status).toBe(200)
  })

  it('reads what its own token is', async () => {
    const program = await makeProgram(context.server, ada, { scopes: ['webhooks'], name: 'hooks' })
    const { body } = await program.send<ApiTokenShape>('GET', '/api/token')
    expect(body).toMatchObject({ id: program.id, name: 'hooks', scopes: ['webhooks'] })
  })

  it('notes its last use, at most once a minute', async () => {
    const program = await makeProgram(context.server, ada)
    const usedAt = async () => (await listed(ada))[0]?.lastUsedAt ?? null
    expect(await usedAt()).toBeNull()
    await program.send('GET', '/api/projects')
    await expect.poll(usedAt).not.toBeNull()
    const first = await usedAt()
    await programOf(context.server.another(), program).send('GET', '/api/projects')
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(await usedAt()).toBe(first)
  })

  it('does not share idempotency keys with its person', async () => {
    const program = await makeProgram(context.server, ada)
    const key = { 'idempotency-key': randomUUID() }
    const [own, programs, again] = [
      await ada.send<{ id: string }>('POST', '/api/projects', { title: 'x' }, key),
      await program.send<{ id: string }>('POST', '/api/projects', { title: 'x' }, key),
      await program.send<{ id: string }>('POST', '/api/projects', { title: 'x' }, key),
    ]
    expect(programs.body.id).not.toBe(own.body.id)
    expect(again.body.id).toBe(programs.body.id)
  })
})

describe('an Idempotency-Key of a token', () => {
  it('does not meet that of another token, or of their person, with files', async () => {
    const headers = { host: 'localhost', 'idempotency-key': randomUUID() }
    const { id } = (await ada.send<{ id: string }>('POST', '/api/projects', { title: 'x' })).body
    const callers = [
      { origin: testOrigin, cookie: ada.cookie },
      (await makeProgram(context.server, ada)).headers,
      (await makeProgram(context.server, ada)).headers,
    ]
    const statuses = async (path: string, part: string) => {
      const replies: number[] = []
      for (const caller of callers) {
        const form = new FormData()
        form.append(part, new File([Uint8Array.from(await noise(30, 30).png().toBuffer())], 'a.png'))
        const init = { method: 'POST', body: await formBlob(form), headers: { ...headers, ...caller } }
        replies.push((await context.server.app.request(path, init)).status)
      }
      return replies
    }
    expect(await statuses(`/api/projects/${id}/pictures`, 'picture')).toEqual([201, 201, 201])
    headers['idempotency-key'] = randomUUID()
    expect(await statuses('/api/uploads', 'file')).toEqual([201, 201, 201])
  })
})

describe('an ended token', () => {
  it('is refused at once here, within a second in every other process, and its event stream ends', async () => {
    const elsewhere = context.server.another()
    const program = await makeProgram(context.server, ada)
    const there = programOf(elsewhere, program)
    // Both processes keep it in mind.
    for (const each of [program, there]) expect((await each.send('GET', '/api/projects')).status).toBe(200)
    await expect.poll(async () => (await there.send('GET', '/api/projects')).status).toBe(200)
    const stream = await openEvents(elsewhere, program.headers)
    expect(stream.status).toBe(200)
    const ended = await ada.send('DELETE', `/api/tokens/${program.id}`)
    expect(ended).toMatchObject({ status: 200, body: { deleted: 1, ids: [program.id] } })
    expect((await program.send('GET', '/api/projects')).status).toBe(401)
    await expect.poll(async () => (await there.send('GET', '/api/projects')).status, { timeout: 1_000 }).toBe(401)
    await stream.ended
    expect(await listed(ada)).toEqual([])
    expect((await ada.send('DELETE', `/api/tokens/${program.id}`)).status).toBe(404)
  })

  it('is also one whose time is over', async () => {
    const program = await makeProgram(context.server, ada)
    const { system: db } = context.server.database
    await db.update(apiTokens).set({ expiresAt: sql`now() - interval '1 second'` }).where(eq(apiTokens.id, program.id))
    await expect.poll(async () => (await program.send('GET', '/api/projects')).status).toBe(401)
    expect(await listed(ada)).toHaveLength(1)
  })

  it('is also one of a deleted account', async () => {
    const program = await makeProgram(context.server, ada)
    const elsewhere = programOf(context.server.another(), program)
    expect((await elsewhere.send('GET', '/api/projects')).status).toBe(200)
    await ada.send('DELETE', '/api/account', { password: 'correct horse' })
    await expect.poll(async () => (await program.send('GET', '/api/projects')).status, { timeout: 1_000 }).toBe(401)
    await expect.poll(async () => (await elsewhere.send('GET', '/api/projects')).status, { timeout: 1_000 }).toBe(401)
  })
})

describe('the tokens of a user', () => {
  it('are another user’s in no list, and can not be changed or ended by them', async () => {
    const bob = await signUp(context.server)
    const program = await makeProgram(context.server, ada)
    expect(await listed(bob)).toEqual([])
    expect((await bob.send('PATCH', `/api/tokens/${program.id}`, { name: 'mine' })).status).toBe(404)
    expect((await bob.send('DELETE', `/api/tokens/${program.id}`)).status).toBe(404)
    expect((await program.send('GET', '/api/projects')).status).toBe(200)
  })

  it('can be renamed, and their budget raised, while scopes stay', async () => {
    const program = await makeProgram(context.server, ada, { budget: { credits: 1, per: 'total' } })
    const change = { name: 'renamed', budget: { credits: 2.5, per: 'month' } }
    const { body } = await ada.send<ApiTokenShape>('PATCH', `/api/tokens/${program.id}`, change)
    expect(body).toMatchObject({
      name: 'renamed',
      budget: { credits: 2.5, per: 'month', spent: 0 },
      scopes: tokenScopes,
    })
    expect((await ada.send('PATCH', `/api/tokens/${program.id}`, { scopes: ['read'] })).status).toBe(400)
  })

  it('end by a session of another device as well', async () => {
    const program = await makeProgram(context.server, ada)
    const device = clientOf(context.server, ada.userId, ada.cookie)
    await device.send('DELETE', `/api/tokens/${program.id}`)
    expect((await program.send('GET', '/api/projects')).status).toBe(401)
  })
})
