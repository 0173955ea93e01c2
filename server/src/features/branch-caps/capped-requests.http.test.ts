import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import type { GenerationShape } from '#contract/cards/generation.ts'
import type { BranchCapShape } from '#contract/money/branch-cap.ts'
import { withDrill } from '#server/providers/common/drill.ts'
import { createInstantProvider } from '#server-testing/instant-provider.ts'
import { signUp, type TestClient } from '#server-testing/test-client.ts'
import { withTestServer } from '#server-testing/test-server.ts'

/** An image costs 2 credits here, so a Go costs 8. */
const context = withTestServer({
  variables: { SKETCH_CREDITS: '2' },
  providers: [withDrill(createInstantProvider())],
})
let ada: TestClient
beforeAll(async () => {
  ada = await signUp(context.server)
})

const setCap = (id: string, most: number) => ada.send<BranchCapShape>('PUT', `/api/generations/${id}/cap`, { most })
const capsOf = async (projectId: string) =>
  (await ada.send<{ items: BranchCapShape[] }>('GET', `/api/projects/${projectId}/branch-caps`)).body.items
const branch = (parent: GenerationShape, more: object = {}) =>
  ada.send<GenerationShape>('POST', '/api/generations', { prompt: 'branch', parentGenerationId: parent.id, ...more })

describe('a branch with a cap', () => {
  it('accepts what fits under it, and refuses what would cost more before anything is held', async () => {
    const root = await ada.settled(await ada.generate({ prompt: 'root' }))
    expect((await setCap(root.id, 1_600)).body).toEqual({ generationId: root.id, most: 1_600, spent: 800 })
    const child = await branch(root)
    expect(child.status).toBe(202)
    await ada.settled(child.body)
    const before = (await ada.send('GET', '/api/credits')).body
    const refused = await branch(child.body)
    expect([refused.status, refused.body]).toEqual([
      402,
      {
        code: 'branch-cap',
        message: 'This branch may cost 16.00 credits, and 0.00 of them are left. Raise its cap to go on.',
        data: { generationId: root.id, most: 1_600, spent: 1_600, missing: 800 },
      },
    ])
    expect((await ada.send('GET', '/api/credits')).body).toEqual(before)
    await setCap(root.id, 2_400)
    expect((await branch(child.body)).status).toBe(202)
  })

  it('accepts an amount, and no other value', async () => {
    const root = await ada.settled(await ada.generate({ prompt: 'root without a cap' }))
    for (const most of [-1, 2_000_000_001, 1.5, '100', null]) {
      const { status, body } = await ada.send('PUT', `/api/generations/${root.id}/cap`, { most })
      expect([most, status, body.code]).toEqual([most, 400, 'invalid'])
    }
    expect(await capsOf(root.projectId)).toEqual([])
  })

  it('is not exceeded by two concurrent requests', async () => {
    const root = await ada.settled(await ada.generate({ prompt: 'root of many' }))
    await setCap(root.id, 2_400)
    const replies = await Promise.all(Array.from({ length: 6 }, () => branch(root)))
    expect(replies.map(({ status }) => status).sort()).toEqual([202, 202, 402, 402, 402, 402])
    expect(await capsOf(root.projectId)).toEqual([{ generationId: root.id, most: 2_400, spent: 2_400 }])
  })

  it('counts neither cards beside it nor failed images, but counts those in the trash', async () => {
    const root = await ada.settled(await ada.generate({ prompt: 'root with a failure' }))
    await ada.settled(await ada.generate({ prompt: 'elsewhere', projectId: root.projectId }))
    const failed = (await branch(root, { prompt: 'half [[fail:1]]' })).body
    await ada.settled(failed)
    expect((await setCap(root.id, 9_000)).body.spent).toBe(800 + 600)
    await ada.send('DELETE', `/api/generations/${failed.id}`)
    expect((await capsOf(root.projectId))[0]?.spent).toBe(800 + 600)
  })

  it('applies to a Retry as well', async () => {
    const root = await ada.settled(await ada.generate({ prompt: 'root to retry' }))
    const half = await ada.settled((await branch(root, { prompt: 'again [[fail:1]]' })).body)
    const failed = half.images[1]!
    await setCap(half.id, 600)
    expect((await ada.send('POST', `/api/images/${failed.id}/retry`)).status).toBe(402)
    await setCap(half.id, 800)
    expect((await ada.send('POST', `/api/images/${failed.id}/retry`)).status).toBe(202)
  })

  it('is unlimited again without its cap, and returns 404 for a missing card', async () => {
    const root = await ada.settled(await ada.generate({ prompt: 'root set free' }))
    await setCap(root.id, 0)
    expect((await branch(root)).status).toBe(402)
    expect((await ada.send('DELETE', `/api/generations/${root.id}/cap`)).body).toEqual({ removed: 1 })
    expect((await branch(root)).status).toBe(202)
    expect(await capsOf(root.projectId)).toEqual([])
    expect((await setCap(randomUUID(), 5)).status).toBe(404)
  })
})
