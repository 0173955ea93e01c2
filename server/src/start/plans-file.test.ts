import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { defaultAllowances } from '#domain/credits/grants-due.ts'
import { readEnv } from '../env.ts'
import { readPlans } from './plans-file.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'espalier-plans-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const read = async (content: unknown, variables: Record<string, string> = {}) => {
  const path = join(folder, 'plans.json')
  await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content))
  return readPlans(path, readEnv(variables))
}

describe('the file of plans', () => {
  it('need not exist', async () => {
    expect(await readPlans(join(folder, 'missing.json'), readEnv({}))).toEqual({
      allowances: defaultAllowances,
      stripePrices: null,
    })
  })

  it('replaces what it names, in credits, and keeps the other defaults', async () => {
    const plans = await read({ signUp: 10, daily: 3, basic: { monthly: 7 } })
    expect(plans.allowances).toEqual({
      signup: 1_000,
      daily: 300,
      monthly: { ...defaultAllowances.monthly, basic: 700 },
    })
  })

  it('names the prices of Stripe, all three or none', async () => {
    const stripe = {
      STRIPE_SECRET_KEY: 'sk_test',
      STRIPE_WEBHOOK_SECRET: 'whsec',
      PUBLIC_URL: 'https://example.com',
    }
    const prices = { basic: { stripePrice: 'a' }, pro: { stripePrice: 'b' }, max: { stripePrice: 'c' } }
    expect((await read(prices, stripe)).stripePrices).toEqual({ basic: 'a', pro: 'b', max: 'c' })
    await expect(read({ basic: prices.basic }, stripe)).rejects.toThrow('stripePrice of basic, pro and max')
  })

  it.each([
    ['{ signUp', 'is no JSON'],
    [{ signup: 3 }, 'is wrong at its top'],
    [{ daily: -1 }, 'is wrong at daily'],
    [{ pro: { monthly: 1.5 } }, 'is wrong at pro.monthly'],
  ])('stops the start where it is wrong: %j', async (content, message) => {
    await expect(read(content)).rejects.toThrow(message)
  })
})
