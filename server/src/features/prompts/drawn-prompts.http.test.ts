import { beforeEach, describe, expect, it } from 'vitest'
import type { GenerationShape } from '#contract/cards/generation.ts'
import { nameKey } from '#domain/prompt/name-key.ts'
import { wordLists } from '#server/db/schema/words.ts'
import { readRecord } from '#server/pictures/picture-record.ts'
import { createInstantProvider } from '#server-testing/instant-provider.ts'
import { signUp, type TestClient } from '#server-testing/test-client.ts'
import { withTestServer } from '#server-testing/test-server.ts'

const provider = createInstantProvider()
const context = withTestServer({ providers: [provider] })
let ada: TestClient

const keepList = (client: TestClient, name: string, ...texts: string[]) =>
  context.server.database.system.insert(wordLists).values({
    id: crypto.randomUUID(),
    userId: client.userId,
    name,
    nameKey: nameKey(name),
    words: texts.map((text) => ({ text, weight: 1 })),
  })

beforeEach(async () => {
  ada = await signUp(context.server)
  await keepList(ada, 'light', 'dawn', 'dusk', 'noon', 'midnight')
  provider.requests.length = 0
})

const promptsOf = ({ images }: GenerationShape) => images.map(({ prompt }) => prompt)

describe('a prompt with a list', () => {
  it('draws a word for each image, sends it, and keeps what was written', async () => {
    const card = await ada.settled(await ada.generate({ prompt: 'a fox at __Light__', seed: 7 }))
    expect(card.writtenPrompt).toBe('a fox at __Light__')
    for (const prompt of promptsOf(card)) expect(prompt).toMatch(/^a fox at (dawn|dusk|noon|midnight)$/)
    expect(card.prompt).toBe(card.images[0]?.prompt)
    expect(provider.requests.map(({ prompt }) => prompt).toSorted()).toEqual(promptsOf(card).toSorted())
  })

  it('draws the same words for the same seed', async () => {
    const asked = { prompt: '__light__, __light__, __light__', seed: 7 }
    expect(promptsOf(await ada.generate(asked))).toEqual(promptsOf(await ada.generate(asked)))
    expect(promptsOf(await ada.generate({ ...asked, seed: 8_000 }))).not.toEqual(promptsOf(await ada.generate(asked)))
  })

  it('names the project by the drawn words', async () => {
    const { projectId } = await ada.generate({ prompt: '__light__', count: 1 })
    const { body } = await ada.send<{ title: string }>('GET', `/api/projects/${projectId}`)
    expect(body.title).toMatch(/^(dawn|dusk|noon|midnight)$/i)
  })

  it('is refused with the name of a list that is missing, and changes nothing', async () => {
    const { status, body } = await ada.send('POST', '/api/generations', { prompt: 'a fox in __weather__' })
    expect(status).toBe(400)
    expect(body.message).toBe(
      "You have no list 'weather'. Add it to your lists, or take __weather__ out of the prompt.",
    )
    expect((await ada.send<{ items: unknown[] }>('GET', '/api/projects')).body.items).toEqual([])
  })

  it("is refused with another user's list", async () => {
    const grace = await signUp(context.server)
    expect((await grace.send('POST', '/api/generations', { prompt: 'at __light__' })).status).toBe(400)
  })

  it('draws from lists within lists, and refuses one that leads to itself', async () => {
    await keepList(ada, 'scene', 'a harbor at __light__')
    await keepList(ada, 'loop', 'x __loop__')
    const { images } = await ada.generate({ prompt: '__scene__', count: 1 })
    expect(images[0]?.prompt).toMatch(/^a harbor at (dawn|dusk|noon|midnight)$/)
    const { status, body } = await ada.send('POST', '/api/generations', { prompt: '__loop__' })
    expect([status, body.message]).toEqual([
      400,
      "The list 'loop' leads back to itself. Take its own name out of its words.",
    ])
  })

  it('has its words on the board, in the list of cards and in the file', async () => {
    const card = await ada.settled(await ada.generate({ prompt: 'at __light__', count: 2, seed: 3 }))
    const board = await (await ada.raw('GET', `/api/projects/${card.projectId}/board`)).text()
    expect(board).toContain('"writtenPrompt":"at __light__"')
    for (const prompt of promptsOf(card)) expect(board).toContain(`"prompt":"${prompt}"`)
    const file = await (await ada.raw('GET', `/api/images/${card.images[1]?.id}/file`)).arrayBuffer()
    expect(await readRecord(new Uint8Array(file))).toMatchObject({
      prompt: card.images[1]?.prompt,
      writtenPrompt: 'at __light__',
    })
  })
})

describe('a prompt without a list', () => {
  it.each(['a fox', '__two words__', '{red|blue} fox'])('is sent as it is written: %s', async (prompt) => {
    const card = await ada.generate({ prompt, count: 1 })
    expect(card).toMatchObject({ prompt, writtenPrompt: null, images: [{ prompt: null }] })
  })

  it('keeps the words that it was improved from', async () => {
    const card = await ada.settled(await ada.generate({ prompt: 'a red fox', improvedFrom: 'fox', count: 1 }))
    expect(card.improvedFrom).toBe('fox')
    const board = await (await ada.raw('GET', `/api/projects/${card.projectId}/board`)).text()
    expect(board).toContain('"improvedFrom":"fox"')
  })
})
