import sharp from 'sharp'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { catalogue } from '#domain/models/catalogue.ts'
import type { Model } from '#domain/models/model.ts'
import { createPictureDownload } from '#server/providers/common/checked-download.ts'
import type { ImageProvider, ImageRequest } from '#server/providers/provider.ts'
import { inspectBytes } from '#server-testing/inspect-bytes.ts'
import { editRequest } from '#server-testing/providers/edit-request.ts'
import { describeEdits } from '#server-testing/providers/edit-suite.ts'
import { imageCall, imageRequest } from '#server-testing/providers/image-request.ts'
import { describeProvider } from '#server-testing/providers/provider-suite.ts'
import { providerFailureOf } from '#server-testing/providers/provider-under-test.ts'
import { flatPicture, noisyPicture } from '#server-testing/vendors/flat-picture.ts'
import { startIdeogramFake } from '#server-testing/vendors/ideogram-fake.ts'
import { readIdeogramForm } from '#server-testing/vendors/ideogram-form.ts'
import { startVendorFake, type VendorFake } from '#server-testing/vendors/vendor-fake.ts'
import { createIdeogramProvider } from './ideogram-provider.ts'

const models = catalogue.filter(({ provider }) => provider === 'ideogram')
const [ideogram3, ideogram4] = models as [Model, Model]
const download = createPictureDownload()
const createProvider = (fake: VendorFake) => createIdeogramProvider({ baseUrl: fake.url, download, pollMs: 5 })

describeProvider({
  name: 'Ideogram',
  startFake: startIdeogramFake,
  createProvider,
  models,
  keyHeader: 'api-key',
  refusals: ['refuses', 'refuses-at-once', 'refuses-the-picture'],
  wrappings: ['event-stream', 'unknown-fields', 'data-uri', 'base64'],
  requests: 'remembered',
  cancel: 'not-at-all',
  keyCheck: 'asks',
  progress: 'none',
  async picturesIn(create) {
    const [, , , verb = '', model = ''] = create.path.split('/')
    const read = await readIdeogramForm({ verb, model }, await create.form())
    return 'mistake' in read ? [] : read.pictures
  },
})

const fileIn = async (form: FormData) => (form.get('image') as File).bytes()

describeEdits({
  name: 'Ideogram',
  startFake: startIdeogramFake,
  createProvider,
  models: models.filter(({ edits }) => edits),
  masked: ['change', 'erase', 'extend'],
  pictureIn: async (create) => fileIn(await create.form()),
  wordsIn: async (create) => String((await create.form()).get('prompt')),
  refusals: ['refuses', 'refuses-at-once'],
})

describe('Ideogram', () => {
  let fake: VendorFake
  let provider: ImageProvider
  const formOf = () => fake.lastCreate().form()

  beforeEach(async () => {
    fake = await startIdeogramFake()
    provider = createProvider(fake)
  })
  afterEach(() => fake.stop())

  it('reports the price and the seed', async () => {
    const answer = await provider.generate(imageRequest(ideogram3, { seed: 77 }), imageCall())
    expect([answer.costUsd, answer.seed]).toEqual([0.06, 77])
  })

  it('sends the prompt unchanged, and the resolution nearest to the ratio', async () => {
    await provider.generate(imageRequest(ideogram3, { aspectRatio: '2.35:1' }), imageCall())
    expect(Object.fromEntries(await formOf())).toMatchObject({
      prompt: 'a lighthouse in the fog, ink wash',
      magic_prompt: 'off',
      resolution: '1536x640',
    })
  })

  it.each([
    ['enhance', '80'],
    ['edit', '60'],
    ['remix', '40'],
  ] as const)('remixes the parent of a picture to %s, with an image weight of %s', async (kind, weight) => {
    const parent = { image: await flatPicture({ width: 8, height: 8 }), kind, prompt: '' }
    await provider.generate(imageRequest(ideogram3, { parent }), imageCall())
    expect(fake.lastCreate().path).toBe('/v2/image/remix/ideogram-3')
    expect((await formOf()).get('image_weight')).toBe(weight)
  })

  it.each([
    ['new picture', {}, '/v2/image/generate/ideogram-3'],
    ['remix', { kind: 'remix' as const, prompt: '' }, '/v2/image/remix/ideogram-3'],
  ])('sends a negative prompt with a %s, and none where nothing was chosen', async (_name, over, path) => {
    const parent = 'kind' in over ? { ...over, image: await flatPicture({ width: 8, height: 8 }) } : null
    await provider.generate(imageRequest(ideogram3, { parent, controls: { negativePrompt: 'blurry' } }), imageCall())
    expect(fake.lastCreate().path).toBe(path)
    expect((await formOf()).get('negative_prompt')).toBe('blurry')
    await provider.generate(imageRequest(ideogram3, { parent }), imageCall())
    expect((await formOf()).has('negative_prompt')).toBe(false)
  })

  it('asks for Ideogram 4 at 2K, with the seed and without a rewritten prompt', async () => {
    await provider.generate(imageRequest(ideogram4, { aspectRatio: '2.35:1', seed: 77 }), imageCall())
    expect(fake.lastCreate().path).toBe('/v2/image/generate/ideogram-4')
    const fields = Object.fromEntries(await formOf())
    expect(fields).toMatchObject({ resolution: '3072x1280', seed: '77', magic_prompt: 'off' })
    expect(ideogram4.controls).toBeUndefined()
  })

  it('keeps every picture out of the public feed, where the call has a field for that', async () => {
    const parent = { image: await flatPicture({ width: 8, height: 8 }), kind: 'remix', prompt: '' } as const
    for (const model of [ideogram3, ideogram4])
      for (const over of [{}, { parent }]) {
        await provider.generate(imageRequest(model, over), imageCall())
        expect((await formOf()).get('private')).toBe('true')
      }
    for (const [asked, isPrivate] of [
      [{ operation: 'instruct' }, 'true'],
      [{ operation: 'remove-background' }, 'true'],
      [{ operation: 'replace-background' }, 'true'],
      [{ operation: 'upscale', factor: 2 }, 'true'],
      [{ operation: 'erase', maskUploadId: 'm' }, null],
    ] as const) {
      const request = await editRequest(ideogram3, asked, { masked: asked.operation === 'erase', words: 'a fox' })
      await provider.generate(request, imageCall())
      expect([asked.operation, (await formOf()).get('private')]).toEqual([asked.operation, isPrivate])
    }
  })

  it('says that the plan has no private mode, and makes nothing in public', async () => {
    fake.play('refuses-privacy')
    const failure = await providerFailureOf(provider.generate(imageRequest(ideogram3), imageCall()))
    expect([failure.code, failure.message]).toEqual([
      'key',
      'The plan at Ideogram makes public pictures only, so none was made. Choose one with private pictures there, or use another model.',
    ])
    expect(fake.creates()).toHaveLength(1)
  })

  it('sends no mask where everything is selected, since a mask has both colors', async () => {
    const request = await editRequest(
      ideogram3,
      { operation: 'change', maskUploadId: 'm' },
      { masked: true, words: 'x' },
    )
    const given = request.edit?.given
    if (!given) throw new Error('Nothing is edited.')
    const mask = await sharp({ create: { ...given.size, channels: 3, background: '#ffffff' } })
      .toColourspace('b-w')
      .png()
      .toBuffer()
    const whole = { ...request, edit: { ...request.edit, given: { ...given, mask } } } as ImageRequest
    await provider.generate(whole, imageCall())
    expect((await formOf()).has('mask')).toBe(false)
    expect((await formOf()).get('seed')).toBe(String(request.seed))
  })

  it('makes style references small enough to be taken together', async () => {
    const bytes = await noisyPicture(4_000_000)
    const references = [1, 2, 3].map(() => ({ role: 'look' as const, bytes }))
    await provider.generate(imageRequest(ideogram3, { references }), imageCall())
    const sent = (await formOf()).getAll('style_reference_images') as File[]
    expect(sent).toHaveLength(3)
    expect(sent.reduce((sum, { size }) => sum + size, 0)).toBeLessThanOrEqual(10_000_000)
  })

  it('remixes even a picture of a look with Ideogram 4, loosely', async () => {
    const references = [{ role: 'look' as const, bytes: await flatPicture({ width: 8, height: 8 }) }]
    await provider.generate(imageRequest(ideogram4, { references }), imageCall())
    expect(fake.lastCreate().path).toBe('/v2/image/remix/ideogram-4')
    expect((await formOf()).get('image_weight')).toBe('20')
  })

  it('remixes the first content reference; of the others it takes the look', async () => {
    const references = await Promise.all(
      (['look', 'content'] as const).map(async (role, index) => ({
        role,
        bytes: await flatPicture({ width: 8, height: 8 + index }),
      })),
    )
    await provider.generate(imageRequest(ideogram3, { references }), imageCall())
    const form = await formOf()
    const sent = await Promise.all(
      ['image', 'style_reference_images'].map(async (name) =>
        Buffer.from(await (form.get(name) as File).arrayBuffer()),
      ),
    )
    expect(sent.map((bytes, index) => bytes.equals(references[1 - index]?.bytes as Buffer))).toEqual([true, true])
  })

  it('returns the picture of a version without asynchronous requests, which replies with it at once', async () => {
    const older = await startVendorFake({
      isCreate: ({ method }) => method === 'POST',
      answer: async (_, desk) =>
        Response.json({
          created: '2026-11-21T12:00:00Z',
          data: [{ url: await desk.publish({ width: 64, height: 64 }, 'whole'), seed: 7, is_image_safe: true }],
        }),
    })
    const call = imageCall()
    const answer = await createProvider(older).generate(imageRequest(ideogram3), call)
    await older.stop()
    expect((await inspectBytes(answer.bytes)).width).toBe(64)
    expect([answer.seed, call.remembered, older.creates().length]).toEqual([7, [], 1])
  })
})
