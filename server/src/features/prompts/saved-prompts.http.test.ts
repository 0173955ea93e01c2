import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { SavedPromptShape } from '#contract/prompts/saved-prompt.ts'
import { uuidV7 } from '#domain/text/uuid-v7.ts'
import { signUp, type TestClient } from '#server-testing/test-client.ts'
import { withTestServer } from '#server-testing/test-server.ts'

const context = withTestServer()
let ada: TestClient
let grace: TestClient
beforeAll(async () => {
  grace = await signUp(context.server)
})
beforeEach(async () => {
  ada = await signUp(context.server)
})

type Page = { items: SavedPromptShape[]; nextCursor: string | null }
const newId = () => uuidV7(Date.now(), crypto.getRandomValues(new Uint8Array(10)))
const list = async (query = '') => (await ada.send<Page>('GET', `/api/saved-prompts${query}`)).body
const fog = { name: 'Fog', text: 'a fox in fog' }
const save = (over: object = {}, client = ada) =>
  client.send<SavedPromptShape>('POST', '/api/saved-prompts', { ...fog, ...over })
const found = async (q: string) => (await list(`?q=${encodeURIComponent(q)}`)).items.map(({ name }) => name)

/** Fills an account with rows that no call makes in time. */
const fill = (count: number) =>
  context.server.database.system.execute(sql`
    insert into saved_prompts (id, user_id, name, name_key, text, tags, created_at)
    select gen_random_uuid(), ${ada.userId}, 'n' || i, 'n' || i, 'x', '[]', now() - (i / 3) * interval '1 millisecond'
    from generate_series(1, ${count}::int) i`)

describe('POST /api/saved-prompts', () => {
  it('saves a prompt with what it is used with', async () => {
    const settings = { aspectRatio: '16:9', rawMode: false }
    const { status, body } = await save({ name: ' Fog ', tags: ['mood', ' mood ', 'אור'], model: 'Sketch', settings })
    expect(status).toBe(201)
    const time = expect.stringMatching(/^\d{4}-.*Z$/)
    expect(body).toEqual({
      ...fog,
      id: expect.any(String),
      tags: ['mood', 'אור'],
      model: 'Sketch',
      settings,
      usedCount: 0,
      createdAt: time,
      updatedAt: time,
    })
    expect(await list()).toEqual({ items: [body], nextCursor: null })
  })

  it.each(['שועל בערפל', '霧の中の狐', '🦊👩‍👩‍👧', 'Ваза'.repeat(25), '🦊'.repeat(100)])(
    'takes the name %s',
    async (name) => expect((await save({ name })).body).toMatchObject({ name, tags: [], model: null, settings: null }),
  )

  it.each([
    ['a blank name', { name: ' ' }, 'name'],
    ['a name of 101 characters', { name: 'x'.repeat(101) }, 'name'],
    ['a name of two lines', { name: 'a\nb' }, 'name'],
    ['a name that is shown in reverse', { name: 'a\u202eb' }, 'name'],
    ['no text', { text: '' }, 'text'],
    ['4,001 characters', { text: 'x'.repeat(4_001) }, 'text'],
    ['21 tags', { tags: Array.from({ length: 21 }, (_, at) => `${at}`) }, 'tags'],
    ['a tag of 41 characters', { tags: ['x'.repeat(41)] }, 'tags'],
    ['a tag with a comma', { tags: ['a,b'] }, 'tags'],
    ['an unknown setting', { settings: { seed: 1 } }, 'seed'],
    ['an unknown field', { usedCount: 4 }, 'usedCount'],
    ['an id that is no UUIDv7', { id: randomUUID() }, 'id'],
  ])('refuses %s', async (_, over, field) => {
    const { status, body } = await save(over)
    expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining(field)])
  })

  it.each([
    ['in another case', 'Ümlaut', 'ÜMLAUT'],
    ['composed otherwise', 'Caf\u00e9', 'Cafe\u0301'],
  ])('refuses a name that is taken, %s, also at the same time', async (_, name, other) => {
    const replies = await Promise.all([save({ name }), save({ name: other })])
    expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 409])
    const taken = replies.find(({ status }) => status === 201)?.body.name
    expect(replies.find(({ status }) => status === 409)?.body).toEqual({
      code: 'conflict',
      message: `You have a prompt of the name “${taken}”. Choose another name.`,
    })
    expect((await save({ name }, grace)).status).toBe(201)
  })

  it('saves once for one id, also when its key was forgotten', async () => {
    const id = newId()
    const replies = await Promise.all([save({ id }), save({ id })])
    await context.server.database.system.execute(sql`delete from idempotency_keys where key = ${`id ${id}`}`)
    replies.push(await save({ id }))
    expect(replies.map(({ status, body }) => [status, body.id])).toEqual(Array(3).fill([201, id]))
    expect((await list()).items).toHaveLength(1)
    const other = await save({ id, name: 'Other' }, grace)
    expect([other.status, other.body]).toMatchObject([409, { message: 'This id is in use. Give another one.' }])
  })

  it('refuses the 10,001st', async () => {
    await fill(9_999)
    expect((await save()).status).toBe(201)
    const { status, body } = await save({ name: 'One more' })
    expect([status, body]).toMatchObject([413, { code: 'too-large', message: expect.stringContaining('10,000') }])
  })
})

describe('GET /api/saved-prompts', () => {
  it('lists each prompt once, newest first, 100 a page', async () => {
    await fill(250)
    const names: string[] = []
    let cursor: string | null = ''
    for (let pages = 0; cursor !== null; pages++) {
      const page: Page = await list(cursor && `?cursor=${cursor}`)
      expect(page.items).toHaveLength(pages < 2 ? 100 : 50)
      names.push(...page.items.map(({ name }) => name))
      cursor = page.nextCursor
    }
    expect(new Set(names).size).toBe(250)
    expect(names.slice(0, 2).toSorted()).toEqual(['n1', 'n2'])
    expect((await ada.send('GET', '/api/saved-prompts?cursor=x')).status).toBe(400)
  })

  it('finds by name, text or tags, in any case and script', async () => {
    await save({ name: 'Fog', text: 'a fox\nin the ÉTÉ', tags: ['Mood'] })
    await save({ name: '100 %', text: 'a_b \\ c', tags: ['狐'] })
    expect(await found('FOG')).toEqual(['Fog'])
    expect(await found('été')).toEqual(['Fog'])
    expect(await found('mOOd')).toEqual(['Fog'])
    expect(await found('狐')).toEqual(['100 %'])
    expect(await found('fox mood')).toEqual(['Fog'])
    expect(await found('fox 狐')).toEqual([])
    expect(await found(' ')).toEqual(['100 %', 'Fog'])
  })

  it('finds what was changed by its present name, text and tags', async () => {
    const { id } = (await save({ tags: ['mood'] })).body
    await ada.send('PATCH', `/api/saved-prompts/${id}`, { name: 'Dawn' })
    await ada.send('PATCH', `/api/saved-prompts/${id}`, { text: 'a hare' })
    expect(await found('dawn hare mood')).toEqual(['Dawn'])
    expect(await found('fog')).toEqual([])
  })

  it('looks for the eight longest words of a query', async () => {
    await save({ text: 'one two three four five six seven eight' })
    expect(await found('one two three four five six seven eight x')).toEqual(['Fog'])
    expect(await found('one two three four five six seven eleven')).toEqual([])
  })

  it('searches the longest prompts by a hundred words in a moment', async () => {
    await context.server.database.system.execute(sql`
      insert into saved_prompts (id, user_id, name, name_key, text, tags, search_text)
      select gen_random_uuid(), ${ada.userId}, 'n' || i, 'n' || i, 'x', '[]', repeat('aa ee oo ii uu yy bb ', 200)
      from generate_series(1, 1000) i`)
    const begin = performance.now()
    expect(await found(`${Array(40).fill('ää').join(' ')} aa ee oo ii uu yy bb zz`)).toEqual([])
    expect(performance.now() - begin).toBeLessThan(1_000)
  })

  it.each([['%'], ['_'], ['\\']])('takes %s as it stands', async (q) => {
    await save({ name: 'Fog' })
    await save({ name: '100 %', text: 'a_b \\ c' })
    expect(await found(q)).toEqual(['100 %'])
  })
})

describe('PATCH /api/saved-prompts/{id}', () => {
  const change = (id: string, body: object, client = ada) =>
    client.send<SavedPromptShape>('PATCH', `/api/saved-prompts/${id}`, body)

  it('changes the fields that are given', async () => {
    const { body: own } = await save({ tags: ['a'], model: 'Sketch', settings: { rawMode: true } })
    const { status, body } = await change(own.id, { name: 'FOG', settings: null })
    expect([status, body]).toEqual([200, { ...own, name: 'FOG', settings: null, updatedAt: body.updatedAt }])
    expect(Date.parse(body.updatedAt)).toBeGreaterThan(Date.parse(own.updatedAt))
    expect((await change(own.id, { text: 'an owl', tags: [], model: null })).body).toMatchObject({
      name: 'FOG',
      text: 'an owl',
      tags: [],
      model: null,
    })
  })

  it('refuses the name of another prompt, bad fields, and prompts of others', async () => {
    const { body: own } = await save()
    await save({ name: 'Rain' })
    expect((await change(own.id, { name: 'rain' })).status).toBe(409)
    expect((await change(own.id, { name: '' })).status).toBe(400)
    for (const body of [{ name: 'Fog' }, { text: 'x' }, { name: '' }])
      expect((await change(own.id, body, grace)).status).toBe(404)
    expect((await list()).items.map(({ name }) => name)).toEqual(['Rain', 'Fog'])
  })
})

describe('a saved prompt', () => {
  it('counts its uses', async () => {
    const { body: own } = await save()
    const use = (client = ada) => client.send<SavedPromptShape>('POST', `/api/saved-prompts/${own.id}/use`)
    expect((await Promise.all([use(), use(), use()])).map(({ body }) => body.usedCount).toSorted()).toEqual([1, 2, 3])
    expect((await use(grace)).status).toBe(404)
    expect((await list()).items).toEqual([{ ...own, usedCount: 3 }])
  })

  it('is deleted by its owner alone, and frees its name', async () => {
    const { body: own } = await save()
    const remove = (client = ada) => client.send('DELETE', `/api/saved-prompts/${own.id}`)
    expect((await remove(grace)).status).toBe(404)
    expect(await remove()).toMatchObject({ status: 200, body: { deleted: 1, ids: [own.id] } })
    expect((await remove()).status).toBe(404)
    expect((await save()).status).toBe(201)
  })
})
