import { describe, expect, it } from 'vitest'
import { catalogue } from '#domain/models/catalogue.ts'
import type { Model } from '#domain/models/model.ts'
import { createPictureDownload } from '#server/providers/common/checked-download.ts'
import { describeEdits } from '#server-testing/providers/edit-suite.ts'
import { imageCall, imageRequest } from '#server-testing/providers/image-request.ts'
import { describeProvider } from '#server-testing/providers/provider-suite.ts'
import { failureOf } from '#server-testing/providers/provider-under-test.ts'
import { noisyPicture } from '#server-testing/vendors/flat-picture.ts'
import { geminiBodyOf, picturesOfGemini, startGoogleFake } from '#server-testing/vendors/google-fake.ts'
import { startVendorFake } from '#server-testing/vendors/vendor-fake.ts'
import { readGeminiReply } from './gemini-reply.ts'
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

const replyOfTokens = {
  candidates: [{ finishReason: 'STOP', content: { parts: [{ inlineData: { data: btoa('picture') } }] } }],
  usageMetadata: { candidatesTokenCount: 1_120 },
}

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

  it('charges the price of Nano Banana Pro for its pictures, and none for a model of unknown prices', async () => {
    const pro = models.find(({ apiModel }) => apiModel === 'gemini-3-pro-image') as Model
    // 12 tokens at $2, 1,120 at $120 and 200 at $12 for a million.
    expect((await asked(pro)).answer.costUsd).toBeCloseTo(0.1368, 4)
    expect(readGeminiReply(replyOfTokens, 'gemini-9-image').costUsd).toBeUndefined()
  })

  it('says that a key without pictures in its quota has no credit, and does not retry', async () => {
    const free = await startVendorFake({
      isCreate: () => true,
      answer: () =>
        Response.json(
          {
            error: {
              code: 429,
              status: 'RESOURCE_EXHAUSTED',
              message: 'Quota exceeded for metric: generate_content_free_tier_requests, limit: 0, model: gemini-image',
              details: [{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '40s' }],
            },
          },
          { status: 429 },
        ),
    })
    const provider = createGoogleProvider({ baseUrl: free.url, download })
    const failure = await failureOf(provider.generate(imageRequest(gemini), imageCall()))
    await free.stop()
    expect(failure).toMatchObject({ code: 'key', message: expect.stringContaining('no credit left') })
  })

  it('makes several large pictures smaller together', async () => {
    const bytes = await noisyPicture(3_000_000)
    const references = [1, 2, 3, 4, 5, 6].map(() => ({ role: 'content' as const, bytes }))
    const fake = await startGoogleFake()
    await createGoogleProvider({ baseUrl: fake.url, download }).generate(
      imageRequest(gemini, { references }),
      imageCall(),
    )
    const sent = picturesOfGemini(fake.lastCreate())
    await fake.stop()
    expect(sent).toHaveLength(6)
    expect(sent.reduce((sum, { byteLength }) => sum + byteLength, 0)).toBeLessThan(14_000_000)
  })
})
