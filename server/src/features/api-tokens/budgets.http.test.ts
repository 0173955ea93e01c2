import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import type { AssetShape } from '#contract/cards/asset.ts'
import type { GenerationShape } from '#contract/cards/generation.ts'
import type { SeriesShape } from '#contract/cards/series.ts'
import type { ErrorBody } from '#contract/errors.ts'
import type { UsageShape } from '#contract/money/credits.ts'
import type { ApiTokenShape, CreateTokenBody } from '#contract/programs/api-token.ts'
import { ProviderError } from '#server/providers/provider.ts'
import { createInstantProvider } from '#server-testing/instant-provider.ts'
import { makeProgram, type Program, programOf } from '#server-testing/program.ts'
import { step } from '#server-testing/series-client.ts'
import { openEvents } from '#server-testing/sse-client.ts'
import { signUp, type TestClient } from '#server-testing/test-client.ts'
import { withTestServer } from '#server-testing/test-server.ts'

const instant = createInstantProvider()
/** Holds pictures of 'behind a gate' until it is opened, and retries of 'fails once', which fails before. */
let gate = Promise.withResolvers<void>()
/** The prompts of images in the order in which they were asked for. */
const asked: string[] = []
const failing = createInstantProvider({
  async generate(request, call) {
    asked.push(request.prompt)
    if (request.prompt.includes('behind a gate')) await gate.promise
    if (request.prompt.includes('fails once')) {
      if (asked.filter((prompt) => prompt === request.prompt).length <= imagesOfCard)
        throw new ProviderError('invalid', 'No picture.')
      await gate.promise
    }
    return instant.generate(request, call)
  },
})
const priceOfImage = 1
const imagesOfCard = 4
const context = withTestServer({
  providers: [failing],
  variables: { SKETCH_CREDITS: String(priceOfImage) },
  plans: { signUp: 10_000 },
})

let ada: TestClient
beforeEach(async () => {
  gate.resolve()
  // Images that an earlier test left in the queue would be asked for in this one.
  const jobs = sql`select count(*)::int as waiting from jobs where state in ('queued', 'running')`
  await expect
    .poll(async () => (await context.server.database.system.execute(jobs)).rows, { timeout: 20_000 })
    .toEqual([{ waiting: 0 }])
  gate = Promise.withResolvers()
  asked.length = 0
  ada = await signUp(context.server)
})

const withBudget = (credits: number, per: 'total' | 'month' = 'total', over: Partial<CreateTokenBody> = {}) =>
  makeProgram(context.server, ada, { name: 'backup-script', budget: { credits, per }, ...over })
const ask = <Body = GenerationShape>(program: Program, prompt = 'a fox', over: object = {}) =>
  program.send<Body>('POST', '/api/generations', { prompt, ...over })
const spentOf = async ({ id }: Program) => {
  const { body } = await ada.send<{ items: ApiTokenShape[] }>('GET', '/api/tokens')
  return body.items.find((token) => token.id === id)?.budget?.spent
}

describe('the budget of a token', () => {
  it('is not passed by 20 requests at once, over two processes', async () => {
    const program = await withBudget(20)
    const elsewhere = programOf(context.server.another({ ROLES: 'web' }), program)
    const replies = await Promise.all(Array.from({ length: 20 }, (_, place) => ask([program, elsewhere][place % 2]!)))
    const counts = Map.groupBy(replies, ({ status }) => status)
    expect([counts.get(202)?.length, counts.get(402)?.length]).toEqual([5, 15])
    expect(await spentOf(program)).toBe(20)
  })

  it('is not passed by any mix of sizes at once', () =>
    fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 12 }),
        fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 2, maxLength: 8 }),
        async (credits, counts) => {
          const program = await withBudget(credits)
          const replies = await Promise.all(counts.map((count) => ask(program, 'a fox', { count })))
          const paid = counts.reduce((sum, count, place) => sum + (replies[place]?.status === 202 ? count : 0), 0)
          expect(paid).toBeLessThanOrEqual(credits)
          expect(await spentOf(program)).toBe(paid)
          // What was refused would have passed it: nothing that fits is refused.
          const refused = counts.filter((_, place) => replies[place]?.status === 402)
          for (const count of refused) expect(paid + count).toBeGreaterThan(credits)
        },
      ),
      { numRuns: 6 },
    ))

  it('is named by a refusal, with what is left and where to raise it', async () => {
    const program = await withBudget(6, 'month')
    expect((await ask(program)).status).toBe(202)
    const refused = await ask<ErrorBody>(program)
    expect(refused).toMatchObject({
      status: 402,
      body: {
        code: 'token-budget',
        message:
          "The token 'backup-script' may spend 6.00 credits a month, 2.00 are left, and this costs 4.00. Raise its budget in Manage account, API & agents.",
        data: { tokenId: program.id, per: 'month', most: 600, spent: 400, left: 200, missing: 200 },
      },
    })
    expect((await ask(program, 'a fox', { count: 2 })).status).toBe(202)
    await ada.send('PATCH', `/api/tokens/${program.id}`, { budget: { credits: 10, per: 'month' } })
    expect((await ask(program)).status).toBe(202)
  })

  it('does not bind its person, nor another token', async () => {
    const program = await withBudget(1)
    const other = await withBudget(4)
    expect((await ask(program)).status).toBe(402)
    expect((await ask(other)).status).toBe(202)
    await ada.generate({ prompt: 'a fox' })
    expect([await spentOf(program), await spentOf(other)]).toEqual([0, 4])
  })

  it('gets back what failed images held', async () => {
    const program = await withBudget(4)
    const { body } = await ask(program, 'fails once')
    expect((await ada.settled(body)).status).toBe('failed')
    expect(await spentOf(program)).toBe(0)
    expect((await ask(program)).status).toBe(202)
  }, 30_000)

  it('pays for a retry by the token of a card that its person made', async () => {
    const failed = await ada.settled(await ada.generate({ prompt: 'fails once' }))
    const program = await withBudget(1)
    const [first, second] = failed.images
    expect((await program.send('POST', `/api/images/${first?.id}/retry`)).status).toBe(202)
    const refused = await program.send('POST', `/api/images/${second?.id}/retry`)
    expect([refused.status, refused.body.code]).toEqual([402, 'token-budget'])
    gate.resolve()
  }, 30_000)

  it('refuses a whole series that would pass it, and later steps after the token was ended', async () => {
    const program = await withBudget(8)
    const series = (steps: object[]) =>
      program.send<SeriesShape>('POST', '/api/series', { kind: 'grid', price: 2_000, steps })
    expect((await series([step(), step(), step()])).status).toBe(402)
    expect(await spentOf(program)).toBe(0)
    const started = await series([step({ prompt: 'behind a gate' }), step({ dependsOn: 0, parentImagePlace: 0 })])
    expect(started.status).toBe(202)
    await ada.send('DELETE', `/api/tokens/${program.id}`)
    gate.resolve()
    await expect
      .poll(async () => (await ada.send<SeriesShape>('GET', `/api/series/${started.body.id}`)).body.steps[1], {
        timeout: 10_000,
      })
      .toMatchObject({ status: 'refused', message: 'The token that asked for this was ended.' })
  }, 30_000)
})

describe('the queue of a token', () => {
  it('never delays its person: what they ask for is made first', async () => {
    const other = await signUp(context.server)
    const program = await makeProgram(context.server, ada)
    // Fills all places of this process, so that both wait.
    const filling = await other.generate({ prompt: 'behind a gate' })
    await expect.poll(() => asked.length).toBe(4)
    const byProgram = await Promise.all([ask(program), ask(program), ask(program)])
    const own = await ada.generate({ prompt: 'mine' })
    gate.resolve()
    await other.settled(filling)
    await ada.settled(own)
    await Promise.all(byProgram.map(({ body }) => ada.settled(body)))
    expect(asked).toEqual([...Array(4).fill('behind a gate'), ...Array(4).fill('mine'), ...Array(12).fill('a fox')])
  })

  it('has room for half of its person’s images at most', async () => {
    const small = context.server.another({ PERSON_LIMITS: 'queued=16', ROLES: 'web' })
    const person = await signUp(context.server)
    const made = await makeProgram(context.server, person)
    const program = programOf(small, made)
    // Nothing is taken from the queue while all places are held.
    const other = await signUp(context.server)
    await other.generate({ prompt: 'behind a gate' })
    await expect.poll(() => asked.length).toBe(4)
    const replies = []
    for (let time = 0; time < 3; time++) replies.push((await ask<ErrorBody>(program)).status)
    expect(replies).toEqual([202, 202, 429])
    gate.resolve()
  })
})

describe('what a token has asked for', () => {
  it('names it on the card, in the list, on the board and in the event, as it was called then', async () => {
    const program = await withBudget(20)
    const stream = await openEvents(context.server, ada.cookie)
    const { body: made } = await ask(program)
    const maker = { tokenId: program.id, name: 'backup-script' }
    expect(made.madeBy).toEqual(maker)
    const created = await stream.next(({ name }) => name === 'generation-created')
    expect(created.data.madeBy).toEqual(maker)
    stream.close()
    await ada.send('PATCH', `/api/tokens/${program.id}`, { name: 'renamed' })
    const own = await ada.generate({ prompt: 'mine', projectId: made.projectId })
    expect(own.madeBy).toBeNull()
    const list = await ada.send<{ items: GenerationShape[] }>('GET', `/api/projects/${made.projectId}/generations`)
    expect(list.body.items.map(({ madeBy }) => madeBy)).toEqual([null, maker])
    const board = await (await ada.raw('GET', `/api/projects/${made.projectId}/board`)).text()
    expect(board.match(/"madeBy"/g)).toHaveLength(1)
    expect(board).toContain(program.id)
  })

  it('is moved to the trash at once, with what branches from it, and what is under way is cancelled', async () => {
    const program = await makeProgram(context.server, ada)
    const own = await ada.settled(await ada.generate({ prompt: 'mine' }))
    const branch = await ask(program, 'its branch', { projectId: own.projectId, parentGenerationId: own.id })
    await ada.settled(branch.body)
    const below = await ada.generate({ prompt: 'below', projectId: own.projectId, parentGenerationId: branch.body.id })
    await ada.settled(below)
    const elsewhere = await ask(program, 'behind a gate')
    await ada.send('DELETE', `/api/tokens/${program.id}`)
    const { status, body } = await ada.send<{ ids: string[] }>('POST', `/api/tokens/${program.id}/trash`)
    expect(status).toBe(200)
    expect(new Set(body.ids)).toEqual(new Set([branch.body.id, below.id, elsewhere.body.id]))
    gate.resolve()
    const left = await ada.send<{ items: GenerationShape[] }>('GET', `/api/projects/${own.projectId}/generations`)
    expect(left.body.items.map(({ id }) => id)).toEqual([own.id])
    expect((await ada.send('POST', `/api/generations/${elsewhere.body.id}/restore`)).status).toBe(200)
    const restored = await ada.settled(elsewhere.body)
    expect(restored.images.every(({ status: state }) => state === 'cancelled')).toBe(true)
    expect((await ada.send<{ ids: string[] }>('POST', `/api/tokens/${program.id}/trash`)).body.ids).toHaveLength(1)
  })

  it('is found among the assets, and summed up in the usage, apart from what its person has asked for', async () => {
    const program = await withBudget(20)
    const { body: made } = await ask(program)
    await ada.settled(made)
    await ada.settled(await ada.generate({ prompt: 'mine', count: 2 }))
    const assets = await ada.send<{ items: AssetShape[] }>('GET', `/api/assets?madeBy=${program.id}`)
    expect(new Set(assets.body.items.map(({ generationId }) => generationId))).toEqual(new Set([made.id]))
    const usage = await ada.send<UsageShape>('GET', '/api/credits/usage?by=token')
    expect(usage.body.items).toEqual([
      { key: program.id, label: 'backup-script', images: 4, spent: 400 },
      { key: '', label: null, images: 2, spent: 200 },
    ])
  })
})
