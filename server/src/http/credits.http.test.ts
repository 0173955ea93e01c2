import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { describe, expect, it } from 'vitest'
import type { CreditsShape, LedgerEntryShape, UsageShape } from '#contract/credits.ts'
import type { GenerationShape } from '#contract/generation.ts'
import type { ImageShape } from '#contract/image.ts'
import type { ModelShape } from '#contract/model.ts'
import { withDrill } from '../providers/sketch/drill.ts'
import { createInstantProvider } from '../testing/instant-provider.ts'
import { sendOpen, signUp, type TestClient } from '../testing/test-client.ts'
import { withTestServer } from '../testing/test-server.ts'

/** An image of the built-in engine costs 2 credits here, so a Go costs 8. */
const priced = { SKETCH_CREDITS: '2' }
const share = 200

const creditsOf = async (person: TestClient) => (await person.send<CreditsShape>('GET', '/api/credits')).body
const ledgerOf = async (person: TestClient) =>
  (await person.send<{ items: LedgerEntryShape[] }>('GET', '/api/credits/ledger')).body.items.toReversed()
const sum = (entries: readonly LedgerEntryShape[]) => entries.reduce((total, { amount }) => total + amount, 0)
/** Kind, amount and source of entries, for the images of a card by their place. */
const rowsOf = (entries: readonly LedgerEntryShape[], { images }: GenerationShape) =>
  images.map(({ id }) =>
    entries.filter(({ imageId }) => imageId === id).map(({ kind, amount, source }) => `${kind} ${amount} ${source}`),
  )

const hold = `hold -${share} daily`
const settled = [hold, 'settlement 0 daily']
const released = [hold, `release ${share} daily`]

describe('an account', () => {
  const context = withTestServer({ variables: priced })

  it('begins with 250 credits once and 20 for today', async () => {
    const ada = await signUp(context.server)
    expect(await creditsOf(ada)).toEqual({
      available: 27_000,
      held: 0,
      sources: [
        { kind: 'daily', available: 2_000, expiresAt: expect.stringMatching(/T00:00:00.000Z$/) },
        { kind: 'signup', available: 25_000, expiresAt: null },
      ],
      plan: 'free',
      usedPercent: 0,
    })
    expect((await ledgerOf(ada)).map(({ kind, amount, source }) => [kind, amount, source])).toEqual([
      ['grant', 25_000, 'signup'],
      ['grant', 2_000, 'daily'],
    ])
  })

  it('is given nothing twice, however many ask at once', async () => {
    const ada = await signUp(context.server)
    const all = await Promise.all(Array.from({ length: 8 }, () => creditsOf(ada)))
    expect(new Set(all.map(({ available }) => available))).toEqual(new Set([27_000]))
    expect(await ledgerOf(ada)).toHaveLength(2)
  })

  it('is nobody else’s to see', async () => {
    const [ada, bob] = [await signUp(context.server), await signUp(context.server)]
    await ada.settled(await ada.generate({ prompt: 'a lake' }))
    expect((await creditsOf(bob)).available).toBe(27_000)
    const seen = await ledgerOf(bob)
    expect(seen.every(({ generationId }) => generationId === null)).toBe(true)
  })
})

describe('a picture', () => {
  const context = withTestServer({ variables: priced, providers: [withDrill(createInstantProvider())] })

  it('is held for when Go is pressed, and paid for when it is there', async () => {
    const ada = await signUp(context.server)
    const asked = await ada.generate({ prompt: '[[slow]] a lake' })
    expect(asked.price).toBe(4 * share)
    expect(await creditsOf(ada)).toMatchObject({ available: 26_200, held: 800, usedPercent: 40 })
    await ada.send('POST', `/api/generations/${asked.id}/cancel`)
    await ada.settled(asked)
    expect(await creditsOf(ada)).toMatchObject({ available: 27_000, held: 0 })
    expect(rowsOf(await ledgerOf(ada), asked)).toEqual([released, released, released, released])

    const made = await ada.settled(await ada.generate({ prompt: 'a lake' }))
    const entries = await ledgerOf(ada)
    expect(rowsOf(entries, made)).toEqual([settled, settled, settled, settled])
    expect(sum(entries)).toBe(26_200)
    expect(await creditsOf(ada)).toMatchObject({ available: 26_200, held: 0 })
  })

  it('that is refused or fails costs nothing; the three beside it are paid for', async () => {
    const ada = await signUp(context.server)
    const made = await ada.settled(await ada.generate({ prompt: 'a lake [[fail:2]]' }))
    expect(made.images.map(({ status }) => status)).toEqual(['completed', 'completed', 'failed', 'completed'])
    expect(rowsOf(await ledgerOf(ada), made)).toEqual([settled, settled, released, settled])
    const refused = await ada.settled(await ada.generate({ prompt: 'a lake [[refuse]]' }))
    expect(rowsOf(await ledgerOf(ada), refused)).toEqual([released, released, released, released])
    expect(sum(await ledgerOf(ada))).toBe(27_000 - 3 * share)
  })

  it('that is tried again is held for anew, and paid for once', async () => {
    const ada = await signUp(context.server)
    const asked = await ada.generate({ prompt: '[[slow]] a lake' })
    await ada.send('POST', `/api/generations/${asked.id}/cancel`)
    const cancelled = await ada.settled(asked)
    const first = cancelled.images[0]
    expect((await ada.send<ImageShape>('POST', `/api/images/${first?.id}/retry`)).status).toBe(202)
    expect(await creditsOf(ada)).toMatchObject({ available: 27_000 - share, held: share })
  })

  it('is told of to the browser, with what is left', async () => {
    const ada = await signUp(context.server)
    await ada.settled(await ada.generate({ prompt: 'a lake' }))
    const client = new pg.Client({ connectionString: context.server.testDatabase.connectionString })
    await client.connect()
    const { rows } = await client.query<{ data: { available: number; held: number } }>(
      "select data from events where user_id = $1 and name = 'credits-changed' order by seq",
      [ada.userId],
    )
    await client.end()
    expect(rows.map(({ data }) => [data.available, data.held])).toEqual([
      [26_200, 800],
      [26_200, 600],
      [26_200, 400],
      [26_200, 200],
      [26_200, 0],
    ])
  })

  it('counts in the usage by day, model and project', async () => {
    const ada = await signUp(context.server)
    const made = await ada.settled(await ada.generate({ prompt: 'a lake' }))
    const usage = async (by: string) => (await ada.send<UsageShape>('GET', `/api/credits/usage?by=${by}`)).body.items
    expect(await usage('model')).toEqual([{ key: 'sketch', label: 'Sketch', images: 4, spent: 800 }])
    expect(await usage('project')).toEqual([{ key: made.projectId, label: 'a lake', images: 4, spent: 800 }])
    expect(await usage('day')).toEqual([
      { key: made.createdAt.slice(0, 10), label: made.createdAt.slice(0, 10), images: 4, spent: 800 },
    ])
  })
})

describe('the catalogue', () => {
  const context = withTestServer({ variables: priced })

  it('says what a picture costs here, by its size', async () => {
    const { body } = await sendOpen<{ items: ModelShape[] }>(context.server, 'GET', '/api/models')
    const pricesOf = (name: string) => body.items.find((model) => model.name === name)?.prices
    expect(pricesOf('Sketch')).toEqual({ '1K': 200, '2K': 200, '4K': 200 })
    expect(pricesOf('Gemini AI')).toEqual({ '1K': 101, '2K': 101, '4K': 330 })
  })
})

describe('the usage as CSV', () => {
  const context = withTestServer({ variables: priced })

  it('holds every entry, whose credits add up to the balance', async () => {
    const ada = await signUp(context.server)
    const made = await ada.settled(await ada.generate({ prompt: '=cmd|calc' }))
    const reply = await ada.raw('GET', '/api/credits/usage?format=csv')
    expect(reply.headers.get('content-type')).toMatch(/^text\/csv/)
    const [head, ...lines] = (await reply.text()).trim().split('\r\n')
    expect(head).toBe('time,kind,credits,source,model,project,generation,image')
    expect(lines).toHaveLength((await ledgerOf(ada)).length)
    const total = lines.reduce((sum, line) => sum + Math.round(Number(line.split(',')[2]) * 100), 0)
    expect(total).toBe((await creditsOf(ada)).available)
    expect(lines.join()).toContain(`,hold,-2.00,daily,sketch,${made.projectId},${made.id},`.slice(1))
    expect(lines.join()).not.toContain('cmd')
  })
})

describe('a provider that accepts and falls silent', () => {
  let answer: 'never' | 'now' | 'late' = 'never'
  const instant = createInstantProvider()
  /** Answers what was left unanswered, also where nobody waits for it any more. */
  const lateAnswers: (() => void)[] = []
  const silent = createInstantProvider({
    async generate(request, call) {
      await call.rememberRequest(call.requestId ?? randomUUID())
      if (answer === 'now') return instant.generate(request, call)
      if (answer === 'late') {
        await new Promise<void>((resolve) => lateAnswers.push(resolve))
        return instant.generate(request, { ...call, signal: new AbortController().signal })
      }
      return new Promise((_, reject) => {
        call.signal.addEventListener('abort', () => reject(call.signal.reason))
      })
    },
  })
  const context = withTestServer({ variables: { ...priced, IMAGE_TIME_LIMIT_SECONDS: '1' }, providers: [silent] })
  const inDatabase = async (text: string, values: unknown[]) => {
    const client = new pg.Client({ connectionString: context.server.testDatabase.connectionString })
    await client.connect()
    await client.query(text, values)
    await client.end()
  }
  const imagesOf = async (person: TestClient, { id, projectId }: GenerationShape) => {
    const { body } = await person.send<{ items: GenerationShape[] }>('GET', `/api/projects/${projectId}/generations`)
    return body.items.find((card) => card.id === id)?.images ?? []
  }
  const allAre = (person: TestClient, asked: GenerationShape, status: string) =>
    expect
      .poll(async () => (await imagesOf(person, asked)).map((image) => image.status), { timeout: 15_000 })
      .toEqual([status, status, status, status])
  const lookAgain = "update jobs set run_at = now() where generation_id = $1 and state = 'queued'"

  it('leaves the share uncertain and held; what comes after all is paid for once', async () => {
    answer = 'never'
    const ada = await signUp(context.server)
    const asked = await ada.generate({ prompt: 'a lake' })
    await allAre(ada, asked, 'uncertain')
    expect(await creditsOf(ada)).toMatchObject({ available: 26_200, held: 800 })
    expect(rowsOf(await ledgerOf(ada), asked)).toEqual([[hold], [hold], [hold], [hold]])
    answer = 'now'
    await inDatabase(lookAgain, [asked.id])
    await allAre(ada, asked, 'completed')
    expect(rowsOf(await ledgerOf(ada), asked)).toEqual([settled, settled, settled, settled])
  })

  it('and answers twice in the end is paid once, for the picture that came first', async () => {
    answer = 'late'
    const ada = await signUp(context.server)
    const asked = await ada.generate({ prompt: 'a lake' })
    await allAre(ada, asked, 'uncertain')
    expect(lateAnswers).toHaveLength(4)
    answer = 'now'
    await inDatabase(lookAgain, [asked.id])
    await allAre(ada, asked, 'completed')
    const [pictures, entries] = [await imagesOf(ada, asked), await ledgerOf(ada)]
    for (const comes of lateAnswers.splice(0)) comes()
    await wait(500)
    expect(await imagesOf(ada, asked)).toEqual(pictures)
    expect(await ledgerOf(ada)).toEqual(entries)
    expect(rowsOf(entries, asked)).toEqual([settled, settled, settled, settled])
  })

  it('gives the share back after a day', async () => {
    answer = 'never'
    const ada = await signUp(context.server)
    const asked = await ada.generate({ prompt: 'a lake' })
    await allAre(ada, asked, 'uncertain')
    await inDatabase("update jobs set created_at = created_at - interval '25 hours' where generation_id = $1", [
      asked.id,
    ])
    await inDatabase(lookAgain, [asked.id])
    await allAre(ada, asked, 'failed')
    expect(rowsOf(await ledgerOf(ada), asked)).toEqual([released, released, released, released])
    expect(await creditsOf(ada)).toMatchObject({ available: 27_000, held: 0 })
  })
})

describe('too little credit', () => {
  const context = withTestServer({ variables: { ...priced, CREDITS_SIGN_UP: '0', CREDITS_DAILY: '24' } })

  it('lets exactly as many Gos run as it is enough for, of twenty at once', async () => {
    const ada = await signUp(context.server)
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => ada.send<GenerationShape>('POST', '/api/generations', { prompt: 'a lake' })),
    )
    expect(replies.filter(({ status }) => status === 202)).toHaveLength(3)
    expect(replies.filter(({ status }) => status === 402)).toHaveLength(17)
    expect((await ada.send<{ items: unknown[] }>('GET', '/api/projects')).body.items).toHaveLength(3)
  })

  it('says what is missing, before anything is made', async () => {
    const ada = await signUp(context.server)
    for (const _ of [1, 2, 3]) await ada.settled(await ada.generate({ prompt: 'a lake' }))
    const refused = await ada.send('POST', '/api/generations', { prompt: 'one too many' })
    expect([refused.status, refused.body]).toEqual([
      402,
      { code: 'out-of-credits', message: 'Not enough credits.', data: { missing: 800 } },
    ])
    expect((await ada.send<{ items: unknown[] }>('GET', '/api/projects')).body.items).toHaveLength(3)
  })
})

describe('days and months', () => {
  let now = Date.UTC(2026, 10, 29, 12)
  const context = withTestServer({ variables: priced, now: () => now })

  it('take back what was not used in time and give anew, at midnight UTC', async () => {
    const ada = await signUp(context.server)
    await ada.settled(await ada.generate({ prompt: 'a lake' }))
    now = Date.UTC(2026, 10, 30)
    expect(await creditsOf(ada)).toMatchObject({ available: 27_000, usedPercent: 0 })
    const told = (await ledgerOf(ada)).filter(({ imageId }) => imageId === null)
    expect(told.map(({ kind, amount, source }) => [kind, amount, source])).toEqual([
      ['grant', 25_000, 'signup'],
      ['grant', 2_000, 'daily'],
      ['lapse', -1_200, 'daily'],
      ['grant', 2_000, 'daily'],
    ])
  })

  it('give a plan’s units at once, top them up with a larger plan, and end a plan with the month', async () => {
    now = Date.UTC(2026, 10, 30, 12)
    const ada = await signUp(context.server)
    const take = (plan: string) =>
      ada.send<{ plan: string; nextPlan: string | null }>('PUT', '/api/billing/plan', { plan })
    expect((await take('basic')).body).toMatchObject({ plan: 'basic', nextPlan: null })
    expect(await creditsOf(ada)).toMatchObject({ plan: 'basic', available: 500_000 + 25_000 })
    expect((await take('pro')).body).toMatchObject({ plan: 'pro' })
    expect(await creditsOf(ada)).toMatchObject({ plan: 'pro', available: 2_000_000 + 25_000 })
    expect((await take('free')).body).toMatchObject({
      plan: 'pro',
      nextPlan: 'free',
      periodEnd: '2026-12-01T00:00:00.000Z',
    })
    expect((await creditsOf(ada)).plan).toBe('pro')
    now = Date.UTC(2026, 11, 1)
    expect(await creditsOf(ada)).toMatchObject({ plan: 'free', available: 27_000 })
  })
})

describe('the free plan', () => {
  const context = withTestServer()

  it('makes pictures of up to 1024 × 1024; larger ones need a larger plan', async () => {
    const ada = await signUp(context.server)
    const refused = await ada.send('POST', '/api/generations', { prompt: 'a lake', resolution: '2K' })
    expect([refused.status, refused.body.code]).toEqual([402, 'plan-limit'])
    await ada.send('PUT', '/api/billing/plan', { plan: 'basic' })
    expect((await ada.send('POST', '/api/generations', { prompt: 'a lake', resolution: '2K' })).status).toBe(202)
  })
})

describe('with credits switched off', () => {
  const context = withTestServer({ variables: { ...priced, CREDITS: 'off' } })

  it('everything is free, in every size, and there is no balance to read', async () => {
    const ada = await signUp(context.server)
    const made = await ada.generate({ prompt: 'a lake', resolution: '2K' })
    expect(made.price).toBe(0)
    const { body } = await sendOpen<{ items: ModelShape[] }>(context.server, 'GET', '/api/models')
    expect(new Set(body.items.flatMap(({ prices }) => Object.values(prices)))).toEqual(new Set([0]))
    for (const path of ['/api/credits', '/api/credits/ledger', '/api/credits/usage', '/api/billing'])
      expect((await ada.send('GET', path)).status).toBe(404)
  })
})

describe('the ledger', () => {
  const context = withTestServer({ variables: priced })
  const query = async (text: string, values: unknown[] = []) => {
    const client = new pg.Client({ connectionString: context.server.testDatabase.connectionString })
    await client.connect()
    try {
      return await client.query(text, values)
    } finally {
      await client.end()
    }
  }

  it('refuses to be changed, also by whoever has the database', async () => {
    const ada = await signUp(context.server)
    await ada.settled(await ada.generate({ prompt: 'a lake' }))
    await expect(query('update credit_entries set amount = 0 where user_id = $1', [ada.userId])).rejects.toThrow(
      /never changed/,
    )
    await expect(query('delete from credit_entries where user_id = $1', [ada.userId])).rejects.toThrow(/never changed/)
    await expect(
      query(
        "insert into credit_entries (user_id, lot_id, kind, amount) select user_id, id, 'hold', -10000000 from credit_lots where user_id = $1 limit 1",
        [ada.userId],
      ),
    ).rejects.toThrow(/credit_lots_balance/)
    const holdId = (
      await query("select id, lot_id from credit_entries where user_id = $1 and kind = 'hold' limit 1", [ada.userId])
    ).rows[0]
    await expect(
      query("insert into credit_entries (user_id, lot_id, kind, amount, closes) values ($1, $2, 'release', 200, $3)", [
        ada.userId,
        holdId.lot_id,
        holdId.id,
      ]),
    ).rejects.toThrow(/credit_entries_closes/)
  })

  it('goes with the account', async () => {
    const ada = await signUp(context.server)
    await creditsOf(ada)
    await query('delete from users where id = $1', [ada.userId])
    expect((await query('select 1 from credit_entries where user_id = $1', [ada.userId])).rowCount).toBe(0)
  })
})
