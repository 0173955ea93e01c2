import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ProjectShape } from '#contract/board/project.ts'
import type { GenerationShape } from '#contract/cards/generation.ts'
import { createInstantProvider } from '#server-testing/instant-provider.ts'
import { makeProgram, type Program } from '#server-testing/program.ts'
import { signUp, type TestClient } from '#server-testing/test-client.ts'
import { withTestServer } from '#server-testing/test-server.ts'

const context = withTestServer({
  providers: [createInstantProvider({}, 'full-size')],
  variables: { SKETCH_CREDITS: '1' },
  plans: { signUp: 1_000 },
})

let ada: TestClient
let program: Program
let projectId: string
beforeAll(async () => {
  ada = await signUp(context.server)
  program = await makeProgram(context.server, ada)
})
const newProject = async () => (await ada.send<ProjectShape>('POST', '/api/projects', { title: 'Heronry' })).body.id
beforeEach(async () => {
  projectId = await newProject()
})

type Images = { data: unknown[]; size: string; error?: { code: string } }
type Sent = { readonly headers?: Record<string, string>; readonly by?: Program }

/** What the library of OpenAI sends with a request that it repeats by itself. */
const retry = { 'x-stainless-retry-count': '1' }

const asDataUrl = (png: Uint8Array) => ({
  image_url: `data:image/png;base64,${Buffer.from(png).toString('base64')}`,
})
const picture = async (background: string) =>
  asDataUrl(
    await sharp({ create: { width: 64, height: 48, channels: 3, background } })
      .png()
      .toBuffer(),
  )
/** A mask whose left columns are transparent: they are to change. */
const maskOf = async (columns: number) =>
  asDataUrl(
    await sharp({ create: { width: 24, height: 48, channels: 4, background: '#000000' } })
      .extend({ left: columns, background: '#00000000' })
      .png()
      .toBuffer(),
  )
const generate = (body: object, { headers = {}, by = program }: Sent = {}) =>
  by.send<Images>(
    'POST',
    '/v1/images/generations',
    { prompt: 'a heron', model: 'sketch', ...body },
    { 'x-espalier-project': projectId, ...headers },
  )
const edit = async (body: object, { headers = {}, by = program }: Sent = {}) =>
  by.send<Images>(
    'POST',
    '/v1/images/edits',
    { prompt: 'remove the wires', model: 'sketch', images: [await picture('#336699')], ...body },
    { 'x-espalier-project': projectId, ...headers },
  )
const cards = async (project = projectId) =>
  (await ada.send<{ items: GenerationShape[] }>('GET', `/api/projects/${project}/generations`)).body.items

describe('a request that a client repeats by itself', () => {
  it('is given the card of the same request, of words or of an edit', async () => {
    for (const headers of [{}, retry]) expect((await generate({ n: 2 }, { headers })).body.data).toHaveLength(2)
    expect(await cards()).toHaveLength(1)
    for (const headers of [{}, retry]) expect((await edit({}, { headers })).status).toBe(200)
    // The source, and the edit.
    expect(await cards()).toHaveLength(3)
  })

  it('is given the card of its own first repetition', async () => {
    const prompt = 'a heron that did not arrive'
    for (const count of ['1', '2'])
      expect((await generate({ prompt }, { headers: { 'x-stainless-retry-count': count } })).status).toBe(200)
    expect(await cards()).toHaveLength(1)
  })

  it('makes a card of its own where the same words ask for another number, size or model', async () => {
    await generate({ n: 1, size: '1024x1024' })
    const other = await generate({ n: 2, size: '1536x1024' }, { headers: retry })
    expect([other.body.data.length, other.body.size]).toEqual([2, '1248x832'])
    expect((await generate({ n: 1, size: '1024x1024', model: 'Sketch' }, { headers: retry })).status).toBe(200)
    expect(await cards()).toHaveLength(3)
  })

  it('makes a card of its own in another project', async () => {
    await generate({})
    const other = await newProject()
    expect((await generate({}, { headers: { ...retry, 'x-espalier-project': other } })).status).toBe(200)
    expect([(await cards()).length, (await cards(other)).length]).toEqual([1, 1])
  })

  it('edits its own picture, and not that of a request with the same words', async () => {
    await edit({})
    const other = await edit({ images: [await picture('#993333')] }, { headers: retry })
    expect([other.status, (await cards()).length]).toEqual([200, 4])
    const mask = await maskOf(40)
    expect((await edit({ mask }, { headers: retry })).status).toBe(200)
    expect(await cards()).toHaveLength(6)
  })

  it('is known by its Idempotency-Key alone where it has one', async () => {
    await generate({})
    await generate({}, { headers: { ...retry, 'idempotency-key': randomUUID() } })
    expect(await cards()).toHaveLength(2)
  })

  it('makes a card of its own where another token asked for the same', async () => {
    await generate({})
    const other = await makeProgram(context.server, ada)
    await generate({}, { headers: retry, by: other })
    expect(await cards()).toHaveLength(2)
  })
})

describe('an Idempotency-Key', () => {
  it('brings the picture of an edit in once', async () => {
    const headers = { 'idempotency-key': randomUUID() }
    const sent = [await edit({}, { headers }), await edit({}, { headers })]
    expect(sent.map(({ status }) => status)).toEqual([200, 200])
    expect(await cards()).toHaveLength(2)
  })

  it('brings it in once where both requests run at the same time', async () => {
    const headers = { 'idempotency-key': randomUUID() }
    const sent = await Promise.all([edit({}, { headers }), edit({}, { headers })])
    expect(sent.map(({ status }) => status)).toEqual([200, 200])
    expect(await cards()).toHaveLength(2)
  })

  it('is refused for another edit, which brings nothing in', async () => {
    const headers = { 'idempotency-key': randomUUID() }
    await edit({}, { headers })
    expect((await edit({ prompt: 'remove the poles' }, { headers })).status).toBe(400)
    expect(await cards()).toHaveLength(2)
  })

  it('of one token does not meet that of another, or of their person', async () => {
    const headers = { 'idempotency-key': randomUUID() }
    const other = await makeProgram(context.server, ada)
    const own = await ada.send('POST', '/api/generations', { prompt: 'a heron', projectId }, headers)
    expect(own.status).toBe(202)
    expect((await generate({ prompt: 'a wren' }, { headers })).status).toBe(200)
    expect((await generate({ prompt: 'a rook' }, { headers, by: other })).status).toBe(200)
    expect((await generate({ prompt: 'a wren' }, { headers, by: other })).status).toBe(400)
    expect(await cards()).toHaveLength(3)
  })
})

describe('a refused edit', () => {
  it.each<[string, number, () => Promise<{ body?: object; by?: Program }>]>([
    [
      'beyond the budget of its token',
      402,
      async () => ({
        by: await makeProgram(context.server, ada, { budget: { credits: 0.01, per: 'total' } }),
      }),
    ],
    ['with an unknown model', 404, async () => ({ body: { model: 'dall-e-3' } })],
    ['with a mask of another shape', 400, async () => ({ body: { mask: await maskOf(8) } })],
    [
      'with a second picture that is none',
      415,
      async () => ({
        body: {
          images: [await picture('#336699'), asDataUrl(Buffer.from('no picture'))],
        },
      }),
    ],
  ])('%s is answered with %i and leaves no card', async (_what, status, given) => {
    const { body = {}, by = program } = await given()
    expect((await edit(body, { by })).status).toBe(status)
    expect(await cards()).toEqual([])
  })
})

describe('what the database can not store', () => {
  it.each([
    ['a prompt with NUL', { prompt: 'a\u0000b' }],
    ['a prompt with half a character', { prompt: 'a\ud800' }],
    ['a model with NUL', { model: 'a\u0000' }],
  ])('is refused as invalid: %s', async (_what, body) => {
    for (const headers of [{}, retry]) {
      expect((await generate(body, { headers })).status).toBe(400)
      expect((await edit(body, { headers })).status).toBe(400)
    }
    expect(await cards()).toEqual([])
  })

  it('is not found as the project of the header', async () => {
    const headers = { 'x-espalier-project': '-'.repeat(36) }
    expect((await generate({}, { headers })).status).toBe(404)
  })
})
