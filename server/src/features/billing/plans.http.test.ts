import { describe, expect, it } from 'vitest'
import type { BillingShape } from '#contract/money/billing.ts'
import { creditsOf, ledgerOf, priced } from '#server-testing/credit-ledger.ts'
import { signUp } from '#server-testing/test-client.ts'
import { openTestServer, withTestServer } from '#server-testing/test-server.ts'

describe('daily and monthly grants', () => {
  let now = Date.UTC(2026, 10, 29, 12)
  const context = withTestServer({ variables: priced, now: () => now })

  it('expire at midnight UTC, when new ones are given', async () => {
    const ada = await signUp(context.server)
    await ada.settled(await ada.generate({ prompt: 'a lake' }))
    now = Date.UTC(2026, 10, 30)
    expect(await creditsOf(ada)).toMatchObject({ available: 27_000, usedPercent: 0 })
    const grants = (await ledgerOf(ada)).filter(({ imageId }) => imageId === null)
    expect(grants.map(({ kind, amount, source }) => [kind, amount, source])).toEqual([
      ['grant', 25_000, 'signup'],
      ['grant', 2_000, 'daily'],
      ['lapse', -1_200, 'daily'],
      ['grant', 2_000, 'daily'],
    ])
  })

  it("include a plan’s credits at once, are topped up by a larger plan, and end with the plan's month", async () => {
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

  it('allows sizes up to 1024 × 1024; larger ones need a larger plan', async () => {
    const ada = await signUp(context.server)
    const refused = await ada.send('POST', '/api/generations', { prompt: 'a lake', resolution: '2K' })
    expect([refused.status, refused.body.code]).toEqual([402, 'plan-limit'])
    await ada.send('PUT', '/api/billing/plan', { plan: 'basic' })
    expect((await ada.send('POST', '/api/generations', { prompt: 'a lake', resolution: '2K' })).status).toBe(202)
  })
})

describe('a larger plan where a provider’s key of the server is set', () => {
  const keyed = { OPENAI_API_KEY: 'sk-of-the-operator' }
  it.each([
    ['is refused, and the page knows', keyed, 422, false],
    ['is taken where the operator allows it', { ...keyed, SELF_UPGRADE: 'on' }, 200, true],
    ['is refused without a key where the operator says so', { SELF_UPGRADE: 'off' }, 422, false],
  ] as const)('%s', async (_, variables, status, allowsUpgrade) => {
    const server = await openTestServer({ variables })
    try {
      const ada = await signUp(server)
      const reply = await ada.send('PUT', '/api/billing/plan', { plan: 'max' })
      expect(reply.status).toBe(status)
      if (status === 422)
        expect(reply.body.message).toBe('Larger plans are given by the operator of this server. Ask them for one.')
      const { body } = await ada.send<BillingShape>('GET', '/api/billing')
      expect([body.plan, body.allowsUpgrade]).toEqual([status === 200 ? 'max' : 'free', allowsUpgrade])
    } finally {
      await server.close()
    }
  })
})
