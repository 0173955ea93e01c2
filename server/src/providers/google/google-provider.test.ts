import { describe, expect, it } from 'vitest'
import { catalogue } from '#domain/models/catalogue.ts'
import type { Model } from '#domain/models/model.ts'
import { describeEdits } from '#server-testing/providers/edit-suite.ts'
import { imageCall, imageRequest } from '#server-testing/providers/image-request.ts'
import { describeProvider } from '#server-testing/providers/provider-suite.ts'
import { geminiBodyOf, picturesOfGemini, startGoogleFake } from '#server-testing/vendors/google-fake.ts'
import { createPictureDownload } from '../checked-download.ts'
import { createGoogleProvider } from './google-provider.ts'

const models = catalogue.filter(({ provider }) => provider === 'google')
const [gemini, nanoBanana] = models as [Model, Model]

const download = createPictureDownload()

describeProvider({
  name: 'Google',
  startFake: startGoogleFake,
  createProvider: ({ url }) => createGoogleProvider({ baseUrl: url, download }),
  models,
  keyHeader: 'x-goog-api-key',
  refusals: ['refuses', 'refuses-prompt', 'refuses-words', 'refuses-prohibited'],
  lacks: ['expired-address'],
  wrappings: ['event-stream', 'unknown-fields', 'address'],
  requests: 'answered-at-once',
  cancel: 'by-hanging-up',
  keyCheck: 'asks',
  progress: 'none',
  picturesIn: async (asked) => picturesOfGemini(asked),
})

describeEdits({
  name: 'Google',
  startFake: startGoogleFake,
  createProvider: ({ url }) => createGoogleProvider({ baseUrl: url, download }),
  models: models.filter(({ edits }) => edits),
  masked: ['change', 'erase', 'extend'],
  pictureIn: async (create) => picturesOfGemini(create)[0] ?? new Uint8Array(),
  wordsIn: async (create) => JSON.stringify(geminiBodyOf(create).contents),
  refusals: ['refuses', 'refuses-prompt', 'refuses-words', 'refuses-prohibited'],
})

const asked = async (model: Model, over: Parameters<typeof imageRequest>[1] = {}) => {
  const fake = await startGoogleFake()
  const answer = await createGoogleProvider({ baseUrl: fake.url, download }).generate(
    imageRequest(model, over),
    imageCall(),
  )
  await fake.stop()
  return { answer, body: geminiBodyOf(fake.creates()[0]!) }
}

describe('Google', () => {
  it('requests a ratio from Gemini AI, and never from Nano Banana, which follows its picture', async () => {
    const { body } = await asked(gemini, { aspectRatio: '2.35:1', resolution: '4K', seed: 77 })
    expect(body.generationConfig).toEqual({
      responseModalities: ['IMAGE'],
      seed: 77,
      imageConfig: { aspectRatio: '21:9', imageSize: '4K' },
    })
    expect((await asked(nanoBanana)).body.generationConfig.imageConfig).toEqual({ imageSize: '1K' })
  })

  it('sends earlier prompts as turns with an answer', async () => {
    const { body } = await asked(gemini, { conversationHistory: ['a fox', 'a fox at night'] })
    expect(body.contents.map(({ role }) => role)).toEqual(['user', 'model', 'user', 'model', 'user'])
    expect(body.contents[2]).toEqual({ role: 'user', parts: [{ text: 'a fox at night' }] })
  })

  it('charges by tokens: input, thoughts and picture', async () => {
    const { answer } = await asked(gemini)
    expect(answer.costUsd).toBeCloseTo(0.0351, 4)
    expect(answer.requestId).toBe('response-fake')
  })
})
