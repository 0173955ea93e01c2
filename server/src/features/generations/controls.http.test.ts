import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { GenerationShape } from '#contract/cards/generation.ts'
import type { ModelShape } from '#contract/models/model.ts'
import { createAutomatic1111Provider } from '#server/providers/local/automatic1111/automatic1111-provider.ts'
import { exportOf, projectFileOf } from '#server-testing/exported-project.ts'
import { createInstantProvider } from '#server-testing/instant-provider.ts'
import { importZip, zipOf } from '#server-testing/project-files.ts'
import { signUp, type TestClient } from '#server-testing/test-client.ts'
import { withTestServer } from '#server-testing/test-server.ts'
import { startAutomatic1111Fake } from '#server-testing/vendors/automatic1111-fake.ts'

const webui = await startAutomatic1111Fake()
afterAll(() => webui.stop())
const context = withTestServer({
  providers: [createInstantProvider(), createAutomatic1111Provider({ addresses: [webui.url], pollMs: 10 })],
})

const model = 'automatic1111:sd_xl_base_1.0'
const controls = {
  steps: 40,
  sampler: 'DPM++ 2M',
  negativePrompt: 'blurry',
  loras: [{ name: 'ink', weight: 0.8 }],
}

let ada: TestClient
let sketch: ModelShape
beforeAll(async () => {
  ada = await signUp(context.server)
  await vi.waitFor(async () => expect((await models()).some(({ value }) => value === model)).toBe(true), {
    timeout: 20_000,
  })
  const built = (await models()).find(({ isBuiltIn }) => isBuiltIn)
  if (!built) throw new Error('There is no built-in painter.')
  sketch = built
})

const models = async () => (await ada.send<{ items: ModelShape[] }>('GET', '/api/models')).body.items
const bodyOf = () => webui.lastCreate().json() as Record<string, unknown>
const boardText = async (projectId: string) => (await ada.raw('GET', `/api/projects/${projectId}/board`)).text()

describe('controls', () => {
  it('are listed with the models that have them, without how their providers name them', async () => {
    const found = (await models()).find(({ value }) => value === model)
    expect(found?.controls).toEqual({
      steps: { least: 1, most: 150, usual: 25 },
      guidance: { least: 1, most: 30, usual: 7 },
      sampler: { options: ['Euler a', 'DPM++ 2M'], usual: null },
      negativePrompt: { longest: 2_000 },
      loras: {
        options: [
          { name: 'ink', triggers: ['inkwash', 'brush'] },
          { name: 'film', triggers: ['night', 'grain'] },
        ],
      },
    })
    expect(sketch).not.toHaveProperty('controls')
  })

  it('are sent, kept with the card, on the board, in the file of each image and in an exported project', async () => {
    const started = await ada.generate({ prompt: 'a lighthouse', model, controls, count: 1 })
    expect(started.settings.controls).toEqual(controls)
    const { status, settings, images } = await ada.settled(started)
    expect([status, settings.controls, images.length]).toEqual(['completed', controls, 1])
    expect(bodyOf()).toMatchObject({
      prompt: 'a lighthouse <lora:ink:0.8>',
      steps: 40,
      cfg_scale: 7,
      sampler_name: 'DPM++ 2M',
      negative_prompt: 'blurry',
    })
    expect(JSON.parse((await boardText(started.projectId)).split('\n')[1] ?? '')[0].at(-1)).toMatchObject({ controls })
    const file = await ada.raw('GET', `/api/images/${images[0]?.id}/file`)
    expect(Buffer.from(await file.arrayBuffer()).toString('latin1')).toContain('"steps":40')
    const assets = await ada.send<{ items: { settings: object }[] }>('GET', '/api/assets')
    expect(assets.body.items[0]?.settings).toMatchObject({ controls })

    const zip = await exportOf(ada, started.projectId)
    expect(projectFileOf(zip)).toMatchObject({ version: 5, cards: [{ controls }] })
    const bob = await signUp(context.server)
    const imported = await importZip(context.server, bob, await zipOf(zip))
    expect(imported.status).toBe(201)
    const { body } = await bob.send<{ items: GenerationShape[] }>(
      'GET',
      `/api/projects/${(imported.body as { id: string }).id}/generations`,
    )
    expect(body.items[0]?.settings.controls).toEqual(controls)
  })

  it('that say nothing are none', async () => {
    const made = await ada.generate({ prompt: 'a lighthouse', model, controls: {}, count: 1 })
    expect(made.settings).not.toHaveProperty('controls')
    await ada.settled(made)
  })

  it.each([
    ['beyond a limit', { steps: 151 }, 422, 'takes a number of steps from 1 to 150.'],
    ['that the engine does not have', { sampler: 'Heun' }, 422, 'has no sampler named Heun.'],
    ['of a LoRA that is gone', { loras: [{ name: 'gone', weight: 1 }] }, 422, 'has no LoRA named gone.'],
    ['of another kind', { steps: 'many' }, 400, ''],
    ['of an unknown name', { eta: 1 }, 400, ''],
    ['of a blank text', { negativePrompt: ' ' }, 400, ''],
  ])('%s are refused before anything is made', async (_name, asked, status, sentence) => {
    const before = webui.creates().length
    const reply = await ada.send('POST', '/api/generations', { prompt: 'a lighthouse', model, controls: asked })
    expect(reply.status).toBe(status)
    if (sentence) expect(reply.body.message).toContain(sentence)
    expect(webui.creates()).toHaveLength(before)
  })

  it('are refused for a model without any, and for an edit', async () => {
    const asked = { prompt: 'a lighthouse', controls: { steps: 20 } }
    const plain = await ada.send('POST', '/api/generations', { ...asked, model: sketch.value })
    expect([plain.status, plain.body.message]).toEqual([422, `${sketch.name} has no number of steps to choose.`])
    const edit = { operation: 'remove-background' }
    const edited = await ada.send('POST', '/api/generations', { ...asked, edit, parentImageId: crypto.randomUUID() })
    expect(edited.status).toBe(400)
  })

  it('are those of a card whose model is named by it, unless others are given', async () => {
    const first = await ada.settled(await ada.generate({ prompt: 'a lighthouse', model, controls, count: 1 }))
    const again = await ada.generate({ prompt: 'at noon', modelOf: first.id, projectId: first.projectId, count: 1 })
    expect(again.settings.controls).toEqual(controls)
    const other = await ada.generate({
      ...{ prompt: 'at night', modelOf: first.id, projectId: first.projectId, count: 1 },
      controls: { steps: 12, guidance: 9 },
    })
    expect(other.settings.controls).toEqual({ steps: 12, guidance: 9 })
    await ada.settled(again)
    await ada.settled(other)
  })

  it('are not shown while a race hides the model, which they would tell apart', async () => {
    const step = (named: string, x: number, more: object = {}) => ({
      ...{ prompt: 'a lighthouse', model: named, count: 1, canvasX: x, canvasY: 0 },
      ...more,
    })
    const race = await ada.send<{ projectId: string; steps: { generationId: string }[] }>('POST', '/api/series', {
      kind: 'race',
      hidesNames: true,
      price: 0,
      steps: [step(model, 0, { controls }), step(sketch.value, 600)],
    })
    expect(race.status).toBe(202)
    const { projectId } = race.body
    const cards = await ada.send<{ items: GenerationShape[] }>('GET', `/api/projects/${projectId}/generations`)
    for (const { settings } of cards.body.items) expect(settings).not.toHaveProperty('controls')
    expect(await boardText(projectId)).not.toContain('"controls"')
    await Promise.all(cards.body.items.map((card) => ada.settled(card)))
    expect(webui.creates().map((each) => (each.json() as { steps: number }).steps)).toContain(40)
  })
})
