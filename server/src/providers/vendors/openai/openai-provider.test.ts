import { describe, expect, it } from 'vitest'
import { catalogue } from '#domain/models/catalogue.ts'
import type { Model } from '#domain/models/model.ts'
import { createPictureDownload } from '#server/providers/common/checked-download.ts'
import { describeEdits } from '#server-testing/providers/edit-suite.ts'
import { imageCall, imageRequest } from '#server-testing/providers/image-request.ts'
import { describeProvider } from '#server-testing/providers/provider-suite.ts'
import { picturesOfEdit, startOpenAiFake } from '#server-testing/vendors/openai-fake.ts'
import { createOpenAiProvider } from './openai-provider.ts'

const models = catalogue.filter(({ provider }) => provider === 'openai')
const download = createPictureDownload()
const [premium, fast] = models as [Model, Model]
const byValue = (value: string) => models.find((model) => model.value === value)!

describeProvider({
  name: 'OpenAI',
  startFake: startOpenAiFake,
  createProvider: ({ url }) => createOpenAiProvider({ baseUrl: url, download }),
  models,
  keyHeader: 'authorization',
  refusals: ['refuses', 'refuses-451'],
  lacks: ['expired-address'],
  wrappings: ['plain-json', 'unknown-fields', 'address'],
  requests: 'answered-at-once',
  cancel: 'by-hanging-up',
  keyCheck: 'asks',
  progress: 'preview',
  picturesIn: picturesOfEdit,
})

describeEdits({
  name: 'OpenAI',
  startFake: startOpenAiFake,
  createProvider: ({ url }) => createOpenAiProvider({ baseUrl: url, download }),
  models: models.filter(({ edits }) => edits),
  masked: ['change', 'erase', 'extend'],
  pictureIn: async (create) => (await picturesOfEdit(create))[0] ?? new Uint8Array(),
  wordsIn: async (create) => String((await create.form()).get('prompt')),
  refusals: ['refuses', 'refuses-451'],
})

const asked = async (model: Model, over: Parameters<typeof imageRequest>[1] = {}) => {
  const fake = await startOpenAiFake()
  const call = imageCall()
  fake.play('delivers-slowly')
  const answer = await createOpenAiProvider({ baseUrl: fake.url, download }).generate(imageRequest(model, over), call)
  await fake.stop()
  return { answer, call, create: fake.creates()[0]! }
}

describe('OpenAI', () => {
  it('requests previews of the premium model, and only the picture of the fast one', async () => {
    expect((await asked(premium)).call.reports).toHaveLength(2)
    expect((await asked(fast)).call.reports).toHaveLength(0)
  })

  it.each([
    ['chatgpt-image', { quality: 'high' }],
    ['chatgpt-image-fast', { quality: 'medium' }],
    ['gpt-image-2-6-draft', { quality: 'low' }],
    ['gpt-image-2-6-max', { quality: 'max' }],
    ['gpt-image-2-6-transparent', { quality: 'high', background: 'transparent', output_format: 'png' }],
  ])('is asked for %s with %o', async (value, parameters) => {
    expect((await asked(byValue(value))).create.json()).toMatchObject(parameters)
  })

  it('sends what only generations read with no edit', async () => {
    const strict = { ...fast, parameters: { moderation: 'low' } }
    const parent = { image: (await asked(fast)).answer.bytes, kind: 'edit', prompt: '' } as const
    const { create } = await asked(strict, { parent })
    expect([...(await create.form()).keys()]).not.toContain('moderation')
  })

  it('is not asked for a longer picture than it makes', async () => {
    const fake = await startOpenAiFake()
    const provider = createOpenAiProvider({ baseUrl: fake.url, download })
    const panorama = { ...imageRequest(fast), size: { width: 1_600, height: 512 } }
    await expect(provider.generate(panorama, imageCall())).rejects.toThrow(
      'ChatGPT Image Fast makes pictures of at most 3:1. Crop the picture, and try again.',
    )
    expect(fake.creates()).toHaveLength(0)
    await fake.stop()
  })

  it('is not asked at all with a parameter that it does not read', async () => {
    const fake = await startOpenAiFake()
    const provider = createOpenAiProvider({ baseUrl: fake.url, download })
    const wrong = { ...fast, parameters: { quality: 'best', magic: true } }
    await expect(provider.generate(imageRequest(wrong), imageCall())).rejects.toThrow(
      'ChatGPT Image Fast has parameters that OpenAI does not read: quality, unrecognized_keys.',
    )
    expect(fake.creates()).toHaveLength(0)
    await fake.stop()
  })

  it('computes the price from tokens: text, input pictures, and the picture', async () => {
    const { answer } = await asked(premium)
    expect(answer.costUsd).toBeCloseTo(0.1905, 6)
    expect(answer.requestId).toBe('req_fake')
  })

  it('is sent a note which picture is only a look', async () => {
    const bytes = (await asked(fast)).answer.bytes
    const references = [{ bytes, role: 'content' } as const, { bytes, role: 'look' } as const]
    const form = await (await asked(fast, { references })).create.form()
    expect(form.get('prompt')).toMatch(/^a lighthouse in the fog, ink wash\s+Take only the style of image 2:/)
  })

  it('reports that a canceled picture may be charged', async () => {
    const call = { key: 'sk', signal: new AbortController().signal }
    expect(await createOpenAiProvider({ download }).cancel?.(null, call)).toMatch(/may still charge/)
  })
})
