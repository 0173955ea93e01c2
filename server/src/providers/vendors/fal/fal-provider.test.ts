import { afterAll, describe, expect, it } from 'vitest'
import type { Model } from '#domain/models/model.ts'
import { createPictureDownload } from '#server/providers/common/checked-download.ts'
import { createEndpointFetch } from '#server/providers/common/endpoint-fetch.ts'
import { addedModels } from '#server-testing/providers/added-models.ts'
import { describeEdits } from '#server-testing/providers/edit-suite.ts'
import { imageCall, imageRequest } from '#server-testing/providers/image-request.ts'
import { describeProvider } from '#server-testing/providers/provider-suite.ts'
import { picturesOfFal, startFalFake } from '#server-testing/vendors/fal-fake.ts'
import { flatPicture } from '#server-testing/vendors/flat-picture.ts'
import { fakeKey, startVendorFake, type VendorFake } from '#server-testing/vendors/vendor-fake.ts'
import { createFalProvider } from './fal-provider.ts'

const download = createPictureDownload()
const endpointFetch = createEndpointFetch()
afterAll(() => Promise.all([download.close(), endpointFetch.close()]))
const createProvider = ({ url }: VendorFake) => createFalProvider({ baseUrl: url, download, endpointFetch, pollMs: 5 })
const startFake = startFalFake
const models = await addedModels('fal', { startFake, createProvider })
const [flux, edit] = models as [Model, Model]

describeProvider({
  name: 'fal',
  startFake,
  createProvider,
  models: [flux],
  keyHeader: 'authorization',
  refusals: ['refuses', 'refuses-at-once', 'refuses-the-picture'],
  wrappings: ['event-stream', 'unknown-fields', 'data-uri', 'base64'],
  requests: 'remembered',
  cancel: 'by-call',
  keyCheck: 'asks',
  progress: 'none',
  picturesIn: async (asked) => picturesOfFal(asked),
})

describeEdits({
  name: 'fal',
  startFake,
  createProvider,
  models: models.filter(({ edits }) => edits),
  masked: [],
  pictureIn: async (create) => picturesOfFal(create)[0] ?? new Uint8Array(),
  wordsIn: async (create) => JSON.stringify(create.json()),
  refusals: ['refuses', 'refuses-at-once', 'refuses-the-picture'],
})

describe('fal', () => {
  it('lists models that take a prompt over all pages, with what they can do, without those that need more', async () => {
    expect(models.map(({ name, does }) => [name, does])).toEqual([
      ['FLUX.1 [dev] (Theirs)', ['words']],
      ['Seedream 5 Edit (Theirs)', ['edit']],
    ])
    expect(edit.mostImagePrompts).toBe(10)
    expect(flux.accepts?.frame).toEqual({ by: 'pixels' })
  })

  it('prices by megapixel and by picture', async () => {
    const fake = await startFake()
    const endpoint = { name: 'fal', baseUrl: null, reach: 'anywhere', key: fakeKey } as const
    const found = await createProvider(fake).added?.discover(endpoint, AbortSignal.timeout(10_000))
    await fake.stop()
    expect(found?.map(({ costUsd, costUsdByResolution }) => [costUsd, costUsdByResolution])).toEqual([
      [0.05, { '1K': 0.05, '2K': 0.125 }],
      [0.04, { '1K': 0.04, '2K': 0.04 }],
    ])
  })

  it('is sent pictures in the field that the model has for them', async () => {
    const fake = await startFake()
    const bytes = await flatPicture({ width: 8, height: 8 })
    const references = [{ bytes, role: 'content' } as const, { bytes, role: 'content' } as const]
    await createProvider(fake).generate(imageRequest(edit, { aspectRatio: '2.35:1', references }), imageCall())
    const { image_urls: sent, ...rest } = fake.lastCreate().json() as { image_urls: string[] }
    expect(sent).toHaveLength(2)
    expect(rest).toEqual({
      prompt: 'a lighthouse in the fog, ink wash',
      aspect_ratio: '21:9',
      resolution: '1K',
      seed: 11,
    })
    await fake.stop()
  })

  it('reports that a finished picture can not be canceled, and is charged for', async () => {
    const fake = await startFake()
    const provider = createProvider(fake)
    const call = imageCall()
    await provider.generate(imageRequest(flux), call)
    const warning = await provider.cancel?.(call.remembered[0] ?? null, { key: fakeKey, signal: call.signal })
    await fake.stop()
    expect(warning).toBe('fal had finished the picture already, and charges for it.')
  })

  it('sends its key to no other origin, whatever address the queue names', async () => {
    const elsewhere = await startVendorFake({ isCreate: () => true, answer: () => Response.json({}) })
    const misleading = await startVendorFake({
      isCreate: ({ method }) => method === 'POST',
      answer: () =>
        Response.json({
          request_id: '1',
          response_url: `${elsewhere.url}/r`,
          status_url: `${elsewhere.url}/s`,
          cancel_url: `${elsewhere.url}/c`,
        }),
    })
    await expect(createProvider(misleading).generate(imageRequest(flux), imageCall())).rejects.toThrow(
      'named an address',
    )
    expect(elsewhere.asked).toEqual([])
    await Promise.all([elsewhere.stop(), misleading.stop()])
  })
})
