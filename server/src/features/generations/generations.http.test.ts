import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import type { ProjectShape } from '#contract/board/project.ts'
import type { GenerationShape } from '#contract/cards/generation.ts'
import type { ImageShape } from '#contract/cards/image.ts'
import { originalKey } from '#server/pictures/picture-keys.ts'
import { withDrill } from '#server/providers/common/drill.ts'
import { createInstantProvider } from '#server-testing/instant-provider.ts'
import { signUp, type TestClient } from '#server-testing/test-client.ts'
import { withTestServer } from '#server-testing/test-server.ts'

const provider = createInstantProvider({}, 'full-size')
const context = withTestServer({ providers: [withDrill(provider)] })
let ada: TestClient
beforeAll(async () => {
  ada = await signUp(context.server)
})

const list = async (projectId: string) =>
  (await ada.send<{ items: GenerationShape[]; seq: number }>('GET', `/api/projects/${projectId}/generations`)).body
    .items
const place = ({ canvasX, canvasY }: GenerationShape) => [canvasX, canvasY]

describe('requesting a generation', () => {
  it('is refused with a sentence where its project was deleted or never existed', async () => {
    const { projectId } = await ada.generate({ prompt: 'first' })
    await ada.send('DELETE', `/api/projects/${projectId}`)
    const step = { prompt: 'next', canvasX: 0, canvasY: 0 }
    for (const gone of [projectId, randomUUID()]) {
      const refusal = {
        code: 'not-found',
        message: 'Please select or create a project first',
        data: { missing: 'project' },
      }
      const one = await ada.send('POST', '/api/generations', { prompt: 'next', projectId: gone })
      expect([one.status, one.body]).toEqual([404, refusal])
      const several = await ada.send('POST', '/api/series', {
        kind: 'grid',
        projectId: gone,
        price: 0,
        steps: [step, { ...step, prompt: 'after', canvasX: 900 }],
      })
      expect([several.status, several.body]).toEqual([404, refusal])
    }
  })

  it('creates a project titled after the prompt, places the card at the origin, and returns four queued images', async () => {
    const prompt = 'a red fox in the snow, seen from far away at dusk, painted in gouache'
    const { status, body } = await ada.send<GenerationShape>('POST', '/api/generations', { prompt: `  ${prompt}\n` })
    expect(status).toBe(202)
    expect(body).toMatchObject({
      prompt,
      model: 'Sketch',
      status: 'queued',
      settings: { style: null, aspectRatio: '1:1', resolution: '1K', rawMode: false },
      isCollapsed: false,
      price: 0,
      parentGenerationId: null,
    })
    expect(place(body)).toEqual([10_000, 10_000])
    expect(body.images.map((image) => [image.orderNum, image.status, image.imageUrl, image.width])).toEqual([
      [0, 'queued', null, 1024],
      [1, 'queued', null, 1024],
      [2, 'queued', null, 1024],
      [3, 'queued', null, 1024],
    ])
    const project = await ada.send<ProjectShape>('GET', `/api/projects/${body.projectId}`)
    expect(project.body).toMatchObject({ title: prompt.slice(0, 50).trim(), firstPrompt: prompt, generationCount: 1 })
  })

  it('completes all four images in the exact size, each with its own seed', async () => {
    const generation = await ada.settled(await ada.generate({ prompt: 'a lake', aspectRatio: '2.35:1', seed: 7 }))
    expect(generation.status).toBe('completed')
    for (const [orderNum, image] of generation.images.entries())
      expect(image).toMatchObject({
        status: 'completed',
        width: 1504,
        height: 640,
        seed: 7 + orderNum,
        imageUrl: `/api/images/${image.id}/file`,
        averageColor: expect.stringMatching(/^#[0-9a-f]{6}$/),
        error: null,
      })
  })

  it('creates one generation for a double click and for a repeated request', async () => {
    const headers = { 'idempotency-key': randomUUID() }
    const post = (prompt: string) => ada.send<GenerationShape>('POST', '/api/generations', { prompt }, headers)
    const replies = await Promise.all([post('twice'), post('twice'), post('twice')])
    replies.push(await post('twice'))
    expect(replies.map((reply) => reply.status)).toEqual([202, 202, 202, 202])
    expect(new Set(replies.map((reply) => reply.body.id)).size).toBe(1)
    expect(await list(replies[0]!.body.projectId)).toHaveLength(1)
    const other = await ada.send('POST', '/api/generations', { prompt: 'another' }, headers)
    expect([other.status, other.body.code]).toEqual([409, 'conflict'])
  })

  it('forgets a key whose request was refused', async () => {
    const headers = { 'idempotency-key': randomUUID() }
    const refused = await ada.send('POST', '/api/generations', { prompt: 'x', model: 'none' }, headers)
    expect(refused.status).toBe(422)
    expect((await ada.send('POST', '/api/generations', { prompt: 'x' }, headers)).status).toBe(202)
  })

  it('passes the last five completed prompts of the project to the provider, unless others are given', async () => {
    const first = await ada.settled(await ada.generate({ prompt: 'one' }))
    const { projectId } = first
    for (const prompt of ['two', 'three', 'four', 'five', 'six'])
      await ada.settled(await ada.generate({ prompt, projectId }))
    await ada.settled(await ada.generate({ prompt: 'seven', projectId }))
    await ada.settled(await ada.generate({ prompt: 'eight', projectId, conversationHistory: ['only this'] }))
    const historyOf = (prompt: string) =>
      provider.requests.find((request) => request.prompt === prompt)?.conversationHistory
    expect(historyOf('seven')).toEqual(['two', 'three', 'four', 'five', 'six'])
    expect(historyOf('eight')).toEqual(['only this'])
  })
})

describe('the place of a card', () => {
  it('never overlaps another, under concurrent requests', async () => {
    const { projectId } = await ada.generate({ prompt: 'first' })
    await Promise.all(Array.from({ length: 8 }, () => ada.generate({ prompt: 'next', projectId })))
    const places = (await list(projectId)).map((card) => place(card).join())
    expect(new Set(places).size).toBe(9)
  })

  it('is 900 to the right of the parent for a branch, and 450 above the topmost child for a further one', async () => {
    const parent = await ada.settled(await ada.generate({ prompt: 'parent' }))
    const branch = { prompt: 'branch', parentGenerationId: parent.id, branchKind: 'enhance' as const }
    const first = await ada.generate(branch)
    const second = await ada.generate(branch)
    expect(place(first)).toEqual([10_900, 10_000])
    expect(place(second)).toEqual([10_900, 9_550])
    expect(first).toMatchObject({
      projectId: parent.projectId,
      parentImageId: parent.images[0]!.id,
      branchKind: 'enhance',
    })
  })

  it('is the requested one, or beside the card that is there', async () => {
    const first = await ada.generate({ prompt: 'here', canvasX: 500, canvasY: -20 })
    const second = await ada.generate({ prompt: 'here too', projectId: first.projectId, canvasX: 510, canvasY: 0 })
    expect(place(first)).toEqual([500, -20])
    expect(place(second)).toEqual([1_400, -20])
  })

  it('stays where the owner moved it, as does its collapsed state', async () => {
    const { id, projectId } = await ada.generate({ prompt: 'move me' })
    const moved = await ada.send<GenerationShape>('PATCH', `/api/generations/${id}`, { canvasX: -3.5, canvasY: 8 })
    expect(moved.body).toMatchObject({ canvasX: -3.5, canvasY: 8, isCollapsed: false })
    await ada.send('PATCH', `/api/generations/${id}`, { isCollapsed: true })
    expect((await list(projectId))[0]).toMatchObject({ canvasX: -3.5, canvasY: 8, isCollapsed: true })
    expect((await ada.send('PATCH', `/api/generations/${id}`, {})).status).toBe(400)
    expect((await ada.send('PATCH', `/api/generations/${id}`, { canvasX: 1 })).status).toBe(400)
  })
})

describe('branching', () => {
  it('passes the parent’s picture and the kind of branch to the provider', async () => {
    const parent = await ada.settled(await ada.generate({ prompt: 'parent of a remix' }))
    const parentImageUrl = `http://localhost${parent.images[2]!.imageUrl}`
    await ada.settled(await ada.generate({ prompt: 'the remix', parentImageUrl, branchKind: 'remix' }))
    const request = provider.requests.find(({ prompt }) => prompt === 'the remix')
    expect(request?.parent).toMatchObject({ kind: 'remix', prompt: 'parent of a remix' })
    // As it is stored: what leaves by its address is signed.
    const original = await context.server.storage.get(originalKey(parent.images[2]!.id, 1))
    expect(Buffer.compare(Buffer.from(request!.parent!.image), Buffer.from(original ?? []))).toBe(0)
  })

  it("passes the user's own pictures to the provider as references", async () => {
    const source = await ada.settled(await ada.generate({ prompt: 'a source' }))
    const [content, look] = [source.images[1]!, source.images[2]!]
    const named = { imagePrompts: [content.id], styleReferences: [look.id] }
    const made = await ada.settled(await ada.generate({ prompt: 'with references', ...named }))
    expect(made).toMatchObject(named)
    const request = provider.requests.find(({ prompt }) => prompt === 'with references')
    const bytesOf = async (image: typeof content) =>
      Buffer.from((await context.server.storage.get(originalKey(image.id, 1))) ?? [])
    expect(request?.references.map(({ role, bytes }) => [role, Buffer.from(bytes)])).toEqual([
      ['content', await bytesOf(content)],
      ['look', await bytesOf(look)],
    ])
  })

  it('is refused with more references than the model takes', async () => {
    const { images } = await ada.settled(await ada.generate({ prompt: 'many sources' }))
    const [first, ...others] = images.map(({ id }) => id)
    const reply = await ada.send('POST', '/api/generations', {
      prompt: 'too many',
      imagePrompts: [first, first],
      styleReferences: others,
    })
    expect([reply.status, reply.body.message]).toEqual([422, 'Sketch takes at most 4 pictures; 5 were given.'])
  })

  it('is refused where the parent has no picture', async () => {
    const parent = await ada.settled(await ada.generate({ prompt: 'nothing [[fail]]' }))
    const reply = await ada.send('POST', '/api/generations', { prompt: 'branch', parentGenerationId: parent.id })
    expect([reply.status, reply.body]).toEqual([
      422,
      { code: 'impossible', message: 'Parent generation has no image to edit' },
    ])
  })
})

describe('an image that fails', () => {
  it('keeps its reason, and the generation is completed by the others', async () => {
    const generation = await ada.settled(await ada.generate({ prompt: 'mostly fine [[refuse:2]]' }))
    expect(generation.status).toBe('completed')
    expect(generation.images.map((image) => image.status)).toEqual(['completed', 'completed', 'failed', 'completed'])
    expect(generation.images[2]).toMatchObject({
      imageUrl: null,
      error: { code: 'refused', message: expect.any(String) },
    })
  })

  it('is retried automatically where the reason may pass', async () => {
    const generation = await ada.settled(await ada.generate({ prompt: 'a bad moment [[flaky:1]]' }))
    expect(generation.images.map((image) => [image.status, image.attempt])).toEqual(Array(4).fill(['completed', 1]))
  })

  it('gets another attempt by Retry; the other three are untouched', async () => {
    const generation = await ada.settled(await ada.generate({ prompt: 'once more [[refuse:0]]' }))
    const retried = await ada.send<ImageShape>('POST', `/api/images/${generation.images[0]!.id}/retry`)
    expect([retried.status, retried.body]).toMatchObject([202, { status: 'queued', attempt: 2, error: null }])
    const after = await ada.settled(generation)
    expect(after.images[0]).toMatchObject({ status: 'failed', attempt: 2, error: { code: 'refused' } })
    expect(after.images.slice(1)).toEqual(generation.images.slice(1))
    expect((await ada.send('POST', `/api/images/${generation.images[1]!.id}/retry`)).status).toBe(409)
  })
})

describe('canceling', () => {
  it("aborts the provider's request, keeps finished images, and can be followed by one retry", async () => {
    const started = await ada.generate({ prompt: 'too slow [[slow:1]] [[slow:3]]' })
    await expect
      .poll(async () => (await list(started.projectId))[0]!.images.map((image) => image.status))
      .toEqual(['completed', 'running', 'completed', 'running'])
    const { status } = await ada.send<GenerationShape>('POST', `/api/generations/${started.id}/cancel`)
    expect(status).toBe(200)
    const generation = await ada.settled(started)
    expect(generation.status).toBe('completed')
    expect(generation.images.map((image) => image.status)).toEqual(['completed', 'cancelled', 'completed', 'cancelled'])
    // The second attempt is slow as well, so it is still open when the other request is read.
    const retry = () => ada.send('POST', `/api/images/${generation.images[1]!.id}/retry`)
    const retries = await Promise.all([retry(), retry()])
    expect(retries.map((reply) => reply.status).sort()).toEqual([202, 409])
    await ada.send('POST', `/api/generations/${started.id}/cancel`)
  })

  it('ends queued images at once', async () => {
    const all = await Promise.all(Array.from({ length: 6 }, () => ada.generate({ prompt: 'queue [[slow]]' })))
    for (const { id } of all) await ada.send('POST', `/api/generations/${id}/cancel`)
    for (const generation of all) expect((await ada.settled(generation)).status).toBe('cancelled')
  })
})

describe('deleting and feedback', () => {
  it('moves a generation with all its branches to the trash, and restores them', async () => {
    const root = await ada.settled(await ada.generate({ prompt: 'root' }))
    const child = await ada.settled(await ada.generate({ prompt: 'child', parentGenerationId: root.id }))
    const grandchild = await ada.settled(await ada.generate({ prompt: 'grandchild', parentGenerationId: child.id }))
    const other = await ada.settled(await ada.generate({ prompt: 'other', projectId: root.projectId }))
    const before = await list(root.projectId)
    const removed = await ada.send<{ deleted: number; ids: string[] }>('DELETE', `/api/generations/${child.id}`)
    expect(removed.body.deleted).toBe(2)
    expect(removed.body.ids.toSorted()).toEqual([child.id, grandchild.id].toSorted())
    expect((await list(root.projectId)).map((generation) => generation.id).toSorted()).toEqual(
      [root.id, other.id].toSorted(),
    )
    expect((await ada.send('DELETE', `/api/generations/${child.id}`)).status).toBe(404)
    expect((await ada.raw('GET', child.images[0]!.imageUrl!)).status).toBe(404)
    const restored = await ada.send<{ restored: number }>('POST', `/api/generations/${child.id}/restore`)
    expect(restored.body.restored).toBe(2)
    expect(await list(root.projectId)).toEqual(before)
  })

  it('stores each kind of feedback once until it is removed', async () => {
    const { images, projectId } = await ada.settled(await ada.generate({ prompt: 'lovely' }))
    const path = (type: string) => `/api/images/${images[0]!.id}/feedback/${type}`
    await ada.send('PUT', path('like'))
    await ada.send('PUT', path('like'))
    await ada.send('PUT', path('star'))
    expect((await list(projectId))[0]!.images[0]!.feedback).toEqual(['like', 'star'])
    await ada.send('DELETE', path('like'))
    expect((await list(projectId))[0]!.images[0]!.feedback).toEqual(['star'])
    expect((await ada.send('PUT', path('love'))).status).toBe(400)
  })
})
