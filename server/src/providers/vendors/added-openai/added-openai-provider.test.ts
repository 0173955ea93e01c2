import { afterAll, describe, expect, it } from 'vitest'
import { modelOfConnection } from '#domain/models/found-model.ts'
import type { Model } from '#domain/models/model.ts'
import { createPictureDownload } from '#server/providers/common/checked-download.ts'
import { createEndpointFetch } from '#server/providers/common/endpoint-fetch.ts'
import { addedModels } from '#server-testing/providers/added-models.ts'
import { describeEdits } from '#server-testing/providers/edit-suite.ts'
import { imageCall, imageRequest } from '#server-testing/providers/image-request.ts'
import { describeProvider } from '#server-testing/providers/provider-suite.ts'
import { picturesOfImagesCall, startOpenAiImagesFake } from '#server-testing/vendors/openai-images-fake.ts'
import { fakeKey, type VendorFake } from '#server-testing/vendors/vendor-fake.ts'
import { foundById, foundInList } from './added-openai-models.ts'
import { createOpenAiImagesProvider } from './added-openai-provider.ts'

const download = createPictureDownload()
const endpointFetch = createEndpointFetch()
afterAll(() => Promise.all([download.close(), endpointFetch.close()]))
const createProvider = ({ url }: VendorFake) => createOpenAiImagesProvider({ baseUrl: url, download, endpointFetch })
const startFake = () => startOpenAiImagesFake()
const models = await addedModels('openai-images', {
  startFake: () => startOpenAiImagesFake({ list: [{ id: 'my-flux' }, { id: 'my-edit', type: 'image' }] }),
  createProvider,
}).then(() => addedModels('openai-images', { startFake, createProvider }))

describeProvider({
  name: "A server with OpenAI's calls",
  startFake,
  createProvider,
  models,
  keyHeader: 'authorization',
  refusals: ['refuses', 'refuses-451'],
  lacks: ['expired-address', 'fails'],
  wrappings: ['event-stream', 'unknown-fields', 'data-uri', 'address'],
  requests: 'answered-at-once',
  cancel: 'by-hanging-up',
  keyCheck: 'asks',
  progress: 'none',
  picturesIn: picturesOfImagesCall,
})

const editor = modelOfConnection(
  { provider: 'openai-images', connection: { id: 'c', ownerId: null, name: 'Theirs' }, value: 'my-edit' },
  foundById('my-edit'),
  { price: { priceHundredths: 0 }, seconds: null },
)
describeEdits({
  name: "A server with OpenAI's calls",
  startFake,
  createProvider,
  models: [editor],
  masked: [],
  pictureIn: async (create) => (await picturesOfImagesCall(create))[0] ?? new Uint8Array(),
  wordsIn: async (create) => String((await create.form()).get('prompt')),
  refusals: ['refuses', 'refuses-451'],
})

const [flux] = models as [Model]
const endpointOf = (fake: VendorFake, over: object = {}) =>
  ({ name: 'My server', baseUrl: fake.url, reach: 'anywhere', ...over }) as const

describe("a server with OpenAI's calls", () => {
  it('is asked for a size that it takes where it refuses the requested one', async () => {
    const fake = await startOpenAiImagesFake({ sizes: ['1024x1024', '1536x1024', '1024x1536'] })
    await createProvider(fake).generate(imageRequest(flux, { aspectRatio: '16:9' }), imageCall())
    expect(fake.creates().map((each) => (each.json() as { size: string }).size)).toEqual(['1280x720', '1536x1024'])
    await fake.stop()
  })

  it.each(['', '/', '/v1', '/v1/'])('is found where its address is written with %j at its end', async (end) => {
    const fake = await startFake()
    const call = imageCall({ endpoint: { name: 'My server', baseUrl: `${fake.url}${end}`, reach: 'anywhere' } })
    await createProvider(fake).generate(imageRequest(flux), call)
    expect(fake.lastCreate().path).toBe('/v1/images/generations')
    await fake.stop()
  })

  it('is asked without a key where it needs none', async () => {
    const fake = await startOpenAiImagesFake({ key: '' })
    const call = imageCall({ key: '', endpoint: endpointOf(fake) })
    await createProvider(fake).generate(imageRequest(flux), call)
    expect(fake.lastCreate().headers.has('authorization')).toBe(false)
    await fake.stop()
  })

  it('that a person named is not called on an internal network, with the reason', async () => {
    const fake = await startFake()
    const call = imageCall({ endpoint: endpointOf(fake, { reach: 'public' }) })
    await expect(createProvider(fake).generate(imageRequest(flux), call)).rejects.toThrow(
      'My server is at an address of an internal network',
    )
    await expect(
      createProvider(fake).added?.check({ ...endpointOf(fake, { reach: 'public' }), key: fakeKey }, call.signal),
    ).rejects.toThrow('internal network')
    expect(fake.asked).toEqual([])
    await fake.stop()
  })
})

describe('the list of a server', () => {
  const ids = (reply: unknown) => foundInList(reply)?.map(({ apiModel }) => apiModel) ?? null

  it('keeps what says that it makes pictures', () =>
    expect(
      ids([
        { id: 'odd-name', type: 'image' },
        { id: 'flux', type: 'chat' },
      ]),
    ).toEqual(['odd-name']))

  it('keeps what is named like such a model where nothing is said', () =>
    expect(ids({ object: 'list', data: [{ id: 'flux-1' }, { id: 'llama-4' }] })).toEqual(['flux-1']))

  it('keeps everything where neither helps, so that a person can choose', () =>
    expect(ids({ data: [{ id: 'mine' }, { id: 'yours' }] })).toEqual(['mine', 'yours']))

  it('is none where it is something else', () => expect(ids({ models: 3 })).toBeNull())

  it('are not read of a list with a name longer than any, in which families would be searched', () => {
    expect(foundInList([{ id: 'gemini'.repeat(1_000_000) }])).toBeNull()
  })

  it('recognizes editors by their names', () =>
    expect(foundInList([{ id: 'qwen-image-edit' }, { id: 'flux-schnell' }])?.map(({ does }) => does)).toEqual([
      ['words', 'edit'],
      ['words'],
    ]))
})
