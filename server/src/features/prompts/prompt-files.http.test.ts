import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import type { SavedPromptFormat, SavedPromptShape } from '#contract/prompts/saved-prompt.ts'
import { signUp, type TestClient } from '#server-testing/test-client.ts'
import { withTestServer } from '#server-testing/test-server.ts'
import { sendTextFile } from '#server-testing/text-file.ts'

const context = withTestServer()
let ada: TestClient
beforeEach(async () => {
  ada = await signUp(context.server)
})

const path = '/api/saved-prompts/import'
const importFile = (file: string | Uint8Array, client = ada, key?: string) =>
  sendTextFile(context.server, client, { path, file, ...(key && { key }) })
const exportFile = async (format: SavedPromptFormat, client = ada) => {
  const reply = await client.raw('GET', `/api/saved-prompts/export?format=${format}`)
  return { reply, bytes: Buffer.from(await reply.arrayBuffer()) }
}
/** The fields of the prompts that a file keeps, newest first. */
const keptOf = async (client = ada) => {
  const { body } = await client.send<{ items: SavedPromptShape[] }>('GET', '/api/saved-prompts')
  return body.items.map(({ id: _, createdAt: _at, updatedAt: _changed, ...kept }) => kept)
}
const save = (prompt: object) => ada.send<SavedPromptShape>('POST', '/api/saved-prompts', prompt)

/** Prompts that files damage easily, the newest last. */
async function saveDifficult() {
  const settings = { aspectRatio: '2.35:1', resolution: '4K', rawMode: true, style: randomUUID() }
  await save({ name: '=1+1', text: '-fox', tags: ['@a', '=b'], model: '+x' })
  await save({ name: "'=quoted", text: "''@anna", settings })
  await save({ name: '🦊, "שועל"', text: 'line one\nline two, "quoted"\r\n{red|blue}', tags: ['雨', 'a "b"'] })
  const { body } = await save({ name: 'None', text: '@anna in fog', model: 'Sketch' })
  await ada.send('POST', `/api/saved-prompts/${body.id}/use`)
}

describe('GET /api/saved-prompts/export', () => {
  it.each(['json', 'csv'] as const)('writes %s that is imported again unchanged, and once', async (format) => {
    await saveDifficult()
    const { bytes } = await exportFile(format)
    const grace = await signUp(context.server)
    expect(await importFile(bytes, grace)).toEqual({ status: 201, body: { saved: 4, refused: [] } })
    expect(await keptOf(grace)).toEqual(await keptOf())
    const again = await importFile(bytes, grace)
    expect([again.body.saved, again.body.refused?.map(({ message }) => message)]).toEqual([
      0,
      Array(4).fill('You have a prompt of this name.'),
    ])
    const second = (await exportFile(format, grace)).bytes
    if (format === 'csv') expect(second.equals(bytes)).toBe(true)
  })

  it('writes CSV without formulas, in the columns of AUTOMATIC1111, with a mark', async () => {
    await saveDifficult()
    const { reply, bytes } = await exportFile('csv')
    const text = bytes.toString()
    expect(text).toMatch(/^\ufeffname,prompt,negative_prompt,tags,model,settings,used_count\r\nNone,'@anna in fog,,/)
    expect(text).toContain("\r\n'=1+1,'-fox,,\"'@a, =b\",'+x,,0\r\n")
    expect(reply.headers.get('content-type')).toMatch(/^text\/csv/)
    expect(reply.headers.get('content-disposition')).toBe('attachment; filename="prompts.csv"')
  })

  it('writes a prompt a line as text', async () => {
    await saveDifficult()
    const { reply, bytes } = await exportFile('text')
    expect(bytes.toString()).toBe('@anna in fog\nline one line two, "quoted" {red|blue}\n\'\'@anna\n-fox\n')
    expect(reply.headers.get('content-disposition')).toBe('attachment; filename="prompts.txt"')
  })

  it('writes all pages', async () => {
    await context.server.database.system.execute(sql`
      insert into saved_prompts (id, user_id, name, name_key, text, tags)
      select gen_random_uuid(), ${ada.userId}, 'n' || i, 'n' || i, 'x', '[]' from generate_series(1, 1200) i`)
    const { prompts } = JSON.parse((await exportFile('json')).bytes.toString())
    expect(new Set(prompts.map(({ name }: SavedPromptShape) => name)).size).toBe(1_200)
  })

  it('is empty without prompts, and refuses another format', async () => {
    expect(JSON.parse((await exportFile('json')).bytes.toString())).toEqual({ prompts: [] })
    expect((await exportFile('text')).bytes.toString()).toBe('')
    expect((await ada.send('GET', '/api/saved-prompts/export?format=xml')).status).toBe(400)
  })
})

describe('POST /api/saved-prompts/import', () => {
  it('saves the rows of a styles.csv, in UTF-16 too', async () => {
    const csv = 'name,prompt,negative_prompt\nNone,,\nOil,"oil, ""thick""\nimpasto",blurry\nInk,ink,\n'
    const { status, body } = await importFile(Buffer.from(`\ufeff${csv}`, 'utf16le'))
    expect([status, body]).toEqual([
      201,
      {
        saved: 2,
        refused: [
          { name: 'None', message: 'Has no prompt.' },
          { name: 'Oil', message: 'Saved without its negative prompt: saved prompts have none.' },
        ],
      },
    ])
    expect((await keptOf()).map(({ name, text }) => [name, text])).toEqual([
      ['Oil', 'oil, "thick"\nimpasto'],
      ['Ink', 'ink'],
    ])
  })

  it('names lines by their first words, beside names that are taken', async () => {
    await save({ name: 'a fox', text: 'another text' })
    const file = 'a fox\nA FOX\n雨の街\n'
    expect((await importFile(file)).body).toEqual({ saved: 3, refused: [] })
    expect((await keptOf()).slice(0, 3).map(({ name, text }) => [name, text])).toEqual([
      ['a fox 2', 'a fox'],
      ['A FOX 3', 'A FOX'],
      ['雨の街', '雨の街'],
    ])
    expect((await importFile('雨の街')).body).toEqual({
      saved: 0,
      refused: [{ name: '雨の街', message: 'You have a prompt of this name.' }],
    })
  })

  it('refuses single prompts: a name that is taken or comes twice, and what the API refuses', async () => {
    await save({ name: 'Fog', text: 'a fox' })
    const prompts = ['fog', 'Rain', 'RAIN', 'x'.repeat(101)].map((name) => ({ name, text: 'an owl' }))
    const { body } = await importFile(JSON.stringify({ prompts }))
    expect([body.saved, body.refused?.map(({ name, message }) => [name.slice(0, 4), message])]).toEqual([
      1,
      [
        ['xxxx', 'name: At most 100 characters.'],
        ['fog', 'You have a prompt of this name.'],
        ['RAIN', 'The file has this name twice.'],
      ],
    ])
  })

  it('saves as many as there is room for', async () => {
    await context.server.database.system.execute(sql`
      insert into saved_prompts (id, user_id, name, name_key, text, tags)
      select gen_random_uuid(), ${ada.userId}, 'n' || i, 'n' || i, 'x', '[]' from generate_series(1, 9999) i`)
    const { body } = await importFile('a fox\nan owl')
    expect([body.saved, body.refused?.[0]?.message]).toEqual([1, expect.stringContaining('10,000 saved prompts')])
  })

  it('saves 10,000 prompts of one beginning', async () => {
    const file = Array.from({ length: 10_000 }, (_, at) => `a fox in the fog of a very early and cold morning ${at}`)
    expect((await importFile(file.join('\n'))).body).toEqual({ saved: 10_000, refused: [] })
    expect((await keptOf())[0]?.name).toBe('a fox in the fog of a very early and cold morning')
  })

  it.each<[string, string | Uint8Array, number]>([
    ['an empty file', ' ', 400],
    ['a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1]), 400],
    ['Latin-1', Buffer.from('caf\u00e9', 'latin1'), 400],
    ['broken JSON', '[{"name": "a"', 400],
    ['CSV with an open quote', 'name,prompt\na,"fox', 400],
    ['more than 2 MB', 'x'.repeat(2_000_001), 413],
  ])('refuses %s with a sentence, and saves nothing', async (_, file, status) => {
    const reply = await importFile(file)
    expect([reply.status, reply.body.message]).toEqual([status, expect.stringMatching(/^[A-Z].*\.$/)])
    expect(await keptOf()).toEqual([])
  })

  it('imports once for one Idempotency-Key, and replies the same', async () => {
    const first = await importFile('a fox\na fox', ada, 'twice')
    expect(first.body).toMatchObject({ saved: 1, refused: [{ name: 'a fox' }] })
    expect(await importFile('a fox\na fox', ada, 'twice')).toEqual(first)
    expect((await importFile('an owl', ada, 'twice')).status).toBe(409)
    expect(await keptOf()).toHaveLength(1)
  })
})
