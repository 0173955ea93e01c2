import { describe, expect, it } from 'vitest'
import type { GenerationShape } from '#contract/cards/generation.ts'
import type { ImageShape } from '#contract/cards/image.ts'
import type { ModelShape } from '#contract/models/model.ts'
import type { LedgerEntryShape, UsageShape } from '#contract/money/credits.ts'
import { withDrill } from '#server/providers/common/drill.ts'
import { askDatabase } from '#server-testing/ask-database.ts'
import { creditsOf, ledgerOf, priced, released, rowsOf, settled, share } from '#server-testing/credit-ledger.ts'
import { createInstantProvider } from '#server-testing/instant-provider.ts'
import { sendOpen, signUp } from '#server-testing/test-client.ts'
import { withTestServer } from '#server-testing/test-server.ts'

const sum = (entries: readonly LedgerEntryShape[]) => entries.reduce((total, { amount }) => total + amount, 0)

describe('an account', () => {
  const context = withTestServer({ variables: priced })

  it('starts with 250 credits once and 20 for today', async () => {
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

  it('gets no grant twice under concurrent requests', async () => {
    const ada = await signUp(context.server)
    const all = await Promise.all(Array.from({ length: 8 }, () => creditsOf(ada)))
    expect(new Set(all.map(({ available }) => available))).toEqual(new Set([27_000]))
    expect(await ledgerOf(ada)).toHaveLength(2)
  })

  it('is visible to its user alone', async () => {
    const [ada, bob] = [await signUp(context.server), await signUp(context.server)]
    await ada.settled(await ada.generate({ prompt: 'a lake' }))
    expect((await creditsOf(bob)).available).toBe(27_000)
    const seen = await ledgerOf(bob)
    expect(seen.every(({ generationId }) => generationId === null)).toBe(true)
  })
})

describe('an image', () => {
  const context = withTestServer({ variables: priced, providers: [withDrill(createInstantProvider())] })

  it('has its price held when Go is pressed, and captured when it is stored', async () => {
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

  it('that is refused or fails costs nothing; the three beside it are captured', async () => {
    const ada = await signUp(context.server)
    const made = await ada.settled(await ada.generate({ prompt: 'a lake [[fail:2]]' }))
    expect(made.images.map(({ status }) => status)).toEqual(['completed', 'completed', 'failed', 'completed'])
    expect(rowsOf(await ledgerOf(ada), made)).toEqual([settled, settled, released, settled])
    const refused = await ada.settled(await ada.generate({ prompt: 'a lake [[refuse]]' }))
    expect(rowsOf(await ledgerOf(ada), refused)).toEqual([released, released, released, released])
    expect(sum(await ledgerOf(ada))).toBe(27_000 - 3 * share)
  })

  it('that is retried has its price held again, and captured once', async () => {
    const ada = await signUp(context.server)
    const asked = await ada.generate({ prompt: '[[slow]] a lake' })
    await ada.send('POST', `/api/generations/${asked.id}/cancel`)
    const cancelled = await ada.settled(asked)
    const first = cancelled.images[0]
    expect((await ada.send<ImageShape>('POST', `/api/images/${first?.id}/retry`)).status).toBe(202)
    expect(await creditsOf(ada)).toMatchObject({ available: 27_000 - share, held: share })
    const made = await ada.settled(asked)
    expect(rowsOf(await ledgerOf(ada), made)).toEqual([[...released, ...settled], released, released, released])
    // The drill takes ten seconds.
  })

  it('causes an event with the remaining credits', async () => {
    const ada = await signUp(context.server)
    await ada.settled(await ada.generate({ prompt: 'a lake' }))
    const { rows } = await askDatabase<{ data: { available: number; held: number } }>(
      context.server.testDatabase.connectionString,
      "select data from events where user_id = $1 and name = 'credits-changed' order by seq",
      [ada.userId],
    )
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

  it('shows the price of an image by its size', async () => {
    const { body } = await sendOpen<{ items: ModelShape[] }>(context.server, 'GET', '/api/models')
    const pricesOf = (name: string) => body.items.find((model) => model.name === name)?.prices
    expect(pricesOf('Sketch')).toEqual({ '1K': 200, '2K': 200, '4K': 200 })
    expect(pricesOf('Gemini AI')).toEqual({ '1K': 101, '2K': 152, '4K': 341 })
  })
})

describe('the usage as CSV', () => {
  const context = withTestServer({ variables: priced })

  it('contains every entry, and their credits add up to the balance', async () => {
    const ada = await signUp(context.server)
    const made = await ada.settled(await ada.generate({ prompt: '=cmd|calc' }))
    const reply = await ada.raw('GET', '/api/credits/usage?format=csv')
    expect(reply.headers.get('content-type')).toMatch(/^text\/csv/)
    const [head, ...lines] = (await reply.text()).trim().split('\r\n')
    expect(head).toBe('time,kind,credits,source,model,project,generation,image,purpose')
    expect(lines).toHaveLength((await ledgerOf(ada)).length)
    const total = lines.reduce((sum, line) => sum + Math.round(Number(line.split(',')[2]) * 100), 0)
    expect(total).toBe((await creditsOf(ada)).available)
    expect(lines.join()).toContain(`,hold,-2.00,daily,sketch,${made.projectId},${made.id},`.slice(1))
    expect(lines.join()).not.toContain('cmd')
  })
})

describe('an account with too few credits', () => {
  const context = withTestServer({ variables: priced, plans: { signUp: 0, daily: 24 } })

  it('runs exactly as many of twenty concurrent Gos as it can pay', async () => {
    const ada = await signUp(context.server)
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => ada.send<GenerationShape>('POST', '/api/generations', { prompt: 'a lake' })),
    )
    expect(replies.filter(({ status }) => status === 202)).toHaveLength(3)
    expect(replies.filter(({ status }) => status === 402)).toHaveLength(17)
    expect((await ada.send<{ items: unknown[] }>('GET', '/api/projects')).body.items).toHaveLength(3)
  })

  it('gets the missing amount before anything is created', async () => {
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
