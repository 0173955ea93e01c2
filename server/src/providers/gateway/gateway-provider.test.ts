import { describe, expect, it } from 'vitest'
import { aspectRatios } from '#domain/models/aspect-ratio.ts'
import { catalogue } from '#domain/models/catalogue.ts'
import { editModels } from '#domain/models/edit-models.ts'
import type { Model } from '#domain/models/model.ts'
import { inspectPicture } from '#server/pictures/inspect-picture.ts'
import { editRequest } from '#server-testing/providers/edit-request.ts'
import { describeEdits } from '#server-testing/providers/edit-suite.ts'
import { imageCall, imageRequest } from '#server-testing/providers/image-request.ts'
import { describeProvider } from '#server-testing/providers/provider-suite.ts'
import { picturesOfGateway, recraftSizes, startGatewayFake } from '#server-testing/vendors/gateway-fake.ts'
import { createPictureDownload } from '../checked-download.ts'
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
    expect((await inspectPicture(bytes)).width).toBe(3_072)
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

  it('is asked for the size of the other list where it refuses the first one', async () => {
    const fake = await startGatewayFake(recraftSizes.ofTheGateway)
    const provider = createGatewayProvider({ baseUrl: fake.url, download })
    for (const aspectRatio of aspectRatios) {
      const { bytes } = await provider.generate(imageRequest(recraft, { aspectRatio }), imageCall())
      expect(bytes.length).toBeGreaterThan(0)
    }
    await fake.stop()
  })
})
