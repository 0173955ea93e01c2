import { describe, expect, it } from 'vitest'
import { aspectRatios } from '#domain/models/aspect-ratio.ts'
import { catalogue } from '#domain/models/catalogue.ts'
import { editModels } from '#domain/models/edit-models.ts'
import type { Model } from '#domain/models/model.ts'
import { createPictureDownload } from '#server/providers/common/checked-download.ts'
import { inspectBytes } from '#server-testing/inspect-bytes.ts'
import { editRequest } from '#server-testing/providers/edit-request.ts'
import { describeEdits } from '#server-testing/providers/edit-suite.ts'
import { imageCall, imageRequest } from '#server-testing/providers/image-request.ts'
import { describeProvider } from '#server-testing/providers/provider-suite.ts'
import { providerFailureOf } from '#server-testing/providers/provider-under-test.ts'
import { flatPicture } from '#server-testing/vendors/flat-picture.ts'
import { picturesOfGateway, recraftSizes, startGatewayFake } from '#server-testing/vendors/gateway-fake.ts'
import { createGatewayProvider } from './gateway-provider.ts'

const models = catalogue.filter(({ provider }) => provider === 'gateway')
const editors = editModels.filter(({ provider }) => provider === 'gateway')
const [recraft] = models as [Model]

const download = createPictureDownload()

describeProvider({
  name: 'AI Gateway',
  startFake: () => startGatewayFake(),
  createProvider: ({ url }) => createGatewayProvider({ baseUrl: url, download }),
  models,
  keyHeader: 'authorization',
  refusals: ['refuses'],
  lacks: ['expired-address'],
  wrappings: ['event-stream', 'unknown-fields', 'address'],
  requests: 'answered-at-once',
  cancel: 'by-hanging-up',
  keyCheck: 'asks',
  progress: 'none',
  picturesIn: async (asked) => picturesOfGateway(asked),
})

describeEdits({
  name: 'AI Gateway',
  startFake: () => startGatewayFake(),
  createProvider: ({ url }) => createGatewayProvider({ baseUrl: url, download }),
  models: editors,
  masked: ['change', 'erase', 'extend'],
  pictureIn: async (create) => picturesOfGateway(create)[0] ?? new Uint8Array(),
  wordsIn: async (create) => JSON.stringify(create.json()),
  refusals: ['refuses'],
})

describe('The AI Gateway', () => {
  it('is asked for the size of the result, without words or a seed, where it enlarges', async () => {
    const fake = await startGatewayFake()
    const provider = createGatewayProvider({ baseUrl: fake.url, download })
    const topaz = editors.find(({ edits }) => edits?.upscale) as Model
    const request = await editRequest(topaz, { operation: 'upscale', factor: 4 }, { masked: false, words: '' })
    const { bytes } = await provider.generate(request, imageCall())
    const { files: _files, ...asked } = fake.lastCreate().json() as { files: unknown }
    await fake.stop()
    expect(asked).toEqual({ n: 1, size: '3072x2048', providerOptions: {} })
    expect((await inspectBytes(bytes)).width).toBe(3_072)
  })

  it('reports the price of a picture, and its id', async () => {
    const fake = await startGatewayFake()
    const answer = await createGatewayProvider({ baseUrl: fake.url, download }).generate(
      imageRequest(recraft),
      imageCall(),
    )
    await fake.stop()
    expect([answer.costUsd, answer.requestId]).toEqual([0.035, 'gen_fake'])
  })

  it('is asked for Seedream in no smaller size than it makes', async () => {
    const fake = await startGatewayFake()
    const provider = createGatewayProvider({ baseUrl: fake.url, download })
    const sizeOf = async (value: string, resolution: '1K' | '4K') => {
      const model = models.find((each) => each.value === value) as Model
      await provider.generate(imageRequest(model, { resolution, aspectRatio: '16:9' }), imageCall())
      return (fake.lastCreate().json() as { size: string }).size
    }
    expect(await sizeOf('seedream-4-5', '1K')).toBe('2560x1440')
    expect(await sizeOf('seedream-4-5', '4K')).toBe('4096x2304')
    expect(await sizeOf('seedream-5-pro', '1K')).toBe('1280x720')
    await fake.stop()
  })

  it('is asked for Recraft V4 by a ratio, and for V4.1 by a size of its own list at once', async () => {
    const fake = await startGatewayFake()
    const provider = createGatewayProvider({ baseUrl: fake.url, download })
    const older = models.find(({ apiModel }) => apiModel === 'recraft/recraft-v4') as Model
    await provider.generate(imageRequest(older, { aspectRatio: '2.35:1' }), imageCall())
    expect(fake.lastCreate().json()).toMatchObject({ aspectRatio: '16:9' })
    expect(fake.lastCreate().json()).not.toHaveProperty('size')
    for (const aspectRatio of aspectRatios) await provider.generate(imageRequest(recraft, { aspectRatio }), imageCall())
    expect(fake.creates()).toHaveLength(1 + aspectRatios.length)
    await fake.stop()
  })

  it('refuses a picture for Seedream 5 Pro that is longer than it reads, before it asks', async () => {
    const fake = await startGatewayFake()
    const provider = createGatewayProvider({ baseUrl: fake.url, download })
    const pro = models.find(({ value }) => value === 'seedream-5-pro') as Model
    const references = [{ role: 'content' as const, bytes: await flatPicture({ width: 310, height: 100 }) }]
    const failure = await providerFailureOf(provider.generate(imageRequest(pro, { references }), imageCall()))
    expect(failure.message).toBe('Seedream 5 Pro reads pictures of at most 3:1. Crop the picture, and try again.')
    expect(fake.asked).toEqual([])
    await fake.stop()
  })

  it('is asked for the size of the other list where it refuses the first one', async () => {
    const fake = await startGatewayFake(recraftSizes.ofRecraft)
    const provider = createGatewayProvider({ baseUrl: fake.url, download })
    for (const aspectRatio of aspectRatios) {
      const { bytes } = await provider.generate(imageRequest(recraft, { aspectRatio }), imageCall())
      expect(bytes.length).toBeGreaterThan(0)
    }
    await fake.stop()
  })
})
