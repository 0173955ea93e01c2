import { randomUUID } from 'node:crypto'
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { createBoardReader } from '#contract/board/board-reader.ts'
import { type BoardHeader, boardHeader, compactCards } from '#contract/board/compact-board.ts'
import { sheetSlotsOf } from '#contract/board/compact-card.ts'
import type { GenerationShape } from '#contract/cards/generation.ts'
import { feedbackTypes } from '#domain/board/feedback.ts'
import { imageFailures } from '#domain/errors.ts'
import { imageStatuses } from '#domain/generation/status.ts'
import { aspectRatios, pixelSize, resolutions } from '#domain/models/aspect-ratio.ts'
import { createInstantProvider } from '#server-testing/instant-provider.ts'
import { signUp, type TestClient } from '#server-testing/test-client.ts'
import { withTestServer } from '#server-testing/test-server.ts'

const context = withTestServer({ providers: [createInstantProvider({}, 'full-size')] })
let ada: TestClient
beforeAll(async () => {
  ada = await signUp(context.server)
})
const execute = (query: ReturnType<typeof sql>) => context.server.database.system.execute(query)

async function readBoard(projectId: string, query = '', client = ada) {
  const response = await client.raw('GET', `/api/projects/${projectId}/board${query}`)
  expect(response.status).toBe(200)
  const [first = '', ...lines] = (await response.text()).trimEnd().split('\n')
  const header: BoardHeader = boardHeader.parse(JSON.parse(first))
  const lists = lines.map((line) => compactCards.parse(JSON.parse(line)))
  const read = createBoardReader(header)
  return { header, lists, cards: lists.flatMap(read) }
}
const longList = async (projectId: string) =>
  (await ada.send<{ items: GenerationShape[]; seq: number }>('GET', `/api/projects/${projectId}/generations`)).body
/** Expects the board to equal the long list. */
async function expectSame(projectId: string) {
  const list = await longList(projectId)
  const { header, cards } = await readBoard(projectId)
  expect(byId(cards)).toEqual(byId(list.items))
  expect(header).toMatchObject({ projectId, seq: list.seq, count: list.items.length })
}
const byId = (cards: readonly GenerationShape[]) => cards.toSorted((a, b) => (a.id < b.id ? -1 : 1))

/** Copies of a card on a grid, 100 to a row, in the order of their creation. */
async function manyCards(count: number) {
  const card = await ada.settled(await ada.generate({ prompt: 'a fox' }))
  await execute(sql`
    insert into generations select (jsonb_populate_record(cards, jsonb_build_object('id', gen_random_uuid(),
      'canvas_x', 10000 + (n % 100) * 960, 'canvas_y', 10000 + (n / 100) * 400, 'created_at', created_at + n * interval '1 second'))).*
    from generations cards, generate_series(1, ${count - 1}::int) n where id = ${card.id}`)
  await execute(sql`
    insert into generated_images select (jsonb_populate_record(images, jsonb_build_object('id', gen_random_uuid(), 'generation_id', cards.id))).*
    from generated_images images, generations cards where images.generation_id = ${card.id}
    and cards.project_id = ${card.projectId} and cards.id <> ${card.id}`)
  return card
}

describe('a board in its compact form', () => {
  it('equals the long list, for every kind of card', async () => {
    const root = await ada.settled(await ada.generate({ prompt: 'a fox "quoted" 🦊' }))
    const { projectId } = root
    const [first, second] = root.images
    const branch = await ada.generate({
      prompt: 'at night',
      parentImageId: first?.id ?? '',
      branchKind: 'remix',
      aspectRatio: '16:9',
      imagePrompts: [first?.id ?? '', second?.id ?? ''],
      styleReferences: [first?.id ?? ''],
    })
    await ada.settled(branch)
    await ada.send('PATCH', `/api/generations/${branch.id}`, { isCollapsed: true })
    for (const type of ['star', 'like']) await ada.send('PUT', `/api/images/${second?.id}/feedback/${type}`)
    const odd = await ada.settled(await ada.generate({ prompt: 'odd', projectId, seed: 2_147_483_646 }))
    await execute(
      sql`update generated_images set width = 17, warnings = '["cut"]', seed = 5 where id = ${odd.images[2]?.id}`,
    )
    const failed = await ada.settled(await ada.generate({ prompt: 'failed', projectId }))
    await execute(sql`update generated_images set status = 'failed', storage_key = null, average_color = null,
      error_code = 'refused', error_message = 'No.' where id = ${failed.images[0]?.id}`)
    await execute(
      sql`with removed as (delete from image_fingerprints where image_id = ${failed.images[3]?.id})
        update generated_images set id = gen_random_uuid() where generation_id = ${failed.id} and order_num = 3`,
    )
    const orphan = await ada.settled(await ada.generate({ prompt: 'child', parentGenerationId: odd.id }))
    await ada.send('DELETE', `/api/generations/${odd.id}`)
    await ada.send('POST', `/api/generations/${orphan.id}/restore`)
    await expectSame(projectId)
  })

  it('equals the long list, whatever has happened to the images', async () => {
    const { projectId, images } = await ada.settled(await ada.generate({ prompt: 'changing' }))
    const anyChange = fc.oneof(
      fc.record({ status: fc.constantFrom(...imageStatuses) }),
      fc.record({ storage_key: fc.option(fc.constant('images/some')) }),
      fc.record({ width: fc.constantFrom(1_024, 7), height: fc.constantFrom(1_024, 8) }),
      fc.record({ average_color: fc.option(fc.constantFrom('#00ff99', '#ABCDEF', 'none')) }),
      fc.record({ seed: fc.nat(2_147_483_647), attempt: fc.integer({ min: 1, max: 3 }) }),
      fc.record({
        error_code: fc.option(fc.constantFrom(...imageFailures)),
        error_message: fc.option(fc.constant('"No"\n')),
      }),
      fc.record({ warnings: fc.array(fc.constantFrom('cut', 'a "word"'), { maxLength: 2 }) }),
      fc.record({ created_at: fc.date({ min: new Date(0), max: new Date(4e12), noInvalidDate: true }) }),
    )
    const steps = fc.array(fc.tuple(fc.constantFrom(...images), fc.oneof(anyChange, fc.constantFrom(...feedbackTypes))))
    await fc.assert(
      fc.asyncProperty(steps, async (changes) => {
        for (const [{ id }, change] of changes) {
          if (typeof change !== 'string')
            await execute(sql`update generated_images set (status, storage_key, width, height, average_color, seed, attempt,
              error_code, error_message, warnings, created_at) = (select status, storage_key, width, height, average_color,
              seed, attempt, error_code, error_message, warnings, created_at
              from jsonb_populate_record(generated_images, ${JSON.stringify(change)})) where id = ${id}`)
          else {
            const given = await execute(
              sql`delete from image_feedback where image_id = ${id} and feedback_type = ${change}`,
            )
            if (given.rowCount === 0) await ada.send('PUT', `/api/images/${id}/feedback/${change}`)
          }
        }
        await expectSame(projectId)
      }),
      { numRuns: 25 },
    )
  })

  it('is exact to the millisecond, as is the long list', async () => {
    const { id, projectId } = await ada.settled(await ada.generate({ prompt: 'old' }))
    // The seconds of this moment times 1,000 are no integer in floating point.
    const moment = '2004-08-15T13:31:42.284Z'
    await execute(sql`update generations set created_at = ${moment} where id = ${id}`)
    await execute(sql`update generated_images set created_at = ${moment} where generation_id = ${id}`)
    const { items } = await longList(projectId)
    const { cards } = await readBoard(projectId)
    const { body } = await ada.send<{ items: { id: string; createdAt: string }[] }>('GET', '/api/assets')
    const assets = body.items.filter((asset) => items[0]?.images.some((image) => image.id === asset.id))
    const shown = [...items, ...cards].flatMap((card) => [card, ...card.images])
    expect(new Set([...shown, ...assets].map(({ createdAt }) => createdAt))).toEqual(new Set([moment]))
    expect(assets).toHaveLength(4)
  })

  it('is consistent under concurrent changes from several clients', async () => {
    const cards = await Promise.all([1, 2, 3].map(() => ada.generate({ prompt: 'first' })))
    const like = (card: GenerationShape) =>
      card.images.map(({ id }) => ada.send('PUT', `/api/images/${id}/feedback/like`))
    const replies = await Promise.all(cards.flatMap(like))
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200))
    await Promise.all(cards.map(ada.settled))
    for (const { projectId } of cards) await expectSame(projectId)
  })

  it('may omit the size of an image that has the requested one', async () => {
    const card = await ada.settled(await ada.generate({ prompt: 'sizes' }))
    const combinations = aspectRatios.flatMap((ratio) => resolutions.map((resolution) => ({ ratio, resolution })))
    for (const { ratio, resolution } of combinations) {
      const { width, height } = pixelSize(ratio, resolution)
      await execute(
        sql`update generations set aspect_ratio = ${ratio}, resolution = ${resolution} where id = ${card.id}`,
      )
      await execute(
        sql`update generated_images set width = ${width}, height = ${height} where generation_id = ${card.id}`,
      )
      const { lists } = await readBoard(card.projectId)
      expect(lists[0]?.[0]?.[14]?.images, `${ratio} ${resolution}`).toBeUndefined()
    }
  })

  it('reports the sheets and slots of images, consecutive or not', async () => {
    const card = await ada.settled(await ada.generate({ prompt: 'in sheets' }))
    const sheet = randomUUID()
    await execute(
      sql`insert into thumbnail_sheets (id, user_id, project_id, slots) values (${sheet}, ${ada.userId}, ${card.projectId}, 9)`,
    )
    const slots = async () => {
      const { header, lists } = await readBoard(card.projectId)
      return (lists[0] ?? [])
        .flatMap((one) => sheetSlotsOf(one, header))
        .map((each) => each && [each.sheetId, each.slot])
    }
    await execute(
      sql`update generated_images set sheet_id = ${sheet}, sheet_slot = order_num + 4 where generation_id = ${card.id}`,
    )
    expect(await slots()).toEqual([4, 5, 6, 7].map((slot) => [sheet, slot]))
    await execute(sql`update generated_images set sheet_slot = 3 - order_num where generation_id = ${card.id}`)
    expect(await slots()).toEqual([3, 2, 1, 0].map((slot) => [sheet, slot]))
    await execute(
      sql`update generated_images set sheet_id = null, sheet_slot = null where generation_id = ${card.id} and order_num = 0`,
    )
    expect(await slots()).toEqual([null, [sheet, 2], [sheet, 1], [sheet, 0]])
  })

  it('sends each card once, those around the saved view first', async () => {
    const { projectId } = await manyCards(2_500)
    const newest = await readBoard(projectId)
    expect(newest.header.count).toBe(2_500)
    expect(newest.lists).toHaveLength(6)
    expect(newest.lists[0]).toHaveLength(60)
    expect(new Set(newest.cards.map(({ id }) => id)).size).toBe(2_500)
    // The newest card is the last of row 24; its neighbors come first.
    expect(Math.min(...newest.cards.slice(0, 60).map(({ canvasX }) => canvasX))).toBeGreaterThan(10_000 + 90 * 960)
    await ada.send('PUT', `/api/projects/${projectId}/canvas-state`, { zoomLevel: 0.5, panX: -5_000, panY: -5_000 })
    const saved = (await readBoard(projectId)).cards.slice(0, 60)
    expect(
      Math.max(...saved.map(({ canvasX, canvasY }) => Math.hypot(canvasX - 11_440, canvasY - 10_900))),
    ).toBeLessThan(6_000)
    const asked = (await readBoard(projectId, '?x=50000&y=12000')).cards.slice(0, 60)
    expect(
      Math.max(...asked.map(({ canvasX, canvasY }) => Math.hypot(canvasX - 50_000, canvasY - 12_000))),
    ).toBeLessThan(6_000)
  })

  it('is empty for an empty project', async () => {
    const project = await ada.send<{ id: string }>('POST', '/api/projects', { title: 'Empty' })
    const { header, lists } = await readBoard(project.body.id)
    expect([header.count, header.models, lists]).toEqual([0, [], [[]]])
  })

  it.each([
    ['zstd', zstdDecompressSync],
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ] as const)(
    'is compressed once as %s, and its first lines come before the rest is read',
    async (encoding, unpack) => {
      const { projectId } = await manyCards(300)
      const plain = await (await ada.raw('GET', `/api/projects/${projectId}/board`)).text()
      const response = await ada.raw('GET', `/api/projects/${projectId}/board`, {
        'accept-encoding': `${encoding};q=1, *;q=0`,
      })
      expect(response.headers.get('content-encoding')).toBe(encoding)
      expect(response.headers.get('content-type')).toBe('application/x-ndjson')
      const parts: Uint8Array[] = []
      for await (const part of response.body ?? []) parts.push(part)
      expect(parts.length).toBeGreaterThan(1)
      expect(unpack(Buffer.concat(parts)).toString()).toBe(plain)
    },
  )

  it('releases its database connection when its reader leaves', async () => {
    const { projectId } = await manyCards(3_000)
    for (let turn = 0; turn < 12; turn++) {
      const response = await ada.raw('GET', `/api/projects/${projectId}/board`, { 'accept-encoding': 'gzip' })
      await response.body?.cancel()
    }
    expect((await readBoard(projectId)).cards).toHaveLength(3_000)
  })

  it.each(['?x=1', '?x=a&y=2', '?x=1&y=2&z=3', '?x=1e99&y=0'])('refuses %s', async (query) => {
    const { projectId } = await ada.generate({ prompt: 'strict' })
    expect((await ada.send('GET', `/api/projects/${projectId}/board${query}`)).status).toBe(400)
  })
})

describe('imported cards at (0,0)', () => {
  it.each(['board', 'generations'])(
    'are placed when the %s is read, and the places are stored and sent as events',
    async (call) => {
      const first = await ada.settled(await ada.generate({ prompt: 'one' }))
      const { projectId } = first
      const second = await ada.settled(await ada.generate({ prompt: 'two', projectId }))
      const kept = await ada.settled(
        await ada.generate({ prompt: 'kept', projectId, canvasX: 10_900, canvasY: 10_000 }),
      )
      await execute(sql`update generations set canvas_x = 0, canvas_y = 0 where id in (${first.id}, ${second.id})`)
      await Promise.all(
        [0, 1, 2].map(() => ada.raw('GET', `/api/projects/${projectId}/${call}`).then((reply) => reply.text())),
      )
      const { cards } = await readBoard(projectId)
      const places = new Map(cards.map((card) => [card.id, [card.canvasX, card.canvasY]]))
      expect([first, second, kept].map(({ id }) => places.get(id))).toEqual([
        [10_000, 10_000],
        [11_800, 10_000],
        [kept.canvasX, kept.canvasY],
      ])
      const moved = await execute(sql`select data from events where name = 'generation-changed' and data ? 'canvasX'
      and project_id = ${projectId}`)
      expect(moved.rows).toHaveLength(2)
    },
  )
})
