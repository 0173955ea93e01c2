import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { catalogue } from '#domain/models/catalogue.ts'
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
import { flatPicture } from '#server-testing/vendors/flat-picture.ts'
import { type ListUrls, picturesOfKrea, startKreaFake } from '#server-testing/vendors/krea-fake.ts'
import { fakeKey, type VendorFake } from '#server-testing/vendors/vendor-fake.ts'
import { createKreaProvider } from './krea-provider.ts'

const models = catalogue.filter(({ provider }) => provider === 'krea')
const byValue = (value: string) => models.find((model) => model.value === value) as Model
const download = createPictureDownload()
const createProvider = (fake: VendorFake) => createKreaProvider({ baseUrl: fake.url, download, pollMs: 5 })

describeProvider({
  name: 'Krea',
  startFake: () => startKreaFake(),
  createProvider,
  models,
  keyHeader: 'authorization',
  refusals: ['refuses', 'refuses-with-a-flag'],
  wrappings: ['event-stream', 'unknown-fields', 'data-uri', 'base64'],
  requests: 'remembered',
  cancel: 'by-call',
  keyCheck: 'asks',
  progress: 'preview',
  picturesIn: picturesOfKrea,
})

describeEdits({
  name: 'Krea',
  startFake: () => startKreaFake(),
  createProvider,
  models: editModels.filter(({ provider }) => provider === 'krea'),
  masked: [],
  pictureIn: async (create, fake) => (await picturesOfKrea(create, fake))[0] ?? new Uint8Array(),
  wordsIn: async (create) => JSON.stringify(create.json()),
  refusals: ['refuses', 'refuses-with-a-flag'],
})

describe('Krea', () => {
  it('enlarges by its own call, close to the picture', async () => {
    const enhance = editModels.find(({ value }) => value === 'krea-enhance') as Model
    const request = await editRequest(enhance, { operation: 'upscale', factor: 4 }, { masked: false, words: '' })
    const { bytes } = await provider.generate(request, imageCall())
    expect(fake.lastCreate().path).toBe('/generate/enhance/krea/enhance')
    expect(bodyOf()).toMatchObject({ image_scaling_factor: 4, ai_strength: 0.2, resemblance_strength: 1.5 })
    expect((await inspectBytes(bytes)).width).toBe(4 * request.size.width)
  })

  it('refuses to enlarge a long picture beyond the sides that Krea makes, before it stores it', async () => {
    const enhance = editModels.find(({ value }) => value === 'krea-enhance') as Model
    const request = await enlargementRequest(enhance, { size: { width: 2_001, height: 400 }, factor: 4 })
    const failure = await providerFailureOf(provider.generate(request, imageCall()))
    expect(failure.message).toBe('Krea enlarges to at most 8,000 pixels a side. Enlarge less, or use another model.')
    expect(fake.asked).toEqual([])
  })

  let fake: VendorFake
  let provider: ImageProvider
  const bodyOf = () => fake.lastCreate().json() as Record<string, unknown>

  beforeEach(async () => {
    fake = await startKreaFake()
    provider = createProvider(fake)
  })
  afterEach(() => fake.stop())

  it('paints over the first content reference, and takes the look of the others', async () => {
    const references = await Promise.all(
      (['look', 'content', 'look'] as const).map(async (role, index) => ({
        role,
        bytes: await flatPicture({ width: 8, height: 8 + index }),
      })),
    )
    await provider.generate(imageRequest(byValue('krea-2'), { references }), imageCall())
    const body = bodyOf() as { image_url: string; image_style_references: { url: string; strength: number }[] }
    expect(body.image_url.length).toBeLessThanOrEqual(1_024)
    const [painted] = await picturesOfKrea(fake.lastCreate(), fake)
    expect(Buffer.from(painted as Uint8Array).equals(references[1]?.bytes as Buffer)).toBe(true)
    expect(body.image_style_references.map(({ strength }) => strength)).toEqual([0.6, 0.6])
  })

  it.each([
    ['krea-2', 'strength'],
    ['flux', 'strength'],
    ['z-image', 'denoising_strength'],
  ] as const)('changes more of the parent of a remix than of one that is enhanced, with %s', async (value, field) => {
    const image = await flatPicture({ width: 8, height: 8 })
    for (const [kind, strength] of [
      ['enhance', 0.35],
      ['edit', 0.6],
      ['remix', 0.7],
    ] as const) {
      await provider.generate(imageRequest(byValue(value), { parent: { image, kind, prompt: '' } }), imageCall())
      expect(bodyOf()[field]).toBe(strength)
    }
  })

  it('sends the prompt of Z-Image unchanged', async () => {
    await provider.generate(imageRequest(byValue('z-image')), imageCall())
    expect(bodyOf().skip_prompt_expansion).toBe(true)
  })

  it('stores a picture once for all the images and retries of a request', async () => {
    const uploads = () => fake.asked.filter(({ path }) => path === '/assets').length
    const request = imageRequest(byValue('krea-2'), {
      parent: { image: await flatPicture({ width: 8, height: 8 }), kind: 'remix', prompt: '' },
    })
    fake.play('overloaded')
    await expect(provider.generate(request, imageCall())).rejects.toThrow()
    await provider.generate(request, imageCall({ tries: 1 }))
    expect(uploads()).toBe(1)
    // An address that Krea refuses may be one that it has deleted.
    fake.play('invalid-request')
    await expect(provider.generate(request, imageCall())).rejects.toThrow()
    await provider.generate(request, imageCall())
    expect(uploads()).toBe(2)
  })

  it('stores no picture when it resumes an earlier request', async () => {
    const call = imageCall()
    const request = imageRequest(byValue('krea-2'), {
      parent: { image: await flatPicture({ width: 8, height: 8 }), kind: 'remix', prompt: '' },
    })
    await provider.generate(request, call)
    await createProvider(fake).generate(request, imageCall({ requestId: call.remembered[0] ?? null }))
    expect(fake.asked.filter(({ path }) => path === '/assets')).toHaveLength(1)
  })

  it.each<[string, ListUrls]>([
    ['a list of addresses', (url) => [url]],
    [
      'a list with types',
      (url, preview) => [
        { type: 'preview', url: preview },
        { type: 'model', url },
      ],
    ],
    ['a dictionary', (url, preview) => ({ preview, image: url })],
  ])('fetches the picture, not a preview, from %s', async (_name, listUrls) => {
    const other = await startKreaFake(listUrls)
    const request = imageRequest(byValue('flux'), { aspectRatio: '1:1', resolution: '1K' })
    const { bytes } = await createProvider(other).generate(request, imageCall())
    await other.stop()
    expect((await inspectBytes(bytes)).width).toBe(1_024)
  })

  it('requests pixels from Flux that Krea allows, in the requested ratio', async () => {
    await provider.generate(imageRequest(byValue('flux'), { aspectRatio: '16:9', resolution: '2K' }), imageCall())
    expect(bodyOf()).toMatchObject({ width: 2368, height: 1328 })
    await provider.generate(imageRequest(byValue('flux'), { aspectRatio: '3:2', resolution: '1K' }), imageCall())
    expect(bodyOf()).toMatchObject({ width: 1248, height: 832 })
  })

  it('sends Flux the first 1,800 characters, with a warning', async () => {
    const answer = await provider.generate(imageRequest(byValue('flux'), { prompt: 'ab'.repeat(950) }), imageCall())
    expect(String(bodyOf().prompt)).toHaveLength(1_800)
    expect(answer.warnings).toEqual(['Flux reads at most 1,800 characters; the rest was left out.'])
  })

  it('reports that a picture that is too far to be canceled is charged for', async () => {
    const call = imageCall()
    await provider.generate(imageRequest(byValue('krea-2')), call)
    const warning = await provider.cancel?.(call.remembered[0] ?? null, { key: fakeKey, signal: call.signal })
    expect(warning).toBe('Krea is too far with the picture to stop, and charges for it.')
  })
})
