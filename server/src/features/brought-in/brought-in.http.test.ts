import { randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import type { AssetShape } from '#contract/cards/asset.ts'
import type { BroughtInShape } from '#contract/cards/brought-in.ts'
import type { GenerationShape } from '#contract/cards/generation.ts'
import { uuidV7, uuidV7Bytes } from '#domain/text/uuid-v7.ts'
import { query } from '#server/db/sql/query.ts'
import { keyOfId } from '#server/features/idempotency.ts'
import { makeSigningPem } from '#server/pictures/credentials/make-signing-pem.ts'
import { createPictureCredentials } from '#server/pictures/credentials/picture-credentials.ts'
import { bringPictures, type SentFile } from '#server-testing/brought-in.ts'
import { blue, noise } from '#server-testing/picture-bytes.ts'
import { signUp, type TestClient } from '#server-testing/test-client.ts'
import { withTestServer } from '#server-testing/test-server.ts'

const context = withTestServer()
let ada: TestClient
let bob: TestClient
let png: Buffer
beforeAll(async () => {
  ada = await signUp(context.server)
  bob = await signUp(context.server)
  png = await noise(90, 60).png().toBuffer()
})

const newProject = async (client = ada) =>
  (await client.send<{ id: string }>('POST', '/api/projects', { title: 'Walled garden' })).body.id
const bring = (
  projectId: string,
  files: readonly SentFile[],
  { fields = {}, headers = {}, client = ada } = {} as {
    fields?: Record<string, string>
    headers?: Record<string, string>
    client?: TestClient
  },
) => bringPictures(context.server, client, { projectId, files, fields, headers })
const cardsOf = async (projectId: string, client = ada) =>
  (await client.send<{ items: GenerationShape[] }>('GET', `/api/projects/${projectId}/generations`)).body.items
const countOf = async (table: 'jobs' | 'credit_entries') =>
  (
    await query<{ count: number }>(
      context.server.database.system,
      { count: 'number' },
      sql`select count(*)::int as count from ${sql.raw(table)} where user_id = ${ada.userId}`,
    )
  ).rows[0]?.count

describe('bringing in a picture', () => {
  it('notes what its content credentials say, and keeps the note out of its prompt and model', async () => {
    const pem = await makeSigningPem(new Date())
    const elsewhere = createPictureCredentials(async () => pem)
    const claims = { sourceType: 'trainedAlgorithmicMedia', action: 'c2pa.edited', agent: 'Orchard Image 2' } as const
    const picture = { title: 'a wall', mediaType: 'image/png', bytes: png, record: {}, thumbnail: null, inputs: [] }
    const signed = Buffer.from(await elsewhere.sign([{ ...picture, ...claims }]))
    await elsewhere.close()
    const { body } = await bring(await newProject(), [
      ['wall.png', signed],
      ['plain.png', png],
    ])
    expect(body.generations.map(({ prompt, model, images }) => [prompt, model, images[0]?.warnings])).toEqual([
      [
        'wall.png',
        null,
        [expect.stringMatching(/^Its content credentials say: made with Orchard Image 2, by an AI model/)],
      ],
      ['plain.png', null, []],
    ])
  })

  it('makes a completed root card without a model, a price, a job or an entry of the ledger', async () => {
    const projectId = await newProject()
    const before = [await countOf('jobs'), await countOf('credit_entries')]
    const { status, body } = await bring(projectId, [['Gärten "☂" 100%.png', png]], {
      fields: { canvasX: '120.5', canvasY: '-40' },
    })
    expect(status).toBe(201)
    expect(body).toEqual({
      refused: [],
      generations: [
        expect.objectContaining({
          projectId,
          origin: 'brought-in',
          model: null,
          price: 0,
          prompt: 'Gärten "☂" 100%.png',
          status: 'completed',
          parentGenerationId: null,
          canvasX: 120.5,
          canvasY: -40,
          images: [expect.objectContaining({ status: 'completed', width: 90, height: 60, orderNum: 0 })],
        }),
      ],
    })
    expect(await cardsOf(projectId)).toEqual(body.generations)
    expect([await countOf('jobs'), await countOf('credit_entries')]).toEqual(before)
  })

  it('keeps the pixels and nothing else of a file', async () => {
    const photograph = await blue
      .clone()
      .jpeg()
      .withMetadata({ orientation: 6 })
      .withExif({ IFD0: { Copyright: 'Ada' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' } })
      .toBuffer()
    const { body } = await bring(await newProject(), [['photo.jpg', photograph]])
    const [image] = body.generations[0]?.images ?? []
    expect([image?.width, image?.height]).toEqual([40, 60])
    const stored = Buffer.from(await (await ada.raw('GET', image?.imageUrl ?? '')).arrayBuffer())
    const { exif, format } = await sharp(stored).metadata()
    expect([exif, format]).toEqual([undefined, 'jpeg'])
    const thumbnail = await ada.raw('GET', `${image?.imageUrl}?size=256`)
    expect(thumbnail.headers.get('content-type')).toBe('image/webp')
  })

  it('names the files that can not be used and why; the others come in', async () => {
    const projectId = await newProject()
    const { status, body } = await bring(projectId, [
      ['notes.txt', 'no picture'],
      ['good.png', png],
      ['cut.png', png.subarray(0, png.length / 2)],
      ['large.png', Buffer.concat([png, Buffer.alloc(20_000_001)])],
    ])
    expect(status).toBe(201)
    expect(body.generations.map(({ prompt }) => prompt)).toEqual(['good.png'])
    expect(body.refused).toEqual([
      { place: 0, name: 'notes.txt', code: 'unsupported-media', message: expect.stringMatching(/not a picture/) },
      { place: 2, name: 'cut.png', code: 'invalid', message: expect.stringMatching(/damaged/) },
      { place: 3, name: 'large.png', code: 'too-large', message: expect.stringMatching(/20 MB/) },
    ])
  })

  it('puts each on a card of its own, or four on a card, in their order and without an overlap', async () => {
    const files = Array.from({ length: 6 }, (_, place): SentFile => [`${place}.png`, png])
    const shapeOf = ({ generations }: BroughtInShape) =>
      generations.map(({ images, prompt, canvasX, canvasY }) => [prompt, images.length, canvasX, canvasY])
    const at = { canvasX: '100', canvasY: '60' }
    expect(shapeOf((await bring(await newProject(), files, { fields: at })).body)).toEqual([
      ['0.png', 1, 100, 60],
      ['1.png', 1, 1000, 60],
      ['2.png', 1, 1900, 60],
      ['3.png', 1, 2800, 60],
      ['4.png', 1, 3700, 60],
      ['5.png', 1, 100, 500],
    ])
    const projectId = await newProject()
    const together = (await bring(projectId, files, { fields: { ...at, asCards: 'together' } })).body
    expect(shapeOf(together)).toEqual([
      ['0.png, 1.png, 2.png, 3.png', 4, 100, 60],
      ['4.png, 5.png', 2, 1000, 60],
    ])
    expect((await cardsOf(projectId)).toReversed()).toEqual(together.generations)
  })

  it.each([
    [{ asCards: 'all' }, 400],
    [{ canvasX: '1' }, 400],
    [{ canvasX: 'x', canvasY: '1' }, 400],
    [{ canvasX: '', canvasY: '' }, 400],
    [{ canvasX: '1e99', canvasY: '1' }, 400],
    [{ other: '1' }, 400],
  ])('refuses the fields %j and changes nothing', async (fields, status) => {
    const projectId = await newProject()
    expect(
      (await bring(projectId, [['a.png', png]], { fields: fields as unknown as Record<string, string> })).status,
    ).toBe(status)
    expect(await cardsOf(projectId)).toEqual([])
  })

  it('refuses no file, more than 50, and a part of another name', async () => {
    const projectId = await newProject()
    const tiny = await blue.clone().resize(4, 4).png().toBuffer()
    expect((await bring(projectId, [])).status).toBe(400)
    const files = Array.from({ length: 51 }, (_, place): SentFile => [`${place}.png`, tiny])
    expect(await bring(projectId, files)).toMatchObject({
      status: 400,
      body: { message: expect.stringMatching(/at most 50/) },
    })
    expect(await cardsOf(projectId)).toEqual([])
  })

  it('returns 404 for another user’s project, and for one in the trash', async () => {
    const projectId = await newProject()
    expect((await bring(projectId, [['a.png', png]], { client: bob })).status).toBe(404)
    await ada.send('DELETE', `/api/projects/${projectId}`)
    expect((await bring(projectId, [['a.png', png]])).status).toBe(404)
  })
})

describe('a repeated request', () => {
  it('with the same Idempotency-Key gets the same cards and refusals, and makes none', async () => {
    const projectId = await newProject()
    const files: SentFile[] = [
      ['a.png', png],
      ['b.txt', 'no picture'],
      ['c.png', png],
    ]
    const send = (name = 'c.png') =>
      bring(projectId, [...files.slice(0, 2), [name, png]], { headers: { 'idempotency-key': 'drop-1' } })
    const [first, second] = await Promise.all([send(), send()])
    expect([first.status, second.body]).toEqual([201, first.body])
    expect(first.body.generations).toHaveLength(2)
    expect(await send()).toEqual(first)
    expect(await cardsOf(projectId)).toHaveLength(2)
    expect((await send('d.png')).status).toBe(409)
  })

  it('also gets the refusals where nothing came in', async () => {
    const projectId = await newProject()
    const send = () => bring(projectId, [['b.txt', 'x']], { headers: { 'idempotency-key': 'drop-2' } })
    const first = await send()
    expect(first).toMatchObject({ status: 201, body: { generations: [], refused: [{ name: 'b.txt' }] } })
    expect(await send()).toEqual(first)
  })
})

describe('bringing in a picture with the id of its card', () => {
  const newCardId = () => uuidV7(Date.now(), randomBytes(uuidV7Bytes))
  const withId = (
    projectId: string,
    cardId: string,
    more: { client?: TestClient; headers?: Record<string, string> } = {},
  ) =>
    bring(
      projectId,
      [
        ['notes.txt', 'x'],
        ['a.png', png],
        ['b.png', png],
      ],
      { fields: { cardId }, ...more },
    )

  it('gives it to the first card that comes in, once', async () => {
    const [projectId, cardId] = [await newProject(), newCardId()]
    const [first, second] = await Promise.all([withId(projectId, cardId), withId(projectId, cardId)])
    expect(first.body.generations.map(({ id }) => id)).toEqual([cardId, expect.not.stringMatching(cardId)])
    expect([first.status, second.body]).toEqual([201, first.body])
    expect(await cardsOf(projectId)).toHaveLength(2)
  })

  it('replies with the card when the id is repeated after a day', async () => {
    const [projectId, cardId] = [await newProject(), newCardId()]
    const { body } = await withId(projectId, cardId)
    await context.server.database.system.execute(
      sql`update idempotency_keys set created_at = now() - interval '25 hours' where key = ${keyOfId(cardId)}`,
    )
    const again = await withId(projectId, cardId)
    expect([again.status, again.body.generations]).toEqual([201, body.generations.slice(0, 1)])
    expect(await cardsOf(projectId)).toHaveLength(2)
  })

  it('refuses an id of another account or another request, and an id beside an Idempotency-Key', async () => {
    const [projectId, cardId] = [await newProject(), newCardId()]
    await withId(projectId, cardId)
    const bobs = await newProject(bob)
    expect((await withId(bobs, cardId, { client: bob })).status).toBe(409)
    expect(await cardsOf(bobs, bob)).toEqual([])
    expect((await bring(projectId, [['c.png', png]], { fields: { cardId } })).status).toBe(409)
    expect((await withId(projectId, newCardId(), { headers: { 'idempotency-key': 'drop-3' } })).status).toBe(400)
    expect((await withId(projectId, crypto.randomUUID())).status).toBe(400)
    expect(await cardsOf(projectId)).toHaveLength(2)
  })
})

describe('the prompt of a brought-in card', () => {
  const describeCard = (projectId: string, generationId: string, prompt: string) =>
    ada.send<{ items: { outcome: string }[] }>('POST', `/api/projects/${projectId}/changes`, {
      changes: [{ id: crypto.randomUUID(), kind: 'describe', generationId, prompt }],
    })
  const found = async (q: string) =>
    (await ada.send<{ items: AssetShape[] }>('GET', `/api/assets?q=${q}`)).body.items.length

  it('can be changed, and is found by its new words alone', async () => {
    const projectId = await newProject()
    const { body } = await bring(projectId, [['zxgarden.jpg', png]])
    const id = body.generations[0]?.id ?? ''
    expect(await found('zxgarden')).toBe(1)
    const reply = await describeCard(projectId, id, 'Scan of the qvnorth wall')
    expect(reply.body.items[0]?.outcome).toBe('applied')
    expect((await cardsOf(projectId))[0]?.prompt).toBe('Scan of the qvnorth wall')
    expect([await found('zxgarden'), await found('qvnorth')]).toEqual([0, 1])
  })

  it('stays as it was on a card that a model made', async () => {
    const made = await ada.settled(await ada.generate({ prompt: 'a made pear' }))
    const reply = await describeCard(made.projectId, made.id, 'another')
    expect(reply.body.items[0]?.outcome).toBe('gone')
    expect((await cardsOf(made.projectId))[0]?.prompt).toBe('a made pear')
  })
})
