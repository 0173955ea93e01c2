import { describe, expect, it } from 'vitest'
import type { GenerationShape } from '#contract/generation.ts'
import { createInstantProvider } from '../testing/instant-provider.ts'
import { signUp } from '../testing/test-client.ts'
import { withTestServer } from '../testing/test-server.ts'

const provider = createInstantProvider()
const context = withTestServer({ providers: [provider] })

describe('asking for a picture', () => {
  it('makes a project titled after the prompt, places the card at the origin, and answers 202 with four queued images', async () => {
    const ada = await signUp(context.server)
    const prompt = 'a red fox in the snow, seen from far away at dusk, painted in gouache'
    const { status, body } = await ada.send<GenerationShape>('POST', '/api/generations', { prompt })
    expect(status).toBe(202)
    expect(body).toMatchObject({
      prompt,
      model: 'Sketch',
      status: 'queued',
      settings: { style: null, aspectRatio: '1:1', resolution: '1K', rawMode: false },
      canvasX: 10_000,
      canvasY: 10_000,
      isCollapsed: false,
      price: 0,
      parentGenerationId: null,
    })
    expect(body.images.map((image) => [image.orderNum, image.status, image.imageUrl, image.width])).toEqual([
      [0, 'queued', null, 1024],
      [1, 'queued', null, 1024],
      [2, 'queued', null, 1024],
      [3, 'queued', null, 1024],
    ])
    const project = await ada.send('GET', `/api/projects/${body.projectId}`)
    expect(project.body).toMatchObject({ title: prompt.slice(0, 50).trim(), firstPrompt: prompt, generationCount: 1 })
  })

  it('fills all four with pictures of the exact size, each with its own seed', async () => {
    const ada = await signUp(context.server)
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
})
