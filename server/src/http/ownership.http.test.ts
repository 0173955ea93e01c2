import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import type { GenerationShape } from '#contract/generation.ts'
import type { StyleShape } from '#contract/style.ts'
import { signUp, type TestClient } from '../testing/test-client.ts'
import { withTestServer } from '../testing/test-server.ts'

const context = withTestServer()
let ada: TestClient
let bob: TestClient
let generation: GenerationShape
let style: StyleShape
beforeAll(async () => {
  ada = await signUp(context.server)
  bob = await signUp(context.server)
  generation = await ada.settled(await ada.generate({ prompt: 'a fox' }))
  style = (await ada.send<StyleShape>('POST', '/api/styles', { title: 'Mine', promptFragment: 'in chalk' })).body
})

type Ids = Readonly<Record<'project' | 'generation' | 'image' | 'style', string>>
const idsOfAda = (): Ids => ({
  project: generation.projectId,
  generation: generation.id,
  image: generation.images[0]!.id,
  style: style.id,
})

/** Every call that names an object, with a good body where it takes one. */
const calls: readonly [method: string, path: (ids: Ids) => string, body?: object][] = [
  ['GET', ({ project }) => `/api/projects/${project}`],
  ['PATCH', ({ project }) => `/api/projects/${project}`, { title: 'Mine now' }],
  ['DELETE', ({ project }) => `/api/projects/${project}`],
  ['POST', ({ project }) => `/api/projects/${project}/restore`],
  ['GET', ({ project }) => `/api/projects/${project}/generations`],
  ['GET', ({ project }) => `/api/projects/${project}/board`],
  [
    'POST',
    ({ project }) => `/api/projects/${project}/changes`,
    { changes: [{ id: randomUUID(), kind: 'rename', title: 'x' }] },
  ],
  ['GET', ({ project }) => `/api/projects/${project}/canvas-state`],
  ['PUT', ({ project }) => `/api/projects/${project}/canvas-state`, { zoomLevel: 1, panX: 0, panY: 0 }],
  ['GET', ({ project }) => `/api/sheets/${project}`],
  ['PATCH', (ids) => `/api/generations/${ids.generation}`, { isCollapsed: true }],
  ['DELETE', (ids) => `/api/generations/${ids.generation}`],
  ['POST', (ids) => `/api/generations/${ids.generation}/cancel`],
  ['POST', (ids) => `/api/generations/${ids.generation}/restore`],
  ['POST', ({ image }) => `/api/images/${image}/retry`],
  ['PUT', ({ image }) => `/api/images/${image}/feedback/like`],
  ['DELETE', ({ image }) => `/api/images/${image}/feedback/like`],
  ['GET', ({ image }) => `/api/images/${image}/file`],
  ['GET', ({ image }) => `/api/images/${image}/file?size=256`],
  ['PUT', (ids) => `/api/styles/${ids.style}`, { title: 'Mine now', promptFragment: 'in ink' }],
  ['DELETE', (ids) => `/api/styles/${ids.style}`],
  ['PUT', (ids) => `/api/styles/${ids.style}/pin`],
  ['DELETE', (ids) => `/api/styles/${ids.style}/pin`],
]

describe('what is somebody else’s', () => {
  it.each(calls)('answers %s %s as if it did not exist, with a good body and a bad one', async (method, path, body) => {
    const real = idsOfAda()
    const forged = { project: randomUUID(), generation: randomUUID(), image: randomUUID(), style: randomUUID() }
    const nonsense = { project: 'x', generation: 'x', image: 'x', style: 'x' }
    const answers = await Promise.all(
      [real, forged, nonsense].flatMap((ids) => [
        bob.send(method, path(ids), body),
        ...(body ? [bob.send(method, path(ids), { unknown: 1 })] : []),
      ]),
    )
    for (const { status, body: said } of answers) {
      expect(status).toBe(404)
      expect(said).toEqual(answers[0]!.body)
    }
  })

  it('can not be branched from, referred to or filled', async () => {
    for (const body of [
      { prompt: 'mine', projectId: generation.projectId },
      { prompt: 'mine', parentGenerationId: generation.id },
      { prompt: 'mine', parentImageId: generation.images[0]!.id },
      { prompt: 'mine', parentImageUrl: generation.images[0]!.imageUrl },
      { prompt: 'mine', imagePrompts: [generation.images[0]!.id] },
      { prompt: 'mine', styleReferences: [generation.images[0]!.id] },
      { prompt: 'mine', style: style.id },
      { prompt: '', projectId: generation.projectId },
    ])
      expect([body, (await bob.send('POST', '/api/generations', body)).status]).toEqual([body, body.prompt ? 404 : 400])
  })

  it('is untouched after all that', async () => {
    const { body } = await ada.send<{ items: GenerationShape[] }>(
      'GET',
      `/api/projects/${generation.projectId}/generations`,
    )
    expect(body.items).toEqual([generation])
    expect((await bob.send('GET', '/api/projects')).body).toEqual({ items: [], nextCursor: null })
  })

  it.each(calls)('%s %s needs a session', async (method, path, body) => {
    const { status } = await ada.send(method, path(idsOfAda()), body, { cookie: '' })
    expect(status).toBe(401)
  })
})
