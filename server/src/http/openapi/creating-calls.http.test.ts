import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import type { GenerationShape } from '#contract/cards/generation.ts'
import type { MadeShareShape } from '#contract/sharing/share.ts'
import { exportOf } from '#server-testing/exported-project.ts'
import { formBlob } from '#server-testing/form-blob.ts'
import { zipOf } from '#server-testing/project-files.ts'
import { makeReviewLink, openReviewLink } from '#server-testing/review-link.ts'
import { sendOpen, signUp, type TestClient } from '#server-testing/test-client.ts'
import { testOrigin } from '#server-testing/test-origin.ts'
import { withTestServer } from '#server-testing/test-server.ts'
import { formOf } from '#server-testing/upload-form.ts'
import { openApiDocument } from './openapi.ts'

const context = withTestServer()
let ada: TestClient
let card: GenerationShape
let link: MadeShareShape
let picture: Buffer
let zip: Buffer
let commentId: string
let visitor: Awaited<ReturnType<typeof openReviewLink>>
beforeAll(async () => {
  ada = await signUp(context.server)
  card = await ada.settled(await ada.generate({ prompt: 'a fox' }))
  picture = Buffer.from(await (await ada.raw('GET', `/api/images/${card.images[0]?.id}/file`)).arrayBuffer())
  link = await makeReviewLink(ada, card.projectId)
  zip = Buffer.from(await zipOf(await exportOf(ada, card.projectId)))
  visitor = await openReviewLink(context.server, link)
  await visitor.send('PUT', '/name', { name: 'Grace' })
  commentId = (await visitor.send<{ id: string }>('POST', '/comments', comment('first'))).body.id
})

const purse = { name: 'Harvest', most: 500, x: 0, y: 0, width: 3_600, height: 1_800 }
const projectPath = (call: string) => call.replace('{id}', card.projectId)

/** Sends one request of a call: with another body where it is not the first. */
type Send = (key: string, body: 'first' | 'other') => Promise<{ readonly status: number; readonly body: object }>

const sendJson =
  (path: () => string | Promise<string>, bodies: { readonly first: object; readonly other: object }): Send =>
  async (key, body) =>
    ada.send('POST', await path(), bodies[body], { 'idempotency-key': key })

const bytesOf = (text: string) => async () => Buffer.from(text)
const words = [{ text: 'dawn' }]

const sendFile =
  (path: () => string, bytes: () => Promise<Buffer>): Send =>
  async (key, body) => {
    const sent = Buffer.concat([await bytes(), Buffer.from(body === 'first' ? '' : 'x')])
    const reply = await context.server.app.request(path(), {
      method: 'POST',
      body: await formBlob(formOf(sent)),
      headers: { host: 'localhost', origin: testOrigin, cookie: ada.cookie, 'idempotency-key': key },
    })
    return { status: reply.status, body: (await reply.json()) as object }
  }

const token = { name: 'A program', scopes: ['read'] }
let pursePath: Promise<string> | undefined
const tokenOfPurse = () => {
  pursePath ??= ada
    .send<{ id: string }>('POST', projectPath('/api/projects/{id}/purses'), purse)
    .then(({ body }) => `/api/purses/${body.id}/token`)
  return pursePath
}
const sendAsVisitor = (path: string, key: string, body?: object) =>
  sendOpen<object>(context.server, 'POST', `/api/shared/${visitor.id}${path}`, {
    body,
    headers: { cookie: `${visitor.cookie}; ${ada.cookie}`, 'idempotency-key': key },
  })
const comment = (text: string) => ({ imageId: card.images[0]?.id, x: 0.5, y: 0.5, text })

/** Of each creating call a request, or the test of its feature that repeats one. */
const creating: Readonly<Record<string, Send | { readonly provenIn: string }>> = {
  'POST /api/projects': sendJson(() => '/api/projects', { first: { title: 'One' }, other: { title: 'Two' } }),
  'POST /api/projects/{id}/purses': sendJson(() => projectPath('/api/projects/{id}/purses'), {
    first: purse,
    other: { ...purse, most: 600 },
  }),
  'POST /api/projects/{id}/shares': sendJson(() => projectPath('/api/projects/{id}/shares'), {
    first: { expiry: 'never', showsPrompts: true },
    other: { expiry: 'never', showsPrompts: false },
  }),
  'POST /api/projects/import': sendFile(
    () => '/api/projects/import',
    async () => zip,
  ),
  'POST /api/projects/{id}/rebuild': sendFile(
    () => projectPath('/api/projects/{id}/rebuild'),
    async () => picture,
  ),
  'POST /api/purses/{id}/token': sendJson(tokenOfPurse, { first: { name: 'Claude' }, other: { name: 'Other' } }),
  'POST /api/comments/{id}/replies': sendJson(() => `/api/comments/${commentId}/replies`, {
    first: { text: 'Yes.' },
    other: { text: 'No.' },
  }),
  'POST /api/shares/{id}/rounds': (key, body) =>
    ada.send(
      'POST',
      `/api/shares/${link.id}/rounds`,
      { imageIds: [card.images[body === 'first' ? 0 : 1]?.id] },
      { 'idempotency-key': key },
    ),
  'POST /api/shared/{id}/comments': (key, body) => sendAsVisitor('/comments', key, comment(body)),
  'POST /api/shared/{id}/fork': (key) => sendAsVisitor('/fork', key),
  'POST /api/tokens': sendJson(() => '/api/tokens', { first: token, other: { ...token, name: 'Another' } }),
  'POST /api/webhooks': sendJson(() => '/api/webhooks', {
    first: { url: 'https://example.com/hook', events: ['generation.completed'] },
    other: { url: 'https://example.com/other', events: ['generation.completed'] },
  }),
  'POST /api/references': (key, body) => {
    const asked = { name: body === 'first' ? 'anna' : 'bottle', imageIds: [card.images[0]?.id] }
    return ada.send('POST', '/api/references', asked, { 'idempotency-key': key })
  },
  'POST /api/saved-prompts': sendJson(() => '/api/saved-prompts', {
    first: { name: 'Fog', text: 'a fox' },
    other: { name: 'Fog', text: 'an owl' },
  }),
  'POST /api/saved-prompts/import': sendFile(() => '/api/saved-prompts/import', bytesOf('a heron\nan owl')),
  'POST /api/word-lists': sendJson(() => '/api/word-lists', {
    first: { name: 'light', words },
    other: { name: 'dark', words },
  }),
  'POST /api/word-lists/import': sendFile(() => '/api/word-lists/import?name=birds', bytesOf('heron\nowl')),
  'POST /api/generations': { provenIn: '../../features/generations/generations.http.test.ts' },
  // The run's id is the client's.
  'POST /api/projects/{id}/assistant': { provenIn: '../../agents/assistant/assistant.http.test.ts' },
  'POST /api/projects/{id}/pictures': { provenIn: '../../features/brought-in/brought-in.http.test.ts' },
  'POST /api/projects/{id}/pictures/copies': { provenIn: '../../features/brought-in/bring-assets.http.test.ts' },
  'POST /api/images/describe': { provenIn: '../../agents/words/describe-waiting.http.test.ts' },
  'POST /api/images/{id}/retry': { provenIn: '../../features/images/retry-image.http.test.ts' },
  'POST /api/model-connections': { provenIn: '../../features/models/connections/model-connections.http.test.ts' },
  'POST /api/references/{id}/remake': { provenIn: '../../features/series/remake-uses.http.test.ts' },
  'POST /api/series': { provenIn: '../../features/series/series.http.test.ts' },
  'POST /api/starters/{starter}': { provenIn: '../../features/starters/starters.http.test.ts' },
  'POST /api/styles': { provenIn: '../../features/styles/styles.http.test.ts' },
  'POST /api/uploads': { provenIn: '../../features/uploads/uploads.http.test.ts' },
  'POST /api/workflows': { provenIn: '../../features/models/workflows/workflows.http.test.ts' },
}

type Documented = { readonly responses: object; readonly parameters?: readonly { readonly name: string }[] }
const document = await openApiDocument()
const documented = Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
  Object.entries(item ?? {}).map(([method, operation]) => ({
    call: `${method.toUpperCase()} ${path}`,
    operation: operation as Documented,
  })),
)
const creates = ({ call, operation }: (typeof documented)[number]) =>
  call.startsWith('POST ') && ['201', '202'].some((status) => status in operation.responses)

describe('a call that creates something', () => {
  it('takes an Idempotency-Key, and is repeated by a test', () => {
    const found = documented.filter(creates)
    const withoutKey = found.filter(
      ({ operation }) => !operation.parameters?.some(({ name }) => name === 'Idempotency-Key'),
    )
    expect(withoutKey.map(({ call }) => call)).toEqual(['POST /api/projects/{id}/assistant'])
    expect(Object.keys(creating).sort()).toEqual(found.map(({ call }) => call).sort())
    for (const proof of Object.values(creating))
      if ('provenIn' in proof)
        expect(readFileSync(new URL(proof.provenIn, import.meta.url), 'utf8')).toMatch(/idempotency-key|runId/i)
  })

  const sent = Object.entries(creating).flatMap(([call, send]) => ('provenIn' in send ? [] : [[call, send] as const]))

  it.each(sent)('creates once for requests of the same key, also at the same time: %s', async (call, send) => {
    const key = randomUUID()
    const replies = await Promise.all([send(key, 'first'), send(key, 'first')])
    replies.push(await send(key, 'first'))
    const made = replies.filter(({ status }) => status === 201)
    const first = made[0]?.body
    expect(first).toBeDefined()
    // A secret is in one reply alone: a repetition is told that it was made.
    const isSecret = first !== undefined && ('secret' in first || 'address' in first)
    if (isSecret) {
      expect(replies.map(({ status }) => status).sort()).toEqual([201, 409, 409])
      expect(replies.find(({ status }) => status === 409)?.body).toMatchObject({
        data: { reason: 'secret-shown-once' },
      })
    } else {
      expect(replies.map(({ body }) => body)).toEqual([first, first, first])
    }
    const other = await send(key, 'other')
    if (call !== 'POST /api/shared/{id}/fork') {
      expect(other).toMatchObject({ status: 409 })
      expect(other.body).toMatchObject({ message: 'This Idempotency-Key was used for another request.' })
    }
  })
})
