import { deflateRawSync } from 'node:zlib'
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import type { GenerationShape } from '#contract/generation.ts'
import { type CardFileRecord, cardFile, type ProjectFile } from '#contract/project-file.ts'
import type { UploadShape } from '#contract/upload.ts'
import { formBlob } from '../testing/form-blob.ts'
import { pictureForm } from '../testing/owned-things.ts'
import { cardRecord, fileId, filesOf, imageRecord, importZip, zipOf } from '../testing/project-files.ts'
import { readZip } from '../testing/read-zip.ts'
import { signUp, type TestClient, testOrigin } from '../testing/test-client.ts'
import { withTestServer } from '../testing/test-server.ts'

const context = withTestServer({ variables: { IMPORT_MEGABYTES: '20' } })
const execute = (query: ReturnType<typeof sql>) => context.server.database.db.execute(query)

let ada: TestClient
let bob: TestClient
let projectId: string
beforeAll(async () => {
  ada = await signUp(context.server)
  bob = await signUp(context.server)
  const root = await ada.settled(await ada.generate({ prompt: 'a fox "quoted" 🦊', aspectRatio: '3:2' }))
  ;({ projectId } = root)
  const form = await pictureForm()
  const headers = { host: 'localhost', origin: testOrigin, cookie: ada.cookie }
  const upload = (await (
    await context.server.app.request('/api/uploads', { method: 'POST', headers, body: await formBlob(form) })
  ).json()) as UploadShape
  const branch = await ada.settled(
    await ada.generate({
      prompt: 'at night',
      projectId,
      parentImageId: root.images[2]?.id ?? '',
      branchKind: 'remix',
      imagePrompts: [upload.id, root.images[0]?.id ?? ''],
      canvasX: 12_345,
      canvasY: -67,
    }),
  )
  await ada.send('PATCH', `/api/generations/${branch.id}`, { isCollapsed: true })
  for (const type of ['star', 'like']) await ada.send('PUT', `/api/images/${root.images[1]?.id}/feedback/${type}`)
  await execute(sql`update generated_images set status = 'failed', storage_key = null, average_color = null,
    error_code = 'refused', error_message = 'No.' where id = ${branch.images[3]?.id}`)
  await ada.send('PUT', `/api/projects/${projectId}/canvas-state`, { zoomLevel: 0.5, panX: -5_000, panY: -5_000 })
  const gone = await ada.settled(await ada.generate({ prompt: 'in the trash', projectId }))
  await ada.send('DELETE', `/api/generations/${gone.id}`)
}, 30_000)

async function exportOf(person: TestClient, id: string): Promise<Map<string, Buffer>> {
  const reply = await person.raw('GET', `/api/projects/${id}/export`)
  expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'application/zip'])
  return readZip(Buffer.from(await reply.arrayBuffer()))
}
const fileOf = (zip: ReadonlyMap<string, Buffer>) => JSON.parse(String(zip.get('project.json'))) as ProjectFile

const send = (bytes: Buffer, person = bob) => importZip(context.server, person, bytes)

/** A project with its ids told by their places, so that two with other ids can be compared. */
function withoutIds(zip: ReadonlyMap<string, Buffer>) {
  const file = fileOf(zip)
  const ids = [
    ...file.cards.flatMap((card) => [card.id, ...card.images.map(({ id }) => id)]),
    ...file.uploads.map(({ id }) => id),
  ]
  const named = (text: string) => ids.reduce((rest, id, place) => rest.replaceAll(id, `#${place}`), text)
  const pictures = [...zip].flatMap(([name, bytes]) =>
    name.includes('/') ? [[named(name), bytes.toString('base64')] as const] : [],
  )
  return { file: JSON.parse(named(JSON.stringify(file))) as ProjectFile, pictures: new Map(pictures.sort()) }
}

describe('an exported project', () => {
  it('holds tree, settings, feedback, places and the original pictures, and what cards refer to', async () => {
    const zip = await exportOf(ada, projectId)
    const { cards, uploads, view } = fileOf(zip)
    expect(cards.map(({ prompt }) => prompt)).toEqual(['a fox "quoted" 🦊', 'at night'])
    expect(cards[1]).toMatchObject({
      parentGenerationId: cards[0]?.id,
      isCollapsed: true,
      canvasX: 12_345,
      canvasY: -67,
    })
    expect(cards[0]?.images[1]?.feedback).toEqual(['star', 'like'])
    expect(cards[1]?.images[3]).toMatchObject({
      status: 'failed',
      file: null,
      error: { code: 'refused', message: 'No.' },
    })
    expect([uploads.length, view?.zoomLevel]).toEqual([1, 0.5])
    const name = cards[0]?.images[0]?.file ?? ''
    expect((await sharp(zip.get(name)).metadata()).width).toBe(1_248)
    expect([...zip.keys()].filter((each) => each.includes('/'))).toHaveLength(8)
  })

  it('says nothing of the account, of keys or of money', async () => {
    const text = String((await exportOf(ada, projectId)).get('project.json'))
    expect(text).not.toMatch(/@example|email|token|secret|price|storage/i)
    expect(text).not.toContain(ada.userId)
  })

  it('comes back as an equal one, in another account, for nothing', async () => {
    const credits = (await bob.send('GET', '/api/credits')).body
    const original = await exportOf(ada, projectId)
    const { status, body } = await send(await zipOf(original))
    expect(status).toBe(201)
    expect(withoutIds(await exportOf(bob, body.id))).toEqual(withoutIds(original))
    expect((await bob.send('GET', '/api/credits')).body).toEqual(credits)
    const { items } = (await bob.send<{ items: GenerationShape[] }>('GET', `/api/projects/${body.id}/generations`)).body
    expect(items.map(({ price }) => price)).toEqual([0, 0])
    const ids = new Set(fileOf(original).cards.map(({ id }) => id))
    expect(items.some(({ id }) => ids.has(id))).toBe(false)
    expect((await bob.raw('GET', `/api/images/${items[1]?.images[0]?.id}/file?size=64`)).status).toBe(200)
    const found = await bob.send<{ items: unknown[] }>('GET', '/api/assets?q=quoted')
    expect(found.body.items.length).toBeGreaterThan(0)
  })
})

/** Cards that branch from each other in any way, with images of every kind, judged in any way. */
const anyCards: fc.Arbitrary<CardFileRecord[]> = fc
  .array(
    fc.record({
      parent: fc.nat(),
      from: fc.nat(),
      referred: fc.nat(),
      prompt: fc.string({ unit: 'grapheme', minLength: 1 }).filter((prompt) => {
        const read = cardFile.shape.prompt.safeParse(prompt)
        return read.success && read.data === prompt
      }),
      model: fc.constantFrom('sketch', 'a model that nobody knows'),
      branchKind: fc.constantFrom('enhance' as const, 'remix' as const),
      rawMode: fc.boolean(),
      isCollapsed: fc.boolean(),
      canvasX: fc.integer({ min: -50_000, max: 50_000 }),
      canvasY: fc.integer({ min: 1, max: 50_000 }),
      conversationHistory: fc.array(fc.constantFrom('a fox', 'at night'), { maxLength: 5 }),
      images: fc.array(
        fc.record({
          status: fc.constantFrom('completed' as const, 'completed' as const, 'failed' as const, 'cancelled' as const),
          seed: fc.nat(1_000_000),
          feedback: fc.shuffledSubarray(['like' as const, 'star' as const, 'dislike' as const]),
          warnings: fc.array(fc.constant('It was cropped.'), { maxLength: 1 }),
        }),
        { maxLength: 4 },
      ),
    }),
    { minLength: 1, maxLength: 7 },
  )
  .map((rows) => {
    const cards: CardFileRecord[] = []
    for (const [place, { parent, from, referred, images, branchKind, ...own }] of rows.entries()) {
      const above = parent % 3 === 0 ? undefined : cards[parent % Math.max(1, place)]
      const pictures = cards.flatMap((card) => card.images.filter(({ file }) => file !== null).map(({ id }) => id))
      const id = fileId(place + 1)
      // A moment apart: that is their order.
      const createdAt = new Date(Date.UTC(2026, 0, 1) + place).toISOString()
      cards.push(
        cardRecord(id, {
          ...own,
          createdAt,
          parentGenerationId: above?.id ?? null,
          parentImageId: above?.images[from % above.images.length]?.id ?? null,
          branchKind: above ? branchKind : null,
          imagePrompts: pictures.slice(0, 1),
          styleReferences: pictures.slice(1, 1 + (referred % 3)),
          images: images.map((image, orderNum) =>
            imageRecord(id.replace(/.$/, String(orderNum + 1)), {
              ...image,
              orderNum,
              createdAt,
              error: image.status === 'failed' ? { code: 'refused', message: 'No.' } : null,
            }),
          ),
        }),
      )
    }
    return cards
  })

describe('any project', () => {
  it('is the same after it was imported and exported again', async () => {
    const eve = await signUp(context.server)
    await fc.assert(
      fc.asyncProperty(anyCards, async (cards) => {
        const original = new Map([...(await filesOf(cards))].map(([name, bytes]) => [name, Buffer.from(bytes)]))
        const { status, body } = await send(await zipOf(original), eve)
        expect(status).toBe(201)
        expect(withoutIds(await exportOf(eve, body.id))).toEqual(withoutIds(original))
      }),
      { numRuns: 20 },
    )
  })
})

describe('what is sent as a project', () => {
  const changed = async (
    change: (file: ProjectFile & { cards: Record<string, unknown>[] }, files: Map<string, Buffer | string>) => void,
  ) => {
    const files = new Map<string, Buffer | string>(await exportOf(ada, projectId))
    const file = fileOf(files as Map<string, Buffer>) as Parameters<typeof change>[0]
    change(file, files)
    files.set('project.json', JSON.stringify(file))
    return zipOf(files)
  }
  const expectNothing = async () =>
    expect((await execute(sql`select 1 from generations where user_id = ${eve.userId}`)).rows).toEqual([])
  let eve: TestClient
  beforeAll(async () => {
    eve = await signUp(context.server)
  })

  it.each([
    ['no zip', async () => Buffer.from('hello')],
    ['an empty zip', async () => zipOf(new Map())],
    ['no project', async () => zipOf(new Map([['project.json', '{"cards":[]}']]))],
    ['broken JSON', async () => zipOf(new Map([['project.json', '{']]))],
    ['a newer version', () => changed((file) => Object.assign(file, { version: 2 }))],
    ['an unknown field', () => changed((file) => Object.assign(file, { owner: 'ada' }))],
    ['a card without a prompt', () => changed((file) => Object.assign(file.cards[0] ?? {}, { prompt: ' ' }))],
    [
      'a card that is its own parent',
      () => changed((file) => Object.assign(file.cards[0] ?? {}, { parentGenerationId: file.cards[0]?.id })),
    ],
    ['a file that belongs to none', () => changed((_file, files) => files.set('images/evil.svg', '<svg/>'))],
    ['a name that leads elsewhere', () => changed((_file, files) => files.set('../../escaped.png', 'x'))],
    [
      'a picture that is missing',
      () => changed((_file, files) => files.delete([...files.keys()].find((name) => name.startsWith('images/')) ?? '')),
    ],
    [
      'a picture that is none',
      () =>
        changed((_file, files) =>
          files.set([...files.keys()].find((name) => name.startsWith('images/')) ?? '', 'no picture'),
        ),
    ],
  ])('is refused when it is %s, and nothing of it stays', async (_what, make) => {
    const { status, body } = await send(await make(), eve)
    expect([status, typeof body.message]).toEqual([400, 'string'])
    await expectNothing()
  })

  it('is refused when it unfolds to more than it may, whatever its own size', async () => {
    const bomb = bombOf('project.json', 30_000_000)
    expect(bomb.byteLength).toBeLessThan(100_000)
    expect((await send(bomb, eve)).status).toBe(400)
    const liar = bombOf('project.json', 30_000_000, 10)
    expect((await send(liar, eve)).status).toBe(400)
    await expectNothing()
  })

  it('is refused when it is larger than is taken', async () =>
    expect((await send(Buffer.alloc(21_000_000), eve)).status).toBe(413))

  it('never breaks anything, whatever bytes are changed in it', async () => {
    const good = await zipOf(await exportOf(ada, projectId))
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(good.length - 1), fc.nat(255)), { minLength: 1, maxLength: 40 }),
        async (edits) => {
          const bytes = Buffer.from(good)
          for (const [at, value] of edits) bytes[at] = value
          expect([201, 400]).toContain((await send(bytes, eve)).status)
        },
      ),
      { numRuns: 25 },
    )
  })

  it('is refused beyond the limit of cards', async () => {
    const small = context.server.another({ CARDS_PER_PROJECT: '1' })
    expect((await importZip(small, bob, await zipOf(await exportOf(ada, projectId)))).status).toBe(413)
  })
})

/** A zip with one file of zeros that is packed, and perhaps says that it is smaller. */
function bombOf(name: string, bytes: number, said = bytes): Buffer {
  const packed = deflateRawSync(Buffer.alloc(bytes))
  const head = (central: boolean) => {
    const parts = Buffer.alloc(central ? 46 : 30)
    parts.writeUInt32LE(central ? 0x02014b50 : 0x04034b50, 0)
    const at = central ? 6 : 4
    parts.writeUInt16LE(20, at)
    parts.writeUInt16LE(8, at + 4)
    parts.writeUInt32LE(packed.length, at + 14)
    parts.writeUInt32LE(said, at + 18)
    parts.writeUInt16LE(name.length, at + 22)
    return Buffer.concat([parts, Buffer.from(name)])
  }
  const [local, central] = [head(false), head(true)]
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(1, 8)
  end.writeUInt16LE(1, 10)
  end.writeUInt32LE(central.length, 12)
  end.writeUInt32LE(local.length + packed.length, 16)
  return Buffer.concat([local, packed, central, end])
}

it('an import that breaks off leaves files that are noted for removal, and no row', async () => {
  const { rows } = await execute(sql`select count(*)::int as left_over from unused_files where key like 'images/%'`)
  // What was refused above was stored in part, and is noted for removal.
  expect(Number(rows[0]?.left_over)).toBeGreaterThan(0)
})
