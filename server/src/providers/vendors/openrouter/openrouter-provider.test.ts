import { afterAll, describe, expect, it } from 'vitest'
import type { Model } from '#domain/models/model.ts'
import { createPictureDownload } from '#server/providers/common/checked-download.ts'
import { createEndpointFetch } from '#server/providers/common/endpoint-fetch.ts'
import { addedModels } from '#server-testing/providers/added-models.ts'
import { describeEdits } from '#server-testing/providers/edit-suite.ts'
import { imageCall, imageRequest } from '#server-testing/providers/image-request.ts'
import { describeProvider } from '#server-testing/providers/provider-suite.ts'
import { picturesOfOpenRouter, startOpenRouterFake } from '#server-testing/vendors/openrouter-fake.ts'
import { fakeKey, type VendorFake } from '#server-testing/vendors/vendor-fake.ts'
import { createOpenRouterProvider } from './openrouter-provider.ts'

const download = createPictureDownload()
const endpointFetch = createEndpointFetch()
afterAll(() => Promise.all([download.close(), endpointFetch.close()]))
const createProvider = ({ url }: VendorFake) => createOpenRouterProvider({ baseUrl: url, download, endpointFetch })
const startFake = startOpenRouterFake
const models = await addedModels('openrouter', { startFake, createProvider })
const [flux, gpt] = models as [Model, Model]

describeProvider({
  name: 'OpenRouter',
  startFake,
  createProvider,
  models,
  keyHeader: 'authorization',
  refusals: ['refuses', 'refuses-400', 'refuses-inside'],
  lacks: ['expired-address'],
  wrappings: ['event-stream', 'unknown-fields', 'data-uri', 'address'],
  requests: 'answered-at-once',
  cancel: 'by-hanging-up',
  keyCheck: 'asks',
  progress: 'none',
  // GPT Image is listed with three ratios: 2.35:1 is cropped from 3:2.
  minKept: 0.6,
  picturesIn: async (asked) => picturesOfOpenRouter(asked),
})

describeEdits({
  name: 'OpenRouter',
  startFake,
  createProvider,
  models: models.filter(({ edits }) => edits),
  masked: [],
  pictureIn: async (create) => picturesOfOpenRouter(create)[0] ?? new Uint8Array(),
  wordsIn: async (create) => JSON.stringify(create.json()),
  refusals: ['refuses', 'refuses-400', 'refuses-inside'],
})

describe('OpenRouter', () => {
  const found = async () => {
    const fake = await startFake()
    const endpoint = { name: 'OpenRouter', baseUrl: null, reach: 'anywhere', key: fakeKey } as const
    const list = (await createProvider(fake).added?.discover(endpoint, AbortSignal.timeout(10_000))) ?? []
    await fake.stop()
    return list
  }

  it('lists what its models can do and cost, without those that make no pictures of pixels', async () => {
    const list = await found()
    expect(list.map(({ name }) => name)).toEqual(['FLUX.2 Pro', 'GPT Image 2.6 Flare'])
    expect(list[0]).toMatchObject({
      apiModel: 'black-forest-labs/flux.2-pro',
      description: 'A frontier model for image generation. It edits as well.',
      does: ['words', 'edit'],
      mostImagePrompts: 8,
      resolutions: ['1K', '2K'],
    })
  })

  it('prices by megapixel and by size, and leaves out what is counted in tokens', async () => {
    const [byMegapixel, byTokens] = await found()
    expect(byMegapixel?.costUsd).toBeCloseTo(0.0157, 4)
    expect(byMegapixel?.costUsdByResolution?.['2K']).toBeCloseTo(0.0629, 4)
    expect(byTokens?.costUsd).toBeNull()
  })

  it('is sent only fields that the model is listed to take', async () => {
    const fake = await startFake()
    const provider = createProvider(fake)
    await provider.generate(imageRequest(flux, { aspectRatio: '2.35:1', resolution: '2K', seed: 7 }), imageCall())
    expect(fake.lastCreate().json()).toEqual({
      model: 'black-forest-labs/flux.2-pro',
      prompt: 'a lighthouse in the fog, ink wash',
      aspect_ratio: '21:9',
      resolution: '2K',
      seed: 7,
      output_format: 'png',
    })
    await provider.generate(imageRequest(gpt), imageCall())
    expect(fake.lastCreate().json()).toEqual({
      model: 'openai/gpt-image-2.6-flare',
      prompt: 'a lighthouse in the fog, ink wash',
      n: 1,
      aspect_ratio: '1:1',
    })
    await fake.stop()
  })

  it('reports the price of a picture', async () => {
    const fake = await startFake()
    expect((await createProvider(fake).generate(imageRequest(flux), imageCall())).costUsd).toBe(0.03)
    await fake.stop()
  })

  it('lists a model without a price where the price list does not answer', async () => {
    const fake = await startFake()
    fake.play('overloaded')
    const endpoint = { name: 'OpenRouter', baseUrl: null, reach: 'anywhere', key: fakeKey } as const
    await expect(createProvider(fake).added?.discover(endpoint, AbortSignal.timeout(10_000))).rejects.toThrow(
      'OpenRouter can not be reached at the moment.',
    )
    await fake.stop()
  })
})
