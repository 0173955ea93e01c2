import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { catalogue } from '#domain/models/catalogue.ts'
import type { Model } from '#domain/models/model.ts'
import { describeEdits } from '#server-testing/providers/edit-suite.ts'
import { imageCall, imageRequest } from '#server-testing/providers/image-request.ts'
import { describeProvider } from '#server-testing/providers/provider-suite.ts'
import { flatPicture } from '#server-testing/vendors/flat-picture.ts'
import { startIdeogramFake } from '#server-testing/vendors/ideogram-fake.ts'
import { readIdeogramForm } from '#server-testing/vendors/ideogram-form.ts'
import { startVendorFake, type VendorFake } from '#server-testing/vendors/vendor-fake.ts'
import { inspectPicture } from '../../pictures/inspect-picture.ts'
import { createPictureDownload } from '../checked-download.ts'
import type { ImageProvider } from '../provider.ts'
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

  it('asks for Ideogram 4 at 2K, without the fields that it ignores', async () => {
    await provider.generate(imageRequest(ideogram4, { aspectRatio: '2.35:1' }), imageCall())
    expect(fake.lastCreate().path).toBe('/v2/image/generate/ideogram-4')
    const fields = Object.fromEntries(await formOf())
    expect(fields).toMatchObject({ resolution: '3072x1280' })
    expect(Object.keys(fields)).not.toContain('seed')
    expect(Object.keys(fields)).not.toContain('magic_prompt')
    expect(ideogram4.controls).toBeUndefined()
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
    expect((await inspectPicture(answer.bytes)).width).toBe(64)
    expect([answer.seed, call.remembered, older.creates().length]).toEqual([7, [], 1])
  })
})
