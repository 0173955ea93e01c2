import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import type { CanvasStateShape, ProjectShape } from '#contract/board/project.ts'
import { signUp, type TestClient } from '#server-testing/test-client.ts'
import { withTestServer } from '#server-testing/test-server.ts'

const context = withTestServer()
let ada: TestClient
beforeAll(async () => {
  ada = await signUp(context.server)
})

const create = async (title: string) => (await ada.send<ProjectShape>('POST', '/api/projects', { title })).body
const list = async () => (await ada.send<{ items: ProjectShape[] }>('GET', '/api/projects')).body.items

describe('projects', () => {
  it('are created with a trimmed title, and listed newest first with what the rail shows', async () => {
    const first = await create('  First  ')
    const second = await create('Second')
    expect(first).toMatchObject({ title: 'First', firstPrompt: null, thumbnailImageId: null, generationCount: 0 })
    const generation = await ada.settled(await ada.generate({ prompt: 'an owl', projectId: first.id }))
    expect((await list()).map((project) => project.id)).toEqual([second.id, first.id])
    expect((await list())[1]).toMatchObject({
      firstPrompt: 'an owl',
      thumbnailImageId: generation.images[0]!.id,
      generationCount: 1,
    })
  })

  it('are created once by a repeated request', async () => {
    const headers = { 'idempotency-key': randomUUID() }
    const post = (title: string) => ada.send<ProjectShape>('POST', '/api/projects', { title }, headers)
    const replies = await Promise.all([post('Once'), post('Once')])
    expect(replies.map((reply) => reply.status)).toEqual([201, 201])
    expect(replies[0]!.body.id).toBe(replies[1]!.body.id)
    expect((await post('Other')).status).toBe(409)
  })

  it.each([[''], ['   '], ['x'.repeat(121)], [7], [null], ['a\u0000b']])('refuse the title %j', async (title) => {
    const { id } = await create('Kept')
    expect((await ada.send('POST', '/api/projects', { title })).status).toBe(400)
    expect((await ada.send('PATCH', `/api/projects/${id}`, { title })).status).toBe(400)
    expect((await ada.send('GET', `/api/projects/${id}`)).body).toMatchObject({ title: 'Kept' })
  })

  it('are renamed', async () => {
    const { id } = await create('Before')
    const { body } = await ada.send<ProjectShape>('PATCH', `/api/projects/${id}`, { title: ' After ' })
    expect(body.title).toBe('After')
  })

  it('move to the trash and are restored whole', async () => {
    const generation = await ada.settled(await ada.generate({ prompt: 'kept in the trash' }))
    const path = `/api/projects/${generation.projectId}`
    expect((await ada.send('DELETE', path)).body).toEqual({ deleted: 1, ids: [generation.projectId] })
    expect((await ada.send('GET', path)).status).toBe(404)
    expect((await ada.send('DELETE', path)).status).toBe(404)
    expect((await ada.send('POST', '/api/generations', { prompt: 'x', projectId: generation.projectId })).status).toBe(
      404,
    )
    const branch = { prompt: 'x', parentGenerationId: generation.id }
    expect((await ada.send('POST', '/api/generations', branch)).status).toBe(404)
    expect((await ada.send<ProjectShape>('POST', `${path}/restore`)).body).toMatchObject({ generationCount: 1 })
    expect((await ada.send('GET', `${path}/generations`)).body).toMatchObject({ items: [generation] })
  })
})

describe('the saved view', () => {
  it('is null before the first save, then the last one saved', async () => {
    const { id } = await create('Looked at')
    const path = `/api/projects/${id}/canvas-state`
    expect(await ada.send('GET', path)).toMatchObject({ status: 200, body: null })
    await ada.send('PUT', path, { zoomLevel: 2, panX: 1, panY: 2 })
    await ada.send('PUT', path, { zoomLevel: 0.1, panX: -12_345.678, panY: 9, lastViewedGenerationId: id })
    expect((await ada.send<CanvasStateShape>('GET', path)).body).toMatchObject({
      projectId: id,
      zoomLevel: 0.1,
      panX: -12_345.678,
      panY: 9,
      lastViewedGenerationId: id,
    })
  })

  it.each([
    { zoomLevel: 0.09, panX: 0, panY: 0 },
    { zoomLevel: 4.01, panX: 0, panY: 0 },
    { zoomLevel: 1, panX: '0', panY: 0 },
    { zoomLevel: 1, panX: 0 },
    { zoomLevel: 1, panX: 0, panY: 0, colour: 'red' },
    { zoomLevel: 1, panX: 0, panY: 0, lastViewedGenerationId: 'newest' },
  ])('refuses %j', async (view) => {
    const { id } = await create('Strict')
    expect((await ada.send('PUT', `/api/projects/${id}/canvas-state`, view)).status).toBe(400)
    expect((await ada.send('GET', `/api/projects/${id}/canvas-state`)).body).toBeNull()
  })
})
