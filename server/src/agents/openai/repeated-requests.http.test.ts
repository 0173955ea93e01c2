import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { GenerationShape } from '#contract/generation.ts'
import type { ProjectShape } from '#contract/project.ts'
import { createInstantProvider } from '#server-testing/instant-provider.ts'
import { makeProgram, type Program } from '#server-testing/program.ts'
import { signUp, type TestClient } from '#server-testing/test-client.ts'
import { withTestServer } from '#server-testing/test-server.ts'

const context = withTestServer({
  providers: [createInstantProvider({}, 'full-size')],
  variables: { SKETCH_CREDITS: '1', CREDITS_SIGN_UP: '1000' },
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

const dataUrl = async (background: string, { width = 64, channels = 3 as 3 | 4 } = {}) => {
  const png = await sharp({ create: { width, height: 48, channels, background } })
    .png()
    .toBuffer()
  return { image_url: `data:image/png;base64,${png.toString('base64')}` }
}
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
    { prompt: 'remove the wires', model: 'sketch', images: [await dataUrl('#336699')], ...body },
    { 'x-espalier-project': projectId, ...headers },
  )
const cards = async (project = projectId) =>
  (await ada.send<{ items: GenerationShape[] }>('GET', `/api/projects/${project}/generations`)).body.items

describe('an Idempotency-Key', () => {
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
