import { randomUUID } from 'node:crypto'
import { and, eq, isNull, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { boardHeader } from '#contract/board/compact-board.ts'
import type { ProjectShape } from '#contract/board/project.ts'
import type { GenerationShape } from '#contract/cards/generation.ts'
import { requestGenerationBody } from '#contract/cards/generation.ts'
import type { ErrorBody } from '#contract/errors.ts'
import type { ApiTokenShape, CreatedTokenShape } from '#contract/programs/api-token.ts'
import type { PurseShape, PurseStepShape } from '#contract/programs/purse.ts'
import { createWorkItems } from '#server/background/work-items.ts'
import { generations } from '#server/db/schema/generations.ts'
import { liesInArea } from '#server/db/sql/lies-in-area.ts'
import { purgeTrash } from '#server/features/trash/purge-trash.ts'
import { ProviderError } from '#server/providers/provider.ts'
import { createInstantProvider } from '#server-testing/instant-provider.ts'
import { type Program, programOf } from '#server-testing/program.ts'
import { openEvents } from '#server-testing/sse-client.ts'
import { signUp, type TestClient } from '#server-testing/test-client.ts'
import { withTestServer } from '#server-testing/test-server.ts'
import { claimPurse } from './claim-purse.ts'

const instant = createInstantProvider()
const failing = createInstantProvider({
  async generate(request, call) {
    if (request.prompt.includes('fails')) throw new ProviderError('invalid', 'No picture.')
    return instant.generate(request, call)
  },
})
/** An image costs one credit. */
const context = withTestServer({ providers: [failing], variables: { SKETCH_CREDITS: '1' }, plans: { signUp: 10_000 } })

let ada: TestClient
let projectId: string
beforeEach(async () => {
  ada = await signUp(context.server)
  projectId = (await ada.send<ProjectShape>('POST', '/api/projects', { title: 'Walled garden' })).body.id
})

/** Four cards wide and four high. */
const area = { x: 0, y: 0, width: 3_600, height: 1_800 }
const makePurse = async (most = 2_000, over: object = {}): Promise<PurseShape> => {
  const made = await ada.send<PurseShape>('POST', `/api/projects/${projectId}/purses`, {
    name: 'Harvest agent',
    most,
    ...area,
    ...over,
  })
  expect(made.status).toBe(201)
  return made.body
}
const bind = async ({ id }: PurseShape): Promise<Program> => {
  const made = await ada.send<CreatedTokenShape>('POST', `/api/purses/${id}/token`, { name: 'Claude Code' })
  expect(made.status).toBe(201)
  return programOf(context.server, { id: made.body.token.id, secret: made.body.secret })
}
const purseNow = async ({ id }: Pick<PurseShape, 'id'>) => {
  const { body } = await ada.send<{ items: PurseShape[] }>('GET', `/api/projects/${projectId}/purses`)
  return body.items.find((purse) => purse.id === id)
}
/** Changes the ring of a purse in one batch; resolves to the outcomes. */
const changesOf =
  ({ id: purseId }: PurseShape) =>
  async (...changes: readonly object[]) => {
    const sent = { changes: changes.map((each) => ({ id: randomUUID(), purseId, ...each })) }
    const reply = await ada.send<{ items: { outcome: string }[] }>('POST', `/api/projects/${projectId}/changes`, sent)
    expect(reply.status).toBe(200)
    return reply.body.items.map(({ outcome }) => outcome)
  }
const ask = <Body = GenerationShape>(program: Program, over: object = {}) =>
  program.send<Body>('POST', '/api/generations', { prompt: 'a pear tree', ...over })
const stepsOf = async ({ id }: PurseShape) =>
  (await ada.send<{ items: PurseStepShape[] }>('GET', `/api/purses/${id}/steps`)).body.items

describe('the credits of a purse', () => {
  it('are not passed by 20 requests at once, over two processes', async () => {
    const purse = await makePurse(2_000)
    const program = await bind(purse)
    const elsewhere = programOf(context.server.another({ ROLES: 'web' }), program)
    const replies = await Promise.all(Array.from({ length: 20 }, (_, place) => ask([program, elsewhere][place % 2]!)))
    const counts = Map.groupBy(replies, ({ status }) => status)
    expect([counts.get(202)?.length, counts.get(402)?.length]).toEqual([5, 15])
    expect(await purseNow(purse)).toMatchObject({ most: 2_000, spent: 2_000 })
    // All lie inside, and no two on one place.
    const cards = replies.flatMap(({ status, body }) => (status === 202 ? [body] : []))
    expect(new Set(cards.map(({ canvasX, canvasY }) => `${canvasX} ${canvasY}`)).size).toBe(5)
    for (const { canvasX, canvasY } of cards) {
      expect(canvasX).toBeGreaterThanOrEqual(area.x)
      expect(canvasX + 800).toBeLessThanOrEqual(area.x + area.width)
      expect(canvasY).toBeGreaterThanOrEqual(area.y)
      expect(canvasY + 340).toBeLessThanOrEqual(area.y + area.height)
    }
  })

  it('are named by a refusal, with what is left and where; its person sees that more is asked for, and raises it', async () => {
    const purse = await makePurse(600)
    const program = await bind(purse)
    expect((await ask(program)).status).toBe(202)
    const refused = await ask<ErrorBody>(program)
    expect(refused).toMatchObject({
      status: 402,
      body: {
        code: 'purse-empty',
        message: expect.stringContaining(
          "The purse 'Harvest agent' has 2.00 of its 6.00 credits left, and this costs 4.00.",
        ),
        data: { purseId: purse.id, most: 600, spent: 400, left: 200, missing: 200 },
      },
    })
    expect(refused.body.message).toContain('at (0, 0, 3600, 1800) on the canvas')
    expect((await purseNow(purse))?.missing).toBe(200)
    const raised = await ada.send<PurseShape>('PATCH', `/api/purses/${purse.id}`, { most: 800 })
    expect([raised.status, raised.body.missing]).toEqual([200, null])
    expect((await ask(program)).status).toBe(202)
  })

  it('come back from images that fail', async () => {
    const purse = await makePurse(400)
    const program = await bind(purse)
    const page = await openEvents(context.server, ada.cookie)
    const { body } = await ask(program, { prompt: 'fails' })
    expect((await ada.settled(body)).status).toBe('failed')
    expect((await purseNow(purse))?.spent).toBe(0)
    // The ring is filled again on every open page.
    const spentOf = (data: Record<string, unknown>) => (data.purse as { spent: number } | null)?.spent
    await page.next(({ name, data }) => name === 'purse-changed' && spentOf(data) === 400)
    await page.next(({ name, data }) => name === 'purse-changed' && spentOf(data) === 0)
    page.close()
    expect((await ask(program)).status).toBe(202)
  }, 30_000)

  it('are spent for a run without a token as well', async () => {
    const purse = await makePurse(400)
    const claim = (price: number) =>
      context.server.database
        .forUser(ada.userId)
        .transaction((tx) => claimPurse(tx, { userId: ada.userId, purseId: purse.id, price }))
    expect(await claim(400)).toMatchObject({ ok: true })
    expect(await claim(401)).toMatchObject({ ok: false, error: { code: 'purse-empty' } })
    const grace = await signUp(context.server)
    const others = await context.server.database
      .forUser(grace.userId)
      .transaction((tx) => claimPurse(tx, { userId: grace.userId, purseId: purse.id, price: 1 }))
    expect(others).toMatchObject({ ok: false, error: { code: 'forbidden' } })
  })
})

describe('the state of a purse', () => {
  it('stops its program while it is paused, and for good when it is ended, with its token', async () => {
    const purse = await makePurse()
    const program = await bind(purse)
    await ada.send('PATCH', `/api/purses/${purse.id}`, { state: 'paused' })
    expect(await ask<ErrorBody>(program)).toMatchObject({
      status: 403,
      body: {
        message:
          "The purse 'Harvest agent' is paused by its person. Wait until it is opened again; reading still works.",
      },
    })
    await ada.send('PATCH', `/api/purses/${purse.id}`, { state: 'open' })
    expect((await ask(program)).status).toBe(202)
    const ended = await ada.send<PurseShape>('PATCH', `/api/purses/${purse.id}`, { state: 'ended' })
    expect(ended.body).toMatchObject({ state: 'ended', token: null, spent: 400 })
    expect((await ask(program)).status).toBe(401)
    expect((await ada.send('PATCH', `/api/purses/${purse.id}`, { state: 'open' })).status).toBe(409)
    expect((await ada.send('POST', `/api/purses/${purse.id}/token`, { name: 'x' })).status).toBe(409)
  })

  it('has one token: another one ends the first, and its removal ends the last', async () => {
    const purse = await makePurse()
    const first = await bind(purse)
    const second = await bind(purse)
    expect([(await ask(first)).status, (await ask(second)).status]).toEqual([401, 202])
    const { body } = await ada.send<{ items: ApiTokenShape[] }>('GET', '/api/tokens')
    expect(body.items).toMatchObject([
      { id: second.id, purseId: purse.id, projectId, scopes: ['read', 'edit', 'generate'] },
    ])
    const page = await openEvents(context.server, ada.cookie)
    await ada.send('DELETE', `/api/tokens/${second.id}`)
    const without = await page.next(({ name }) => name === 'purse-changed')
    expect(without.data.purse).toMatchObject({ token: null, state: 'open' })
    page.close()
    const third = await bind(purse)
    expect((await ada.send('DELETE', `/api/purses/${purse.id}`)).status).toBe(200)
    expect((await ask(third)).status).toBe(401)
    expect(await purseNow(purse)).toBeUndefined()
    // What was made in it stays.
    const cards = await ada.send<{ items: GenerationShape[] }>('GET', `/api/projects/${projectId}/generations`)
    expect(cards.body.items).toHaveLength(1)
  })

  it('is moved, renamed, removed and restored by changes of its board; a removed one ends its token and is on no list', async () => {
    const purse = await makePurse()
    const program = await bind(purse)
    const change = changesOf(purse)
    const page = await openEvents(context.server, ada.cookie)
    const moved = { x: 500, y: 600, width: 1_000, height: 700 }
    expect(await change({ kind: 'place-purse', ...moved }, { kind: 'name-purse', name: 'Orchard' })).toEqual([
      'applied',
      'applied',
    ])
    const event = await page.next(({ name }) => name === 'purse-changed')
    expect(event.data.purse).toMatchObject({ ...moved, name: 'Orchard', most: 2_000 })
    expect(await change({ kind: 'remove-purse' })).toEqual(['applied'])
    await page.next(({ name, data }) => name === 'purse-changed' && data.purse === null)
    page.close()
    expect(await purseNow(purse)).toBeUndefined()
    const board = await (await ada.raw('GET', `/api/projects/${projectId}/board`)).text()
    expect(boardHeader.parse(JSON.parse(board.split('\n')[0] ?? '')).purses).toEqual([])
    expect((await ask(program)).status).toBe(401)
    expect(await change({ kind: 'place-purse', ...area })).toEqual(['gone'])
    expect(await change({ kind: 'restore-purse' })).toEqual(['applied'])
    expect(await purseNow(purse)).toMatchObject({ ...moved, name: 'Orchard', most: 2_000, token: null, state: 'open' })
  })

  it('ends its token by a removal that the same batch takes back, at once in this process', async () => {
    const purse = await makePurse()
    const program = await bind(purse)
    expect((await program.send('GET', '/api/credits')).status).toBe(200)
    const outcomes = await changesOf(purse)({ kind: 'remove-purse' }, { kind: 'restore-purse' })
    expect(outcomes).toEqual(['applied', 'applied'])
    expect((await program.send('GET', '/api/credits')).status).toBe(401)
    expect(await purseNow(purse)).toMatchObject({ token: null, state: 'open' })
  })

  it('is restored no later than a card, and not kept beyond a hundred removed ones', async () => {
    const { system } = context.server.database
    const purse = await makePurse()
    await changesOf(purse)({ kind: 'remove-purse' })
    await system.execute(sql`update purses set removed_at = now() - interval '31 days' where id = ${purse.id}`)
    expect(await changesOf(purse)({ kind: 'restore-purse' })).toEqual(['gone'])
    await system.execute(sql`
      insert into purses (user_id, project_id, name, x, y, width, height, most, removed_at)
      select user_id, project_id, name, x, y, width, height, most, now() - make_interval(hours => n)
      from purses, generate_series(1, 120) n where id = ${purse.id}`)
    await changesOf(await makePurse())({ kind: 'remove-purse' })
    await purgeTrash(system, { items: createWorkItems(), signal: new AbortController().signal })
    const { rows } = await system.execute(sql`
      select count(*)::int as kept, max(now() - removed_at) < interval '100 hours' as "areNewest" from purses
      where project_id = ${projectId}`)
    expect(rows).toEqual([{ kept: 100, areNewest: true }])
  })

  it('is moved, renamed, removed and restored by no token', async () => {
    const purse = await makePurse()
    const { body } = await ada.send<CreatedTokenShape>('POST', '/api/tokens', {
      name: 'All',
      scopes: ['read', 'edit', 'generate'],
      projectId: null,
      budget: null,
      expiresAt: null,
    })
    const program = programOf(context.server, { id: body.token.id, secret: body.secret })
    for (const fields of [
      { kind: 'place-purse', ...area },
      { kind: 'name-purse', name: 'Mine' },
      { kind: 'remove-purse' },
      { kind: 'restore-purse' },
    ]) {
      const sent = { changes: [{ id: randomUUID(), purseId: purse.id, ...fields }] }
      const refused = await program.send<ErrorBody>('POST', `/api/projects/${projectId}/changes`, sent)
      expect([refused.status, refused.body.code]).toEqual([403, 'forbidden'])
    }
    expect(await purseNow(purse)).toEqual(purse)
  })

  it('is refused where the project is full of purses, or the area holds no card', async () => {
    const small = await ada.send('POST', `/api/projects/${projectId}/purses`, {
      name: 'x',
      most: 1,
      ...area,
      width: 200,
    })
    expect([small.status, small.body.code]).toEqual([400, 'invalid'])
    for (let made = 0; made < 20; made++) await makePurse()
    const more = await ada.send('POST', `/api/projects/${projectId}/purses`, { name: 'x', most: 1, ...area })
    expect([more.status, more.body.message]).toEqual([
      413,
      'This project has 20 purses. End or remove one of them first.',
    ])
  })
})

describe('a token of a purse', () => {
  it('sees and uses what lies inside, and nothing else', async () => {
    const inside = await ada.settled(await ada.generate({ prompt: 'inside', projectId, canvasX: 100, canvasY: 100 }))
    const beside = await ada.settled(await ada.generate({ prompt: 'beside', projectId, canvasX: 9_000, canvasY: 100 }))
    const program = await bind(await makePurse(10_000))
    const listed = await program.send<{ items: GenerationShape[] }>('GET', `/api/projects/${projectId}/generations`)
    expect(listed.body.items.map(({ prompt }) => prompt)).toEqual(['inside'])
    const file = (card: GenerationShape) => `/api/images/${card.images[0]?.id}/file`
    const pictureOf = async (card: GenerationShape) =>
      (await context.server.app.request(file(card), { headers: program.headers })).status
    expect([await pictureOf(inside), await pictureOf(beside)]).toEqual([200, 404])
    const [image] = inside.images
    const [far] = beside.images
    const branch = await ask(program, { parentImageId: image?.id, branchKind: 'enhance' })
    expect([branch.status, branch.body.parentGenerationId]).toEqual([202, inside.id])
    for (const body of [
      { parentImageId: far?.id, branchKind: 'enhance' },
      { imagePrompts: [far?.id] },
      { styleReferences: [far?.id] },
      { modelOf: beside.id },
      { canvasX: 9_000, canvasY: 900 },
    ]) {
      const refused = await ask<ErrorBody>(program, body)
      expect([body, refused.status, refused.body.code]).toEqual([body, 403, 'forbidden'])
      expect(refused.body.message).toContain(
        "outside of the purse 'Harvest agent', and this token works in it alone: from (0, 0, 3600, 1800)",
      )
    }
    const unknown = await ask<ErrorBody>(program, { imagePrompts: [randomUUID()] })
    expect(unknown.status).toBe(404)
  })

  it('has no other call: neither to move cards by itself, nor to raise or widen its purse', async () => {
    const purse = await makePurse()
    const program = await bind(purse)
    const card = await ada.generate({ prompt: 'inside', projectId, canvasX: 100, canvasY: 100 })
    for (const [method, path, body] of [
      ['PATCH', `/api/purses/${purse.id}`, { most: 1_000_000 }],
      ['GET', `/api/purses/${purse.id}/steps`, undefined],
      ['POST', `/api/projects/${projectId}/purses`, { name: 'x', most: 1, ...area }],
      ['PATCH', `/api/generations/${card.id}`, { canvasX: 9_000, canvasY: 9_000 }],
      ['POST', `/api/projects/${projectId}/changes`, { changes: [] }],
      ['POST', '/api/series', {}],
      ['GET', `/api/projects/${projectId}/board`, undefined],
      ['GET', '/api/events', undefined],
      ['GET', '/api/assets', undefined],
      ['POST', '/v1/images/generations', { prompt: 'x' }],
    ] as const) {
      const { status } = await program.send(method, path, body)
      expect([method, path, status]).toEqual([method, path, 403])
    }
    for (const path of ['/api/token', '/api/credits', '/api/models'])
      expect([path, (await program.send('GET', path)).status]).toEqual([path, 200])
  })

  it('is refused a place where the purse is full, with what to do', async () => {
    const program = await bind(await makePurse(10_000, { width: 900, height: 440 }))
    expect((await ask(program)).status).toBe(202)
    const full = await ask<ErrorBody>(program)
    expect(full).toMatchObject({
      status: 422,
      body: { code: 'impossible', message: expect.stringContaining('has no room for another card. Move cards') },
    })
  })

  it('writes what it made and why into the card and the list of steps', async () => {
    const purse = await makePurse()
    const program = await bind(purse)
    const { body: card } = await ask(program)
    await ada.settled(card)
    expect(card.madeBy).toEqual({ tokenId: program.id, name: 'Claude Code', purseId: purse.id })
    const board = await (await ada.raw('GET', `/api/projects/${projectId}/board`)).text()
    const header = boardHeader.parse(JSON.parse(board.split('\n')[0] ?? ''))
    expect(header.purses).toMatchObject([
      {
        id: purse.id,
        name: 'Harvest agent',
        ...area,
        most: 2_000,
        spent: 400,
        state: 'open',
        token: { name: 'Claude Code' },
      },
    ])
    expect(await stepsOf(purse)).toMatchObject([
      {
        kind: 'made',
        generationId: card.id,
        title: 'a pear tree',
        images: 4,
        price: 400,
        effects: [{ kind: 'made', generationId: card.id }],
      },
    ])
    expect(requestGenerationBody.safeParse({ prompt: 'x', purseId: purse.id }).success).toBe(false)
  })
})

describe('a purse on a board of thousands of cards', () => {
  it('finds the cards of its area by their index', async () => {
    const { system } = context.server.database
    await system.execute(sql`
      insert into generations (user_id, project_id, prompt, model, image_prompts, conversation_history, aspect_ratio,
        resolution, raw_mode, seed, canvas_x, canvas_y, price)
      select ${ada.userId}, ${projectId}, 'x', 'sketch', '[]', '[]', '1:1', '1K', false, 1,
        20000 + (n % 100) * 900, (n / 100) * 450, 0 from generate_series(1, 10000) n`)
    await system.execute(sql`analyze generations`)
    const isInside = and(eq(generations.projectId, projectId), isNull(generations.deletedAt), liesInArea(area))
    const { rows } = await system.execute(
      sql`explain (format json) select ${generations.id} from ${generations} where ${isInside}`,
    )
    expect(JSON.stringify(rows)).toContain('generations_place')
    const program = await bind(await makePurse(10_000))
    const listed = await program.send<{ items: GenerationShape[] }>('GET', `/api/projects/${projectId}/generations`)
    expect(listed.body.items).toEqual([])
    expect((await ask(program)).status).toBe(202)
  }, 60_000)
})
