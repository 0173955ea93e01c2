import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { EditOperationShape } from '#contract/cards/edit.ts'
import type { GenerationShape } from '#contract/cards/generation.ts'
import type { ModelShape } from '#contract/models/model.ts'
import type { CreditsShape } from '#contract/money/credits.ts'
import { createAutomatic1111Provider } from '#server/providers/local/automatic1111/automatic1111-provider.ts'
import { createComfyUiProvider } from '#server/providers/local/comfyui/comfyui-provider.ts'
import { createOpenAiCompatibleProvider } from '#server/providers/local/openai-server/openai-server-provider.ts'
import { signUp, type TestClient } from '#server-testing/test-client.ts'
import { withTestServer } from '#server-testing/test-server.ts'
import { startAutomatic1111Fake } from '#server-testing/vendors/automatic1111-fake.ts'
import { startComfyUiFake } from '#server-testing/vendors/comfyui-fake.ts'
import { startOllamaFake } from '#server-testing/vendors/images-api-fake.ts'

const comfy = await startComfyUiFake()
const webui = await startAutomatic1111Fake()
const ollama = await startOllamaFake()
const context = withTestServer({
  providers: [
    createComfyUiProvider({ addresses: [comfy.url], pollMs: 10 }),
    createAutomatic1111Provider({ addresses: [webui.url], pollMs: 10 }),
    createOpenAiCompatibleProvider({ addresses: [ollama.url], pollMs: 10 }),
  ],
})
afterAll(() => Promise.all([comfy.stop(), webui.stop(), ollama.stop()]))

let ada: TestClient
const localModels = async () => {
  const { body } = await ada.send<{ items: ModelShape[] }>('GET', '/api/models')
  return body.items.filter(({ badge }) => badge === 'Local')
}
beforeEach(async () => {
  ada = await signUp(context.server)
  await vi.waitFor(async () => expect(await localModels()).toHaveLength(4), { timeout: 20_000 })
})

describe('local engines', () => {
  it('are in the picker with their models, ready and free', async () => {
    const seen = (await localModels()).map(({ value, isAvailable, prices }) => [value, isAvailable, prices['1K']])
    expect(seen.toSorted()).toEqual([
      ['automatic1111:sd_xl_base_1.0', true, 0],
      ['comfyui:base_1.0', true, 0],
      ['comfyui:inpainting_0.1', true, 0],
      ['ollama:z-image-turbo-latest', true, 0],
    ])
  })

  it.each(['base_1.0 (ComfyUI)', 'sd_xl_base_1.0 (AUTOMATIC1111)', 'z-image-turbo:latest (Ollama)'])(
    'paint four pictures with %s, and take no credits for it',
    async (model) => {
      const before = await ada.send<CreditsShape>('GET', '/api/credits')
      const started = await ada.generate({ prompt: 'a lighthouse', model, aspectRatio: '16:9' })
      const { status, images } = await ada.settled(started)
      expect(status).toBe('completed')
      expect(images.map(({ width, height }) => [width, height])).toEqual(Array(4).fill([1280, 720]))
      expect((await ada.send<CreditsShape>('GET', '/api/credits')).body).toEqual(before.body)
    },
  )

  it('offer their upscalers to the editor, and make no pictures from words with them', async () => {
    const { body } = await ada.send<{ items: EditOperationShape[] }>('GET', '/api/edit-operations')
    const names = body.items.find(({ operation }) => operation === 'upscale')?.executors.map(({ executor }) => executor)
    expect(names).toEqual(['4x-UltraSharp (ComfyUI upscaler)', 'R-ESRGAN 4x+ (AUTOMATIC1111 upscaler)', 'this-machine'])
    const refused = await ada.send('POST', '/api/generations', { prompt: 'a lighthouse', model: names?.[0] })
    expect([refused.status, refused.body.message]).toEqual([
      422,
      '4x-UltraSharp (ComfyUI upscaler) edits pictures; it makes none from words.',
    ])
  })

  it.each([
    ['base_1.0 (ComfyUI)', comfy],
    ['sd_xl_base_1.0 (AUTOMATIC1111)', webui],
  ] as const)('stop when the user cancels: %s', async (model, engine) => {
    const [made, stopped] = [engine.creates().length, engine.cancels().length]
    engine.play('silent')
    const started = await ada.generate({ prompt: 'a lighthouse', model })
    await vi.waitFor(() => expect(engine.creates()).toHaveLength(made + 1), { timeout: 20_000 })
    await ada.send<GenerationShape>('POST', `/api/generations/${started.id}/cancel`)
    expect((await ada.settled(started)).status).toBe('cancelled')
    await vi.waitFor(() => expect(engine.cancels()).toHaveLength(stopped + 1), { timeout: 20_000 })
  })
})
