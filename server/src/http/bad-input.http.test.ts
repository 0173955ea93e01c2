import { randomUUID } from 'node:crypto'
import { request } from 'node:http'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sendOpen, signUp, type TestClient } from '#server-testing/test-client.ts'
import { withTestServer } from '#server-testing/test-server.ts'
import { type Listening, listen } from '../process/listen.ts'

const context = withTestServer()
let ada: TestClient
let bob: TestClient
let bobsProject: string
let web: Listening
beforeAll(async () => {
  ada = await signUp(context.server)
  bob = await signUp(context.server)
  bobsProject = (await bob.send<{ id: string }>('POST', '/api/projects', { title: 'Bob’s' })).body.id
  web = await listen(context.server.app.fetch, '127.0.0.1', 0)
})
afterAll(() => web.close())

/** Counts a user's rows; a refused request must not change them. */
async function rowsOf(userId: string): Promise<Record<string, number>> {
  const result = await context.server.database.system.execute<Record<string, string>>(sql`
    select (select count(*) from projects where user_id = ${userId}) as projects,
      (select count(*) from generations where user_id = ${userId}) as generations,
      (select count(*) from generated_images where user_id = ${userId}) as images,
      (select count(*) from jobs where user_id = ${userId}) as jobs,
      (select count(*) from events where user_id = ${userId}) as events,
      (select count(*) from idempotency_keys where user_id = ${userId}) as keys`)
  return Object.fromEntries(Object.entries(result.rows[0] ?? {}).map(([name, count]) => [name, Number(count)]))
}

const prompt = 'a fox'

describe('an invalid request for a generation', () => {
  it.each<[string, unknown, number, string]>([
    ['a prompt that is no text', { prompt: 7 }, 400, 'prompt'],
    ['no prompt', {}, 400, 'prompt'],
    ['a blank prompt', { prompt: ' \n\t ' }, 400, 'prompt'],
    ['4,001 characters', { prompt: 'x'.repeat(4_001) }, 400, 'prompt'],
    ['4,001 characters beyond the basic plane', { prompt: '🦊'.repeat(4_001) }, 400, 'prompt'],
    ['a NUL byte', { prompt: 'a\u0000fox' }, 400, 'prompt'],
    ['half a surrogate pair', { prompt: 'a \ud83e fox' }, 400, 'prompt'],
    ['an unknown field', { prompt, colour: 'red' }, 400, 'colour'],
    ['an unknown ratio', { prompt, aspectRatio: '5:4' }, 400, 'aspectRatio'],
    ['a resolution that is no text', { prompt, resolution: 1 }, 400, 'resolution'],
    ['raw mode as text', { prompt, rawMode: 'yes' }, 400, 'rawMode'],
    ['a seed with a fraction', { prompt, seed: 1.5 }, 400, 'seed'],
    ['a seed that is too large', { prompt, seed: 2 ** 31 }, 400, 'seed'],
    ['an id that is none', { prompt, projectId: 'mine' }, 400, 'projectId'],
    ['one coordinate of two', { prompt, canvasX: 1 }, 400, 'canvasY'],
    ['a place beyond all bounds', { prompt, canvasX: 1e300, canvasY: 0 }, 400, 'canvasX'],
    ['six prompts of history', { prompt, conversationHistory: Array(6).fill('x') }, 400, 'conversationHistory'],
    ['a list instead of an object', [], 400, ''],
  ])('%s returns 400 with the field, and changes nothing', async (_, body, status, field) => {
    const before = await rowsOf(ada.userId)
    const reply = await ada.send('POST', '/api/generations', body)
    expect([reply.status, reply.body.code]).toEqual([status, 'invalid'])
    expect(JSON.stringify(reply.body.data?.issues)).toContain(field)
    expect(await rowsOf(ada.userId)).toEqual(before)
  })

  it('accepts exactly 4,000 characters beyond the basic plane', async () => {
    const { status } = await bob.send('POST', '/api/generations', { prompt: '🦊'.repeat(4_000) })
    expect(status).toBe(202)
  })

  it.each<[string, () => object, number]>([
    ['a foreign project', () => ({ prompt, projectId: bobsProject }), 404],
    ['a forged project', () => ({ prompt, projectId: randomUUID() }), 404],
    ['a forged parent', () => ({ prompt, parentGenerationId: randomUUID() }), 404],
    ['a forged parent image', () => ({ prompt, parentImageId: randomUUID() }), 404],
    ['an address of no image', () => ({ prompt, parentImageUrl: 'https://example.com/cat.png' }), 404],
    ['an address of no id', () => ({ prompt, parentImageUrl: `/api/images/${'-'.repeat(36)}/file` }), 404],
    ['a forged reference', () => ({ prompt, imagePrompts: [randomUUID()] }), 404],
    ['a forged style', () => ({ prompt, style: randomUUID() }), 404],
    ['an unknown model', () => ({ prompt, model: 'Dall-E 9' }), 422],
    ['a model without its provider', () => ({ prompt, model: 'Krea 2' }), 422],
    ['raw mode where there is none', () => ({ prompt, model: 'Sketch', rawMode: true }), 422],
    ['a branch without a parent', () => ({ prompt, branchKind: 'remix' }), 422],
  ])('%s is refused, and changes nothing', async (_, body, status) => {
    const before = await rowsOf(ada.userId)
    const reply = await ada.send('POST', '/api/generations', body(), { 'idempotency-key': randomUUID() })
    expect([reply.status, reply.body.code]).toEqual([status, status === 404 ? 'not-found' : 'impossible'])
    expect(await rowsOf(ada.userId)).toEqual(before)
  })
})

describe('a malformed request', () => {
  const post = (init: RequestInit) => fetch(`http://127.0.0.1:${web.port}/api/generations`, { method: 'POST', ...init })
  const own = () => ({ cookie: ada.cookie, origin: `http://127.0.0.1:${web.port}`, 'content-type': 'application/json' })

  it('returns 400 when the body is no JSON', async () => {
    const reply = await post({ headers: own(), body: '{"prompt": "a fo' })
    expect([reply.status, ((await reply.json()) as { code: string }).code]).toEqual([400, 'invalid'])
  })

  it('returns 415 when the body is a form', async () => {
    const reply = await post({ headers: { ...own(), 'content-type': 'text/plain' }, body: '{"prompt":"a fox"}' })
    expect([reply.status, ((await reply.json()) as { code: string }).code]).toEqual([415, 'unsupported-media'])
  })

  it('returns 413 at 300 MB, before the body is read', async () => {
    let sent = 0
    const body = new ReadableStream({
      pull(controller) {
        sent += 65_536
        if (sent > 300_000_000) controller.close()
        else controller.enqueue(new Uint8Array(65_536))
      },
    })
    const reply = await post({ headers: own(), body, duplex: 'half' } as RequestInit).catch(() => null)
    // A server that refuses early may close the connection while the client still writes: then there is no reply to read.
    if (reply) expect(reply.status).toBe(413)
    expect(sent).toBeLessThan(50_000_000)
  })

  it('returns 413 when 300 MB are announced, before any of them is sent', async () => {
    const status = await new Promise((resolve, reject) => {
      const headers = { ...own(), 'content-length': 300_000_000 }
      const call = request(`http://127.0.0.1:${web.port}/api/generations`, { method: 'POST', headers }, (reply) => {
        resolve(reply.statusCode)
        call.destroy()
      })
      call.on('error', reject)
      call.flushHeaders()
    })
    expect(status).toBe(413)
  })

  it.each<[string, (name: string) => Record<string, string>, number, string]>([
    ['no session', () => ({}), 401, 'unauthenticated'],
    ['a malformed cookie', (name) => ({ cookie: `${name}=%E0%A4%A; =;;;\u00ff` }), 401, 'unauthenticated'],
    ['a forged cookie', (name) => ({ cookie: `${name}=abc.def` }), 401, 'unauthenticated'],
    ['a foreign origin', () => ({ origin: 'https://evil.example' }), 403, 'bad-origin'],
    ['an origin that is none', () => ({ origin: 'null' }), 403, 'bad-origin'],
  ])('is refused with %s', async (_, headersOf, status, code) => {
    const [name = ''] = ada.cookie.split('=')
    const headers = headersOf(name)
    const reply = await sendOpen(context.server, 'POST', '/api/generations', { body: { prompt }, headers })
    expect([reply.status, reply.body.code]).toEqual([status, code])
  })

  it('returns 403 with a session cookie and no origin', async () => {
    const reply = await fetch(`http://127.0.0.1:${web.port}/api/projects`, {
      method: 'POST',
      headers: { cookie: ada.cookie, 'content-type': 'application/json' },
      body: '{"title":"x"}',
    })
    expect([reply.status, ((await reply.json()) as { code: string }).code]).toEqual([403, 'bad-origin'])
  })

  it('returns 404 as JSON where there is no such call', async () => {
    const reply = await ada.send('GET', '/api/nothing')
    expect([reply.status, reply.body.code]).toEqual([404, 'not-found'])
  })

  it.each(['x'.repeat(256), 'two words', 'caf\u00e9'])('is a 400 with the Idempotency-Key %j', async (key) => {
    const reply = await ada.send('POST', '/api/generations', { prompt }, { 'idempotency-key': key })
    expect([reply.status, reply.body.code]).toEqual([400, 'invalid'])
  })
})
