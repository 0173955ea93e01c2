import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import type { AssetCountShape, AssetShape } from '#contract/cards/asset.ts'
import type { GenerationShape, RequestGenerationInput } from '#contract/cards/generation.ts'
import { signUp, type TestClient } from '#server-testing/test-client.ts'
import { withTestServer } from '#server-testing/test-server.ts'
import { indexMissingPrompts } from './index-prompts.ts'

const context = withTestServer()
let ada: TestClient
const made: GenerationShape[] = []
/** Day n of January 2026, at noon. */
const day = (number: number) => `2026-01-${String(number).padStart(2, '0')}`

/** Generations of Ada's, one a day from January 1st on, oldest first. */
const asked: RequestGenerationInput[] = [
  { prompt: 'A red Fox in the snow', aspectRatio: '3:2' },
  { prompt: '富士山の夜明け、静かな湖' },
  { prompt: 'مدينة قديمة عند الغروب' },
  { prompt: 'Un café à Paris, crème et lumière', aspectRatio: '2:3' },
  { prompt: 'a lighthouse, 100% fog_and_rain' },
]

beforeAll(async () => {
  ada = await signUp(context.server)
  for (const [index, input] of asked.entries()) {
    const generation = await ada.settled(await ada.generate({ ...input, projectId: made[0]?.projectId }))
    await context.server.database.system.execute(sql`
      update generations set created_at = ${`${day(index + 1)}T12:00:00Z`} where id = ${generation.id}`)
    await context.server.database.system.execute(sql`
      update generated_images set created_at = ${`${day(index + 1)}T12:00:00Z`} where generation_id = ${generation.id}`)
    await context.server.database.system.execute(sql`
      update prompt_search set created_at = ${`${day(index + 1)}T12:00:00Z`} where generation_id = ${generation.id}`)
    made.push(generation)
  }
})

type Page = { items: AssetShape[]; nextCursor: string | null }
const list = async (query: Record<string, string> = {}, client = ada) => {
  const { status, body } = await client.send<Page>('GET', `/api/assets?${new URLSearchParams(query)}`)
  expect([status, body]).toEqual([200, expect.anything()])
  return body
}
/** The generations that are found, by their indexes in `asked`. */
const found = async (query: Record<string, string>, client = ada) => {
  const { items } = await list(query, client)
  const places = items.map((asset) => made.findIndex(({ id }) => id === asset.generationId))
  return [...new Set(places)]
}

describe('the list of assets', () => {
  it('returns the finished images, newest first, with their settings', async () => {
    const { items, nextCursor } = await list()
    const newest = made.at(-1)!
    expect(nextCursor).toBeNull()
    expect(items.map(({ id }) => id)).toEqual(made.toReversed().flatMap(({ images }) => images.map(({ id }) => id)))
    expect(items[0]).toEqual({
      ...newest.images[0],
      hidesModel: false,
      description: null,
      origin: 'made',
      createdAt: '2026-01-05T12:00:00.000Z',
      projectId: newest.projectId,
      parentGenerationId: null,
      prompt: newest.prompt,
      model: newest.model,
      settings: newest.settings,
    })
  })

  it("contains the user's images alone", async () => {
    const bob = await signUp(context.server)
    expect(await list({}, bob)).toEqual({ items: [], nextCursor: null })
    expect((await bob.send('GET', `/api/assets?projectId=${made[0]!.projectId}`)).status).toBe(404)
    expect(await list({ q: 'fox' }, bob)).toEqual({ items: [], nextCursor: null })
  })

  it('shows the feedback on each image', async () => {
    const image = made[1]!.images[2]!
    await ada.send('PUT', `/api/images/${image.id}/feedback/star`)
    expect((await list()).items.find(({ id }) => id === image.id)?.feedback).toEqual(['star'])
    await ada.send('DELETE', `/api/images/${image.id}/feedback/star`)
  })

  it('leaves out what is in the trash, until it is restored', async () => {
    await ada.send('DELETE', `/api/generations/${made[2]!.id}`)
    expect(await found({})).toEqual([4, 3, 1, 0])
    expect(await found({ q: 'قديمة' })).toEqual([])
    await ada.send('POST', `/api/generations/${made[2]!.id}/restore`)
    await ada.send('DELETE', `/api/projects/${made[0]!.projectId}`)
    expect((await list()).items).toEqual([])
    await ada.send('POST', `/api/projects/${made[0]!.projectId}/restore`)
    expect(await found({})).toEqual([4, 3, 2, 1, 0])
  })

  it('leaves out what is not finished', async () => {
    const cleo = await signUp(context.server)
    const { id } = await cleo.settled(await cleo.generate({ prompt: 'a hare' }))
    await context.server.database.system.execute(
      sql`update generated_images set status = 'failed' where generation_id = ${id} and order_num > 0`,
    )
    expect((await list({}, cleo)).items.map(({ orderNum }) => orderNum)).toEqual([0])
  })
})

describe('a filter of assets', () => {
  it.each<[Record<string, string>, number[]]>([
    [{ aspectRatio: '2:3' }, [3]],
    [{ model: 'Sketch' }, [4, 3, 2, 1, 0]],
    [{ model: 'sketch' }, [4, 3, 2, 1, 0]],
    [{ model: 'Krea 2' }, []],
    [{ model: 'a model of old' }, []],
    [{ from: day(4) }, [4, 3]],
    [{ to: day(2) }, [1, 0]],
    [{ from: day(2), to: day(3) }, [2, 1]],
    [{ from: `${day(2)}T12:00:00Z`, to: `${day(3)}T11:59:59Z` }, [1]],
    [{ from: `${day(3)}T13:00:00+02:00`, to: `${day(3)}T12:00:00Z` }, [2]],
    [{ feedback: 'dislike' }, []],
    [{ aspectRatio: '2:3', q: 'fox' }, []],
    [{ from: day(1), to: day(1), aspectRatio: '3:2', q: 'fox' }, [0]],
  ])('%j finds %j', async (query, places) => expect(await found(query)).toEqual(places))

  it('by feedback finds the images that have it, ordered by the age of the images', async () => {
    const images = [made[0]!.images[1]!, made[3]!.images[0]!, made[0]!.images[2]!]
    for (const { id } of images) await ada.send('PUT', `/api/images/${id}/feedback/like`)
    const liked = (await list({ feedback: 'like' })).items.map(({ id }) => id)
    expect(liked).toEqual([images[1]!.id, images[0]!.id, images[2]!.id])
    expect(await found({ feedback: 'like', q: 'fox' })).toEqual([0])
  })

  it('by project finds its images', async () => {
    const elsewhere = await ada.settled(await ada.generate({ prompt: 'elsewhere' }))
    const { items } = await list({ projectId: elsewhere.projectId })
    expect(items.map(({ generationId }) => generationId)).toEqual(Array(4).fill(elsewhere.id))
    await ada.send('DELETE', `/api/generations/${elsewhere.id}`)
  })
})

describe('a search of assets', () => {
  it.each<[string, number[]]>([
    ['fox', [0]],
    ['FOX snow', [0]],
    ['ox in', [0]],
    ['fox paris', []],
    ['富士', [1]],
    ['夜', [1]],
    ['山の夜明', [1]],
    ['قديم', [2]],
    ['ﻣﺪﻳﻨﺔ', [2]],
    ['CAFE', [3]],
    ['creme lumière', [3]],
    ['é', [4, 3, 0]],
    ['100%', [4]],
    ['g_a', [4]],
    ['%', [4]],
    ["'; drop table generations; --", []],
    ['zebra', []],
    ['  ', [4, 3, 2, 1, 0]],
  ])('for %j finds %j', async (q, places) => expect(await found({ q })).toEqual(places))

  it('finds prompts that are older than the search index', async () => {
    const { system: db } = context.server.database
    await db.execute(sql`delete from prompt_search where generation_id = ${made[0]!.id}`)
    expect(await found({ q: 'fox' })).toEqual([])
    await indexMissingPrompts(db, new AbortController().signal)
    await db.execute(
      sql`update prompt_search set created_at = ${`${day(1)}T12:00:00Z`} where generation_id = ${made[0]!.id}`,
    )
    expect(await found({ q: 'fox' })).toEqual([0])
  })
})

describe('a page of assets', () => {
  it.each([
    ['', 35],
    ['q=hare', 35],
    ['q=e', 35],
    ['feedback=like', 35],
    ['aspectRatio=1:1', 35],
    ['q=hare', 335],
  ])(
    'has 60 images for ?%s, every image once, also where %i cards were created at the same time',
    async (query, together) => {
      const total = 4 * (together + 5)
      const dora = await signUp(context.server)
      const { id } = await dora.settled(await dora.generate({ prompt: 'a hare' }))
      // Four others have times of their own; the order of the rest depends on the id alone.
      await context.server.database.system.execute(sql`
      with cards as (
        insert into generations (user_id, project_id, prompt, model, image_prompts, conversation_history, aspect_ratio,
          resolution, raw_mode, seed, canvas_x, canvas_y, price, created_at)
        select user_id, project_id, 'a hare', model, '[]', '[]', '1:1', '1K', false, 1, 0, 0, 0,
          timestamptz '2026-01-01' + greatest(0, n - ${together}::int) * interval '1 day'
            from generations, generate_series(1, ${together}::int + 4) n where id = ${id}
        returning id, user_id, created_at
      ), images as (
        insert into generated_images (user_id, generation_id, order_num, status, seed, width, height, warnings, created_at)
        select user_id, id, place, 'completed', 1, 8, 8, '[]', created_at from cards, generate_series(0, 3) place
        returning id, user_id
      ) insert into image_feedback (image_id, feedback_type, user_id) select id, 'like', user_id from images`)
      await indexMissingPrompts(context.server.database.system, new AbortController().signal)
      await context.server.database.system.execute(sql`
      insert into image_feedback (image_id, feedback_type, user_id)
      select id, 'like', user_id from generated_images where generation_id = ${id} on conflict do nothing`)
      const seen: AssetShape[] = []
      const sizes: number[] = []
      let cursor: string | null = ''
      while (cursor !== null) {
        const page: Page = await list(
          { ...Object.fromEntries(new URLSearchParams(query)), ...(cursor && { cursor }) },
          dora,
        )
        sizes.push(page.items.length)
        seen.push(...page.items)
        cursor = page.nextCursor
      }
      expect(sizes).toEqual([...Array(Math.floor(total / 60)).fill(60), total % 60])
      expect(new Set(seen.map((asset) => asset.id)).size).toBe(total)
      const order = seen.map(({ createdAt, id }) => [createdAt, id] as const)
      const sorted = order.toSorted(([a, one], [b, other]) => (a === b ? (one < other ? -1 : 1) : a < b ? 1 : -1))
      expect(order).toEqual(sorted)
    },
  )

  it.each([
    ['a cursor that is none', { cursor: 'x' }, 'cursor'],
    ['a day that is none', { from: '2026-02-30' }, 'from'],
    ['an unknown ratio', { aspectRatio: '5:4' }, 'aspectRatio'],
    ['unknown feedback', { feedback: 'hate' }, 'feedback'],
    ['a model with a NUL byte', { model: 'a\u0000b' }, 'model'],
    ['a query that is too long', { q: 'x'.repeat(201) }, 'q'],
    ['an unknown field', { page: '2' }, 'page'],
  ])('returns 400 for %s', async (_, query, field) => {
    const { status, body } = await ada.send('GET', `/api/assets?${new URLSearchParams(query)}`)
    expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining(field)])
  })
})

describe('GET /api/assets/count', () => {
  const count = async (query: Record<string, string> = {}, client = ada) =>
    (await client.send<AssetCountShape>('GET', `/api/assets/count?${new URLSearchParams(query)}`)).body

  it('counts what the list finds by the same filters', async () => {
    const image = made[0]?.images[2]?.id ?? ''
    await ada.send('PUT', `/api/images/${image}/feedback/like`)
    const filters = [{}, { q: 'fox' }, { aspectRatio: '2:3' }, { from: day(4) }, { feedback: 'like' }]
    for (const filter of [...filters, { feedback: 'like', q: 'fox' }, { feedback: 'like', q: 'lighthouse' }]) {
      const { items } = await list(filter)
      expect(await count(filter)).toEqual({ count: items.length, isExact: true })
    }
    await ada.send('DELETE', `/api/images/${image}/feedback/like`)
  })

  it('counts nothing of another user, and nothing in the trash', async () => {
    const bob = await signUp(context.server)
    expect(await count({}, bob)).toEqual({ count: 0, isExact: true })
    const card = await bob.settled(await bob.generate({ prompt: 'his' }))
    expect(await count({}, bob)).toEqual({ count: 4, isExact: true })
    await bob.send('DELETE', `/api/generations/${card.id}`)
    expect(await count({}, bob)).toEqual({ count: 0, isExact: true })
  })

  it('stops at 10,000', async () => {
    const bob = await signUp(context.server)
    const card = await bob.settled(await bob.generate({ prompt: 'many' }))
    await context.server.database.system.execute(sql`
      insert into generated_images (user_id, generation_id, order_num, status, seed, width, height, warnings)
      select user_id, generation_id, 10 + place, status, seed, width, height, warnings
      from generated_images, generate_series(1, 10000) place where id = ${card.images[0]?.id ?? ''}`)
    expect(await count({}, bob)).toEqual({ count: 10_000, isExact: false })
  })
})
