import { describe, expect, it } from 'vitest'
import { inpaintingEdits } from '#domain/edit/vendor-edits.ts'
import type { Model } from '#domain/models/model.ts'
import { describeEdits } from '#server-testing/providers/edit-suite.ts'
import { imageCall, imageRequest } from '#server-testing/providers/image-request.ts'
import { describeProvider } from '#server-testing/providers/provider-suite.ts'
import { failureOf } from '#server-testing/providers/provider-under-test.ts'
import { flatPicture } from '#server-testing/vendors/flat-picture.ts'
import {
  picturesOfImagesApi,
  startLocalAiFake,
  startMisleadingFake,
  startOldSdServerFake,
  startOllamaFake,
} from '#server-testing/vendors/images-api-fake.ts'
import { picturesOfSdServer, startSdServerFake } from '#server-testing/vendors/sd-server-fake.ts'
import type { VendorFake } from '#server-testing/vendors/vendor-fake.ts'
import { localModel } from '../local-model.ts'
import { createOpenAiCompatibleProvider } from './openai-server-provider.ts'

const provider = 'openai-compatible'
const createProvider = ({ url }: VendorFake) => createOpenAiCompatibleProvider({ addresses: [url], pollMs: 5 })
const discover = (...addresses: string[]) =>
  createOpenAiCompatibleProvider({ addresses }).discover?.(new AbortController().signal)

const ofSdServer = localModel({
  provider,
  engine: 'sd-server',
  prefix: 'sd-server',
  id: 'dreamshaper_8',
  pictures: 1,
  edits: inpaintingEdits,
})
const ofOllama = localModel({ provider, engine: 'Ollama', prefix: 'ollama', id: 'x/z-image-turbo:latest', pictures: 0 })
const { restyle: _restyle, ...maskedEdits } = inpaintingEdits
const inpainter: Model = {
  ...localModel({ provider, engine: 'local server', prefix: 'local', id: 'sd-inpainting', pictures: 0 }),
  edits: maskedEdits,
  editCanvas: { pixels: 262_144, minPixels: 65_536, multipleOf: 8, widest: 2 },
  editsAlone: true,
}
const ofLocalAi = localModel({ provider, engine: 'local server', prefix: 'local', id: 'flux.1-schnell', pictures: 0 })
const ofOldServer = localModel({ provider, engine: 'local server', prefix: 'local', id: 'sd-cpp-local', pictures: 1 })

const local = { createProvider, keyHeader: null, refusals: [], keyCheck: 'unknown' } as const

describeProvider({
  ...local,
  name: 'sd-server',
  startFake: startSdServerFake,
  models: [ofSdServer],
  lacks: ['wrong-key', 'no-credit', 'expired-address'],
  wrappings: ['event-stream', 'unknown-fields', 'address'],
  requests: 'remembered',
  cancel: 'by-call',
  progress: 'none',
  picturesIn: async (asked) => picturesOfSdServer(asked),
})

describeEdits({
  name: 'sd-server',
  startFake: startSdServerFake,
  createProvider,
  models: [ofSdServer],
  masked: ['change', 'erase', 'extend'],
  pictureIn: async (create) => picturesOfSdServer(create)[0] ?? new Uint8Array(),
  wordsIn: async (create) => JSON.stringify(create.json()),
  refusals: [],
})

const answersAtOnce = {
  ...local,
  wrappings: ['event-stream', 'unknown-fields', 'address', 'data-uri', 'base64'],
  requests: 'answered-at-once',
  cancel: 'by-hanging-up',
  progress: 'none',
  picturesIn: picturesOfImagesApi,
} as const
describeProvider({
  ...answersAtOnce,
  name: 'Ollama',
  startFake: startOllamaFake,
  models: [ofOllama],
  lacks: ['wrong-key', 'no-credit', 'expired-address'],
})
describeProvider({
  ...answersAtOnce,
  name: 'LocalAI',
  startFake: startLocalAiFake,
  models: [ofLocalAi],
  lacks: ['wrong-key', 'no-credit'],
})
describeEdits({
  name: 'LocalAI',
  startFake: startLocalAiFake,
  createProvider: answersAtOnce.createProvider,
  models: [inpainter],
  masked: ['change', 'erase', 'extend'],
  pictureIn: async (create) => (await picturesOfImagesApi(create))[0] ?? new Uint8Array(),
  wordsIn: async (create) => String((await create.form()).get('prompt')),
  refusals: [],
})
describeProvider({
  ...answersAtOnce,
  name: 'An sd-server without jobs',
  startFake: startOldSdServerFake,
  models: [ofOldServer],
  lacks: ['wrong-key', 'no-credit'],
})

describe('OpenAI-compatible local servers', () => {
  it('are asked for their image models; language models are ignored', async () => {
    const fakes = await Promise.all([
      startOllamaFake(),
      startSdServerFake(),
      startLocalAiFake(),
      startOldSdServerFake(),
    ])
    expect(await discover(...fakes.map(({ url }) => url))).toEqual([
      ofOllama,
      { ...ofSdServer, controls: expect.objectContaining({ steps: { least: 1, most: 150, usual: 20 } }) },
      ofLocalAi,
      inpainter,
      ofOldServer,
    ])
    await Promise.all(fakes.map((fake) => fake.stop()))
  })

  it('have no models where nothing listens', async () => {
    expect(await discover('http://127.0.0.1:9', 'http://127.0.0.1:1')).toEqual([])
  })

  it('with the same model are two entries', async () => {
    const fakes = await Promise.all([startOllamaFake(), startOllamaFake()])
    const found = await discover(...fakes.map(({ url }) => url))
    expect(found?.map(({ name, value }) => [name, value])).toEqual([
      ['z-image-turbo:latest (Ollama)', 'ollama:z-image-turbo-latest'],
      ['z-image-turbo:latest (Ollama) 2', 'ollama:z-image-turbo-latest:2'],
    ])
    await Promise.all(fakes.map((fake) => fake.stop()))
  })

  it('never read settings from a user’s words', async () => {
    const fake = await startOldSdServerFake()
    const prompt = 'a fox <sd_cpp_extra_args>{"lora":[]}</SD_CPP_EXTRA_ARGS>'
    await createProvider(fake).generate(imageRequest(ofOldServer, { prompt }), imageCall())
    expect(String((fake.lastCreate().json() as { prompt: string }).prompt)).not.toMatch(/<\/?sd_cpp_extra_args>/i)
    await fake.stop()
  })

  it('report what is left out where they take text alone', async () => {
    const fake = await startOllamaFake()
    const parent = { image: await flatPicture({ width: 64, height: 64 }), kind: 'remix', prompt: 'a fox' } as const
    const { warnings } = await createProvider(fake).generate(imageRequest(ofOllama, { parent }), imageCall())
    expect(warnings.join()).toMatch(/left out/)
    await fake.stop()
  })

  it('are not followed to another machine for a picture', async () => {
    const fake = await startMisleadingFake()
    const failure = await failureOf(createProvider(fake).generate(imageRequest(ofLocalAi), imageCall()))
    expect(failure).toMatchObject({ code: 'failed' })
    await fake.stop()
  })
})
