import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import type { GenerationShape } from '#contract/cards/generation.ts'
import { sheetSlotRect } from '#domain/board/sheet.ts'
import { runOnce } from '#server/background/runner.ts'
import { createThumbnailer } from '#server/pictures/thumbnailer.ts'
import type { Storage } from '#server/storage/storage.ts'
import { signUp, type TestClient } from '#server-testing/test-client.ts'
import { withTestServer } from '#server-testing/test-server.ts'
import { unlimited } from '#server-testing/unlimited.ts'
import { packTask } from './pack-sheets.ts'

// Its own packer waits for five quiet seconds: the tests are faster.
const context = withTestServer()
let ada: TestClient
let bob: TestClient
beforeAll(async () => {
  ada = await signUp(context.server)
  bob = await signUp(context.server)
})

type Row = { id: string; sheet_id: string | null; sheet_slot: number | null; order_num: number; generation_id: string }

const execute = <Found extends Record<string, unknown>>(query: ReturnType<typeof sql>) =>
  context.server.database.system.execute<Found>(query)
const pack = (storage: Storage = context.server.storage) =>
  runOnce(
    packTask(
      {
        db: context.server.database.system,
        storage,
        thumbnailer: createThumbnailer(storage, unlimited),
        newId: randomUUID,
      },
      { restSeconds: -1 },
    ),
  )
const placesOf = async (projectId: string) =>
  (
    await execute<Row>(sql`select images.* from generated_images images join generations cards on cards.id = generation_id
      where project_id = ${projectId} order by sheet_id, sheet_slot, generation_id, order_num`)
  ).rows
const make = async (prompt: string, projectId?: string): Promise<GenerationShape> =>
  ada.settled(await ada.generate({ prompt, ...(projectId ? { projectId } : {}), aspectRatio: '3:2' }))

describe('sheets of thumbnails', () => {
  it("contain the images of a card side by side, each at its rule's place, in its own color", async () => {
    const card = await make('a fox')
    await pack()
    const places = await placesOf(card.projectId)
    expect(places.map(({ sheet_slot }) => sheet_slot)).toEqual([0, 1, 2, 3])
    for (const size of [32, 64] as const) {
      const reply = await ada.raw('GET', `/api/sheets/${places[0]?.sheet_id}?size=${size}`)
      expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
      expect(reply.headers.get('cache-control')).toContain('immutable')
      const sheet = sharp(new Uint8Array(await reply.arrayBuffer()))
      expect(await sheet.metadata()).toMatchObject({ width: 20 * size, height: 20 * size })
      for (const [slot, image] of card.images.entries()) {
        const { x, y, width, height } = sheetSlotRect(slot, size, image)
        // Decoders that smooth the color of JPEG mix a slot's outermost pixel with the one beside it.
        const inside = { left: x + 1, top: y + 1, width: width - 2, height: height - 2 }
        const { channels } = await sharp(await sheet.clone().extract(inside).png().toBuffer()).stats()
        const wanted = [1, 3, 5].map((at) => Number.parseInt(image.averageColor?.slice(at, at + 2) ?? '', 16))
        for (const [index, channel] of channels.slice(0, 3).entries()) {
          expect(Math.abs(channel.mean - (wanted[index] ?? 0))).toBeLessThan(6)
          expect(channel.stdev).toBeLessThan(4)
        }
      }
    }
  })

  it('are extended by a new file; the old one stays for clients that know it', async () => {
    const card = await make('first')
    await pack()
    const [before] = await placesOf(card.projectId)
    await make('second', card.projectId)
    await pack()
    const places = await placesOf(card.projectId)
    expect(new Set(places.map((each) => each.sheet_id)).size).toBe(1)
    expect(places.map((each) => each.sheet_slot)).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
    expect(places[0]?.sheet_id).not.toBe(before?.sheet_id)
    expect((await ada.raw('GET', `/api/sheets/${before?.sheet_id}`)).status).toBe(200)
  })

  it('keep neighbors together, and start a new sheet after 100 cards', async () => {
    const card = await make('many')
    await execute(sql`
      insert into generations select (jsonb_populate_record(cards, jsonb_build_object('id', gen_random_uuid(), 'canvas_x', n % 15 * 960, 'canvas_y', n / 15 * 400))).*
      from generations cards, generate_series(1, 149) n where id = ${card.id}`)
    await execute(sql`
      insert into generated_images select (jsonb_populate_record(images, jsonb_build_object('id', gen_random_uuid(), 'generation_id', cards.id))).*
      from generated_images images, generations cards
      where images.generation_id = ${card.id} and project_id = ${card.projectId} and cards.id <> ${card.id}`)
    await pack()
    const places = await placesOf(card.projectId)
    const sizes = [...Map.groupBy(places, (each) => each.sheet_id).values()].map((images) => images.length)
    expect(sizes.sort((a, b) => a - b)).toEqual([200, 400])
    expect(places.every((each) => (each.sheet_slot ?? -1) % 4 === each.order_num)).toBe(true)
  })

  it('lose no image and no file when the server dies before the rows are switched', async () => {
    const card = await make('cut off')
    const written: string[] = []
    const dying: Storage = {
      ...context.server.storage,
      async put(key, bytes) {
        await context.server.storage.put(key, bytes)
        if (!key.startsWith('sheets/')) return
        written.push(key)
        throw new Error('the server has died')
      },
    }
    await expect(pack(dying)).rejects.toThrow('died')
    expect((await placesOf(card.projectId)).every((each) => each.sheet_id === null)).toBe(true)
    const noted = await execute<{ key: string }>(sql`select key from unused_files`)
    expect(noted.rows.map(({ key }) => key)).toEqual(expect.arrayContaining(written))
    await pack()
    expect((await placesOf(card.projectId)).map((each) => each.sheet_slot)).toEqual([0, 1, 2, 3])
  })

  it('are packed once when two servers pack at the same time', async () => {
    const card = await make('twice')
    await Promise.all([pack(), pack(), pack()])
    const sheets = await execute(sql`select 1 from thumbnail_sheets where project_id = ${card.projectId}`)
    expect(sheets.rows).toHaveLength(1)
  })

  it('leave a slot for a failed image, and fill it after a retry', async () => {
    const card = await make('with a failure')
    await execute(
      sql`update generated_images set status = 'failed', storage_key = null where id = ${card.images[1]?.id ?? ''}`,
    )
    await pack()
    expect((await placesOf(card.projectId)).map((each) => each.sheet_slot)).toEqual([0, 2, 3, null])
    expect((await ada.send('POST', `/api/images/${card.images[1]?.id}/retry`)).status).toBe(202)
    await ada.settled(card)
    await pack()
    expect((await placesOf(card.projectId)).map((each) => each.sheet_slot)).toEqual([0, 2, 3, 5])
  })

  it('are visible to their owner alone', async () => {
    const card = await make('mine')
    await pack()
    const [place] = await placesOf(card.projectId)
    expect((await bob.raw('GET', `/api/sheets/${place?.sheet_id}`)).status).toBe(404)
    expect((await ada.raw('GET', `/api/sheets/${randomUUID()}`)).status).toBe(404)
    expect((await ada.raw('GET', '/api/sheets/x')).status).toBe(404)
    expect((await ada.raw('GET', `/api/sheets/${place?.sheet_id}?size=48`)).status).toBe(400)
    expect((await ada.raw('GET', `/api/sheets/${place?.sheet_id}`, { cookie: '' })).status).toBe(401)
  })
})
