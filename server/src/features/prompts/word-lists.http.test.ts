import { sql } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { WordListShape } from '#contract/prompts/word-list.ts'
import { uuidV7 } from '#domain/text/uuid-v7.ts'
import { signUp, type TestClient } from '#server-testing/test-client.ts'
import { withTestServer } from '#server-testing/test-server.ts'
import { sendTextFile } from '#server-testing/text-file.ts'

const context = withTestServer()
let ada: TestClient
let grace: TestClient
beforeAll(async () => {
  grace = await signUp(context.server)
})
beforeEach(async () => {
  ada = await signUp(context.server)
})

const newId = () => uuidV7(Date.now(), crypto.getRandomValues(new Uint8Array(10)))
const list = async () => (await ada.send<{ items: WordListShape[]; nextCursor: null }>('GET', '/api/word-lists')).body
const names = async () => (await list()).items.map(({ name }) => name)
const light = { name: 'light', words: [{ text: 'dawn', weight: 2 }, { text: ' dusk ' }] }
const create = (over: object = {}, client = ada) =>
  client.send<WordListShape>('POST', '/api/word-lists', { ...light, ...over })
const wordsOf = (count: number, text = 'x') => Array.from({ length: count }, (_, at) => ({ text: `${text}${at}` }))
const importFile = (file: string | Uint8Array, query = '', key?: string) =>
  sendTextFile(context.server, ada, { path: `/api/word-lists/import${query}`, file, ...(key && { key }) })

describe('POST /api/word-lists', () => {
  it('creates a list', async () => {
    const { status, body } = await create()
    const time = expect.stringMatching(/^\d{4}-.*Z$/)
    const words = [
      { text: 'dawn', weight: 2 },
      { text: 'dusk', weight: 1 },
    ]
    expect([status, body]).toEqual([
      201,
      { id: expect.any(String), name: 'light', words, createdAt: time, updatedAt: time },
    ])
    expect(await list()).toEqual({ items: [body], nextCursor: null })
  })

  it.each(['film-stock', 'animals/birds', 'אור', '光', 'नमस्ते', 'x'.repeat(60)])('takes the name %s', async (name) =>
    expect((await create({ name, words: [{ text: '🦊 أرنب 狐' }] })).status).toBe(201),
  )

  it.each([
    ['a name with a space', { name: 'two words' }, 'name'],
    ['a name with __', { name: 'a__b' }, 'name'],
    ['a name of 61 characters', { name: 'x'.repeat(61) }, 'name'],
    ['an emoji as its name', { name: '🦊' }, 'name'],
    ['no words', { words: [] }, 'words'],
    ['5,001 words', { words: wordsOf(5_001) }, 'words'],
    ['a word of 201 characters', { words: [{ text: 'x'.repeat(201) }] }, 'text'],
    ['a word of two lines', { words: [{ text: 'a\nb' }] }, 'text'],
    ['no weight', { words: [{ text: 'x', weight: 0 }] }, 'weight'],
    ['too much weight', { words: [{ text: 'x', weight: 1_000.1 }] }, 'weight'],
    ['more than 400 KB', { words: wordsOf(2_300, '雨'.repeat(52)) }, 'words'],
    ['an unknown field', { color: 'red' }, 'color'],
  ])('refuses %s', async (_, over, field) => {
    const { status, body } = await create(over)
    expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining(field)])
  })

  it('refuses a name that is taken, also at the same time', async () => {
    const replies = await Promise.all([create(), create({ name: 'LIGHT' })])
    expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 409])
    const taken = replies.find(({ status }) => status === 201)?.body.name
    expect(replies.find(({ status }) => status === 409)?.body).toEqual({
      code: 'conflict',
      message: `You have a word list of the name “${taken}”. Choose another name.`,
    })
  })

  it('creates once for one id', async () => {
    const id = newId()
    const replies = [await create({ id }), await create({ id })]
    expect(replies.map(({ status, body }) => [status, body.id])).toEqual(Array(2).fill([201, id]))
    expect((await create({ id, words: [{ text: 'x' }] })).status).toBe(409)
    expect((await create({ id }, grace)).status).toBe(409)
    expect(await names()).toEqual(['light'])
  })

  it('holds 20,000 words of one user, and 1,000 lists', async () => {
    for (const name of ['a', 'b', 'c', 'd']) expect((await create({ name, words: wordsOf(5_000) })).status).toBe(201)
    const words = await create({ name: 'e' })
    expect([words.status, words.body]).toMatchObject([413, { message: expect.stringContaining('20,000 words') }])
    await context.server.database.system.execute(sql`delete from word_lists where user_id = ${ada.userId}`)
    await context.server.database.system.execute(sql`
      insert into word_lists (id, user_id, name, name_key, words)
      select gen_random_uuid(), ${ada.userId}, 'n' || i, 'n' || i, '[{"text":"x","weight":1}]' from generate_series(1, 1000) i`)
    const lists = await create()
    expect([lists.status, lists.body]).toMatchObject([413, { message: expect.stringContaining('1,000 word lists') }])
  })

  it('holds 4 MB of words of one user', async () => {
    const words = wordsOf(590, '雨'.repeat(196))
    for (let at = 0; at < 10; at++) expect((await create({ name: `n${at}`, words })).status).toBe(201)
    const { status, body } = await create({ name: 'more', words })
    expect([status, body]).toMatchObject([413, { message: expect.stringContaining('4 MB') }])
  })
})

describe('PUT /api/word-lists/{id}', () => {
  const change = (id: string, body: object, client = ada) =>
    client.send<WordListShape>('PUT', `/api/word-lists/${id}`, { ...light, ...body })

  it('replaces the name and the words', async () => {
    const { body: own } = await create({ words: wordsOf(5_000) })
    const words = [{ text: 'noon', weight: 0.5 }]
    const { status, body } = await change(own.id, { name: 'Light', words })
    expect([status, body]).toEqual([200, { ...own, name: 'Light', words, updatedAt: body.updatedAt }])
  })

  it('refuses the name of another list, bad fields, and lists of others', async () => {
    const { body: own } = await create()
    await create({ name: 'dark' })
    expect((await change(own.id, { name: 'DARK' })).status).toBe(409)
    expect((await change(own.id, { words: [] })).status).toBe(400)
    for (const body of [{}, { words: [] }]) expect((await change(own.id, body, grace)).status).toBe(404)
  })
})

describe('DELETE /api/word-lists/{id}', () => {
  it('deletes a list of its owner alone', async () => {
    const { body: own } = await create()
    const remove = (client = ada) => client.send('DELETE', `/api/word-lists/${own.id}`)
    expect((await remove(grace)).status).toBe(404)
    expect(await remove()).toMatchObject({ status: 200, body: { deleted: 1, ids: [own.id] } })
    expect(await names()).toEqual([])
  })
})

describe('POST /api/word-lists/import', () => {
  it('creates a list of a wildcard file', async () => {
    const file = Buffer.from('\ufeff# Light\r\n2::dawn\r\n\r\n__color__ dusk\r\n', 'utf16le')
    expect(await importFile(file, '?name=light')).toEqual({ status: 201, body: { saved: 1, refused: [] } })
    expect((await list()).items[0]?.words).toEqual([
      { text: 'dawn', weight: 2 },
      { text: '__color__ dusk', weight: 1 },
    ])
    expect((await importFile(file, '?name=Light')).body).toMatchObject({
      saved: 0,
      refused: [{ name: 'Light', message: 'You have a word list of the name “light”. Choose another name.' }],
    })
  })

  it('creates the lists of a YAML file', async () => {
    const { body } = await importFile('animals:\n  birds: [heron]\n  two cats: [lynx]\n光: [夜]\n')
    expect([body.saved, body.refused?.map(({ name }) => name)]).toEqual([2, ['animals/two cats']])
    expect(await names()).toEqual(['animals/birds', '光'])
  })

  it('creates as many as there is room for', async () => {
    const { body } = await importFile(
      ['a', 'b', 'c', 'd', 'e'].map((name) => `${name}:\n${'- x\n'.repeat(5_000)}`).join(''),
    )
    expect([body.saved, body.refused]).toMatchObject([4, [{ name: 'e' }]])
  })

  it.each<[string, string | Uint8Array, string, number]>([
    ['words without a name', 'dawn', '', 400],
    ['a bad name, also for YAML', 'a: [b]', '?name=a__b', 400],
    ['an unknown parameter', 'a: [b]', '?color=red', 400],
    ['a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1]), '?name=x', 400],
    ['broken YAML', 'a:\n  - b\n c: [\n', '', 400],
    ['no words', '#\n', '?name=x', 400],
    ['more than 1 MB', 'x'.repeat(1_000_001), '?name=x', 413],
  ])('refuses %s, and creates nothing', async (_, file, query, status) => {
    const reply = await importFile(file, query)
    expect([reply.status, reply.body.message]).toEqual([status, expect.stringMatching(/^[A-Z].*\w/)])
    expect(await names()).toEqual([])
  })

  it('imports once for one Idempotency-Key', async () => {
    const replies = [await importFile('a: [b]', '', 'k'), await importFile('a: [b]', '', 'k')]
    expect(replies.map(({ body }) => body)).toEqual(Array(2).fill({ saved: 1, refused: [] }))
    expect((await importFile('a: [b]', '?name=x', 'k')).status).toBe(409)
  })
})
