import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createInstantProvider } from '#server-testing/instant-provider.ts'
import { type ScriptedModel, type ScriptedTurn, startScriptedModel } from '#server-testing/scripted-model.ts'
import { signUp, type TestClient } from '#server-testing/test-client.ts'
import { openTestServer, type TestServer, withTestServer } from '#server-testing/test-server.ts'

let model: ScriptedModel
let server: TestServer
let ada: TestClient
beforeAll(async () => {
  model = await startScriptedModel()
  const variables = { ASSISTANT_MODEL: `provider=compatible,model=scripted,url=${model.url},tokens-per-day=1000` }
  server = await openTestServer({ providers: [createInstantProvider()], variables })
})
afterAll(async () => {
  await server.close()
  await model.stop()
})
beforeEach(async () => {
  ada = await signUp(server)
})

/** A prompt that the script knows by its words, and the reply to it. */
async function improve(turn: ScriptedTurn, over: object = {}) {
  const prompt = `a fox ${randomUUID()}`
  model.script(prompt, turn)
  const reply = await ada.send<{ prompt: string; languageModel: string; price: number; message: string }>(
    'POST',
    '/api/prompts/improve',
    { prompt, model: 'Sketch', ...over },
  )
  return { asked: prompt, ...reply }
}

describe('improving a prompt', () => {
  it('answers the better prompt with the name of the language model and its price', async () => {
    const { status, body } = await improve({ text: 'Sure: <prompt>a red fox at dawn</prompt>' })
    expect(status).toBe(200)
    expect(body).toEqual({
      prompt: 'a red fox at dawn',
      languageModel: 'scripted (OpenAI-compatible server)',
      price: 0,
    })
  })

  it('tells the model of the prompt alone, as data, and offers it no tools', async () => {
    const { asked } = await improve({ text: '<prompt>a red fox</prompt>' })
    const [request] = model.askedAbout(asked)
    expect(request?.messages.map(({ role }) => role)).toEqual(['system', 'user'])
    expect(request?.tools ?? []).toEqual([])
  })

  it.each([
    ['nothing', { text: '' }, 422, /answered nothing\. Try again\.$/],
    ['a refusal', { text: 'No.' }, 422, /answered something else than a prompt\. Try again\.$/],
    ['a web page', { text: '<html><body>Bad gateway</body></html>' }, 422, /answered something else than a prompt/],
    ['50,000 characters', { text: `<prompt>${'fox '.repeat(12_500)}</prompt>` }, 422, /more than 4000 characters/],
    ['another language', { text: '<prompt>黎明时分的红狐狸</prompt>' }, 422, /answered in another language/],
    ['a failure', { status: 401 }, 503, /doesn't accept the key/],
  ])('becomes a sentence where the model answers %s', async (_case, turn, status, message) => {
    const reply = await improve(turn)
    expect([reply.status, reply.body.message]).toEqual([status, expect.stringMatching(message)])
  })

  it('is refused for a model or a project that does not exist', async () => {
    expect((await improve({}, { model: 'No such model' })).status).toBe(422)
    expect((await improve({}, { projectId: randomUUID() })).status).toBe(404)
  })

  it('ends with the tokens of the day, which runs of the assistant count too', async () => {
    const statuses: number[] = []
    for (let at = 0; at < 20 && statuses.at(-1) !== 429; at++)
      statuses.push((await improve({ text: '<prompt>a red fox</prompt>' })).status)
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThan(3)
    expect(statuses.at(-1)).toBe(429)
  })
})

describe('describing an image', () => {
  it('shows the picture to the model, and answers its words', async () => {
    const card = await ada.settled(await ada.generate({ prompt: 'a fox', count: 1 }))
    model.script('image/jpeg', { text: '<description>Ein Fuchs im Schnee.</description>' })
    const address = `/api/images/${card.images[0]?.id}/describe`
    const { status, body } = await ada.send('POST', address, { language: 'de' })
    expect(status).toBe(200)
    expect(body).toEqual({
      description: 'Ein Fuchs im Schnee.',
      languageModel: 'scripted (OpenAI-compatible server)',
      price: 0,
    })
    const [request] = model.askedAbout('image/jpeg')
    expect(JSON.stringify(request?.messages)).toContain("language 'de'")
  })

  it("is not found for another user's image", async () => {
    const card = await ada.settled(await ada.generate({ prompt: 'a fox', count: 1 }))
    const grace = await signUp(server)
    expect((await grace.send('POST', `/api/images/${card.images[0]?.id}/describe`, {})).status).toBe(404)
  })
})

describe('GET /api/prompts/language-model', () => {
  const offer = async (person: TestClient) => (await person.send('GET', '/api/prompts/language-model')).body

  it("names the server's model and its price", async () =>
    expect(await offer(ada)).toEqual({ languageModel: 'scripted (OpenAI-compatible server)', price: 0 }))
})

describe('without a language model', () => {
  const context = withTestServer({ providers: [createInstantProvider()] })

  it('offers none', async () => {
    const grace = await signUp(context.server)
    expect((await grace.send('GET', '/api/prompts/language-model')).body).toEqual({ languageModel: null, price: 0 })
  })

  it('says what enables it', async () => {
    const grace = await signUp(context.server)
    const { status, body } = await grace.send('POST', '/api/prompts/improve', { prompt: 'a fox', model: 'Sketch' })
    expect(status).toBe(409)
    expect(body).toEqual({
      code: 'conflict',
      message:
        'This needs a language model. Enter a key of yours in the settings of the assistant, or ask the person who runs this server to set ASSISTANT_MODEL.',
      data: { missing: 'language-model' },
    })
  })
})
