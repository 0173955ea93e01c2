import { describe, expect, it } from 'vitest'
import { aspectRatios } from '#domain/models/aspect-ratio.ts'
import { catalogue } from '#domain/models/catalogue.ts'
import type { Model } from '#domain/models/model.ts'
import { imageCall, imageRequest } from '#server-testing/providers/image-request.ts'
import { describeProvider } from '#server-testing/providers/provider-suite.ts'
import { picturesOfGateway, recraftSizes, startGatewayFake } from '#server-testing/vendors/gateway-fake.ts'
import { createPictureDownload } from '../checked-download.ts'
import { createGatewayProvider } from './gateway-provider.ts'

const models = catalogue.filter(({ provider }) => provider === 'gateway')
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

describe('The AI Gateway', () => {
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
