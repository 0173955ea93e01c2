import { beforeEach, describe, expect, it } from 'vitest'
import type { GenerationShape } from '#contract/cards/generation.ts'
import type { CreatedTokenShape } from '#contract/programs/api-token.ts'
import type { PurseShape } from '#contract/programs/purse.ts'
import { maxDepth } from '#domain/prompt/draw-words.ts'
import { nameKey } from '#domain/prompt/name-key.ts'
import { wordLists } from '#server/db/schema/words.ts'
import { readRecord } from '#server/pictures/picture-record.ts'
import { createInstantProvider } from '#server-testing/instant-provider.ts'
import { programOf } from '#server-testing/program.ts'
import { signUp, type TestClient } from '#server-testing/test-client.ts'
import { withTestServer } from '#server-testing/test-server.ts'
import { createWordListReader } from './drawn-prompts.ts'

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

  it('is refused where it draws more than 200 words', async () => {
    const { status, body } = await ada.send('POST', '/api/generations', { prompt: '__light__'.repeat(201) })
    expect([status, body.message]).toEqual([
      400,
      'A prompt draws at most 200 words, those inside of drawn words included. Take some names of lists out.',
    ])
  })

  it('is refused where its lists lead to more than 200 lists', async () => {
    await keepList(ada, 'many', ...Array.from({ length: 200 }, (_, at) => `__other${at}__`), 'fox')
    const { status, body } = await ada.send('POST', '/api/generations', { prompt: '__many__' })
    expect([status, body.message]).toEqual([
      400,
      'The prompt and the words of its lists name more than 200 lists. Take some out.',
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

describe('createWordListReader', () => {
  const countingReads = () => {
    let reads = 0
    const { system } = context.server.database
    const db: Pick<typeof system, 'select'> = new Proxy(system, {
      get(target, name) {
        if (name === 'select') reads += 1
        return Reflect.get(target, name)
      },
    })
    return { reader: createWordListReader(db as typeof system, ada.userId), reads: () => reads }
  }

  it('reads a chain of lists as deep as words are drawn, and each list once for all prompts', async () => {
    for (let at = 0; at < 12; at++) await keepList(ada, `chain${at}`, `__chain${at + 1}__`)
    const { reader, reads } = countingReads()
    const lists = await reader.readFor('__chain0__')
    expect(lists.ok && [...lists.value.keys()]).toEqual(Array.from({ length: maxDepth }, (_, at) => `chain${at}`))
    expect(reads()).toBe(maxDepth)
    await reader.readFor('__chain0__ again')
    expect(reads()).toBe(maxDepth)
  })
})

describe('a prompt in a purse', () => {
  it('has the names of lists and references as plain text, its quote as well', async () => {
    const fox = await ada.settled(await ada.generate({ prompt: 'a fox', count: 1 }))
    const { projectId } = fox
    await ada.send('POST', '/api/references', { name: 'anna', imageIds: [fox.images[0]?.id] })
    const area = { x: 10_000, y: 0, width: 3_600, height: 1_800 }
    const asked = { name: 'Agent', most: 1_000, ...area }
    const purse = (await ada.send<PurseShape>('POST', `/api/projects/${projectId}/purses`, asked)).body
    const made = (await ada.send<CreatedTokenShape>('POST', `/api/purses/${purse.id}/token`, { name: 'x' })).body
    const program = programOf(context.server, { id: made.token.id, secret: made.secret })
    const body = { prompt: '@anna at __light__ in __nothing__', count: 1 }
    const card = await program.send<GenerationShape>('POST', '/api/generations', body)
    expect([card.status, card.body]).toMatchObject([
      202,
      { prompt: body.prompt, writtenPrompt: null, references: [], imagePrompts: [] },
    ])
  })
})
