import type { ImageUpscaleCreateParams } from '@runwayml/sdk/resources/image-upscale'
import type { TextToImageCreateParams } from '@runwayml/sdk/resources/text-to-image'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { catalogue } from '#domain/models/catalogue.ts'
import { documentedEditCost } from '#domain/models/documented-costs.ts'
import { editModels } from '#domain/models/edit-models.ts'
import type { Model } from '#domain/models/model.ts'
import { createPictureDownload } from '#server/providers/common/checked-download.ts'
import type { ImageProvider } from '#server/providers/provider.ts'
import { inspectBytes } from '#server-testing/inspect-bytes.ts'
import { editRequest, enlargementRequest } from '#server-testing/providers/edit-request.ts'
import { describeEdits } from '#server-testing/providers/edit-suite.ts'
import { imageCall, imageRequest } from '#server-testing/providers/image-request.ts'
import { describeProvider } from '#server-testing/providers/provider-suite.ts'
import { providerFailureOf } from '#server-testing/providers/provider-under-test.ts'
import { dataUriBytes } from '#server-testing/vendors/data-uri-bytes.ts'
import { startRunwayFake } from '#server-testing/vendors/runway-fake.ts'
import type { VendorFake } from '#server-testing/vendors/vendor-fake.ts'
import { createRunwayProvider } from './runway-provider.ts'

const models = catalogue.filter(({ provider }) => provider === 'runway')
const [gen4, muse] = models as [(typeof models)[number], (typeof models)[number]]
const [magnific] = editModels.filter(({ provider }) => provider === 'runway') as [Model]
const download = createPictureDownload()
const createProvider = (fake: VendorFake) => createRunwayProvider({ baseUrl: fake.url, download, pollMs: 5 })
type Body = TextToImageCreateParams.Gen4Image

describeProvider({
  name: 'Runway',
  startFake: startRunwayFake,
  createProvider,
  models,
  keyHeader: 'authorization',
  refusals: ['refuses', 'refuses-output', 'refuses-before-work'],
  wrappings: ['event-stream', 'unknown-fields', 'data-uri', 'base64'],
  requests: 'remembered',
  cancel: 'by-call',
  keyCheck: 'asks',
  progress: 'fraction',
  picturesIn: async (create) => ((create.json() as Body).referenceImages ?? []).map(({ uri }) => dataUriBytes(uri)),
})

describeEdits({
  name: 'Runway',
  startFake: startRunwayFake,
  createProvider,
  models: models.filter(({ edits }) => edits),
  masked: [],
  pictureIn: async (create) => dataUriBytes((create.json() as Body).referenceImages?.[0]?.uri ?? ''),
  wordsIn: async (create) => (create.json() as Body).promptText,
  refusals: ['refuses', 'refuses-output', 'refuses-before-work'],
})

describeEdits({
  name: 'Runway, by what enlarges',
  startFake: startRunwayFake,
  createProvider,
  models: [magnific],
  masked: [],
  pictureIn: async (create) => dataUriBytes((create.json() as ImageUpscaleCreateParams).imageUri),
  wordsIn: async () => null,
  refusals: ['refuses', 'refuses-output', 'refuses-before-work'],
})

describe('Runway', () => {
  let fake: VendorFake
  let provider: ImageProvider

  beforeEach(async () => {
    fake = await startRunwayFake()
    provider = createProvider(fake)
  })
  afterEach(() => fake.stop())

  it('enlarges a photo by the factor that is asked for', async () => {
    const asked = { operation: 'upscale', factor: 4 } as const
    const request = await editRequest(magnific, asked, { masked: false, words: '' })
    const { bytes } = await provider.generate(request, imageCall())
    const create = fake.lastCreate()
    expect(create.path).toBe('/v1/image_upscale')
    expect(create.json()).toMatchObject({ model: magnific.apiModel, scaleFactor: 4, flavor: 'photo' })
    expect((await inspectBytes(bytes)).width).toBe(4 * request.size.width)
  })

  it.each([
    [
      { width: 1_025, height: 700 },
      4,
      'Runway enlarges to at most 4,096 pixels a side. Enlarge less, or use another model.',
    ],
    [
      { width: 1_600, height: 2_049 },
      2,
      'Runway enlarges to at most 4,096 pixels a side. Enlarge less, or use another model.',
    ],
    [{ width: 600, height: 299 }, 2, 'Runway enlarges pictures of at least 300 pixels a side. Use another model.'],
  ] as const)('refuses to enlarge %o %i times before it asks', async (size, factor, message) => {
    const request = await enlargementRequest(magnific, { size, factor })
    const failure = await providerFailureOf(provider.generate(request, imageCall()))
    expect([failure.code, failure.message]).toEqual(['invalid', message])
    expect(fake.creates()).toHaveLength(0)
  })

  it('enlarges up to the side from which Runway takes six times as much', async () => {
    const request = await enlargementRequest(magnific, { size: { width: 1_024, height: 640 }, factor: 4 })
    const { bytes, costUsd } = await provider.generate(request, imageCall())
    expect((await inspectBytes(bytes)).width).toBe(4_096)
    expect(costUsd).toBe(documentedEditCost(magnific, 'upscale')?.usd)
  })

  it('reports the price: a credit is a cent', async () => {
    const cheap = await provider.generate(imageRequest(gen4, { resolution: '1K' }), imageCall())
    const dear = await provider.generate(imageRequest(gen4, { resolution: '2K' }), imageCall())
    const muses = await provider.generate(imageRequest(muse), imageCall())
    expect([cheap.costUsd, dear.costUsd, muses.costUsd]).toEqual([0.05, 0.08, 0.01])
  })

  it('sends the first 1,000 characters of a prompt, without splitting one, and reports it', async () => {
    const prompt = `${'a'.repeat(999)}🐈 and more`
    const answer = await provider.generate(imageRequest(gen4, { prompt }), imageCall())
    expect((fake.lastCreate().json() as Body).promptText).toBe('a'.repeat(999))
    expect(answer.warnings).toEqual(['Runway reads at most 1,000 characters; the rest was left out.'])
  })

  it('requests the nearest of its frames', async () => {
    await provider.generate(imageRequest(gen4, { aspectRatio: '3:2', resolution: '2K' }), imageCall())
    expect((fake.lastCreate().json() as Body).ratio).toBe('1440:1080')
    await provider.generate(imageRequest(muse, { aspectRatio: '2.35:1' }), imageCall())
    expect((fake.lastCreate().json() as Body).ratio).toBe('2352:1008')
  })
})
