import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { LocalModelsShape } from '#contract/models/local-model.ts'
import type { BillingShape } from '#contract/money/billing.ts'
import type { CreditsShape } from '#contract/money/credits.ts'
import { programOf } from '#server-testing/program.ts'
import { type StripeFake, startStripeFake } from '#server-testing/stripe-fake.ts'
import { sendOpen, signUp } from '#server-testing/test-client.ts'
import { openTestServer, type TestServer, withTestServer } from '#server-testing/test-server.ts'
import { readEnv } from '../env.ts'
import { type AdminContext, Misuse } from './admin-context.ts'
import { runCommand } from './commands.ts'

const context = withTestServer({ variables: { SKETCH_CREDITS: '0.5' } })
const contextOf = ({ database, testDatabase }: TestServer, variables: Record<string, string> = {}): AdminContext => ({
  db: database.system,
  env: readEnv(variables),
  connectionString: testDatabase.connectionString,
  say: () => undefined,
})
const run = (...words: string[]) => runCommand(contextOf(context.server), words)
const newAccount = async () => {
  const email = `${randomUUID()}@example.com`
  return { email, ada: await signUp(context.server, email) }
}
const signIn = async (email: string, password: string) =>
  (await sendOpen(context.server, 'POST', '/api/auth/sign-in/email', { body: { email, password } })).status

describe('the operator', () => {
  it('sets a new password, which is printed once, and ends every session of the account', async () => {
    const { email, ada } = await newAccount()
    const { lines } = await run('reset-password', email.toUpperCase())
    const password = lines[0]?.split(': ')[1] ?? ''
    expect(password).toMatch(/^[\w-]{16}$/)
    expect((await ada.send('GET', '/api/projects')).status).toBe(401)
    expect(await signIn(email, 'correct horse')).toBe(401)
    expect(await signIn(email, password)).toBe(200)
  })

  it('names an account as one that may install models, and takes it back', async () => {
    // The first account of a server may without being named.
    await newAccount()
    const { email, ada } = await newAccount()
    const access = async () => (await ada.send<LocalModelsShape>('GET', '/api/local-models')).body.access
    expect(await access()).toBe('other')
    expect((await run('operator', email)).lines).toEqual([`${email} may install models on this server.`])
    expect(await access()).toBe('operator')
    await run('operator', email, '--revoke')
    expect(await access()).toBe('other')
  })

  it('grants credits, which expire after 90 days; each time with a lot of its own', async () => {
    const { email, ada } = await newAccount()
    const before = (await ada.send<CreditsShape>('GET', '/api/credits')).body.available
    await run('grant-credits', email, '100')
    await run('grant-credits', email, '2.5')
    const { available, sources } = (await ada.send<CreditsShape>('GET', '/api/credits')).body
    expect(available - before).toBe(10_250)
    const bought = sources.filter(({ kind }) => kind === 'bought')
    expect(bought.map((source) => source.available).sort((a, b) => a - b)).toEqual([250, 10_000])
    const days = (Date.parse(bought[0]?.expiresAt ?? '') - Date.now()) / 86_400_000
    expect(days).toBeGreaterThan(89.9)
    expect(days).toBeLessThanOrEqual(90)
  })

  it('makes, lists and ends API tokens of an account; an ended one is refused at once', async () => {
    const { email } = await newAccount()
    const made = await run('make-token', email, 'backup', '--scopes', 'read,edit', '--budget', '20', '--days', '90')
    const secret = made.lines[0]?.split(': ').at(-1) ?? ''
    const program = programOf(context.server, { id: '', secret })
    expect((await program.send('GET', '/api/projects')).status).toBe(200)
    const [line = ''] = (await run('tokens', email)).lines
    expect(line).toMatch(/backup {2}esp_[\w-]{6}… {2}read,edit {2}all projects {2}0 of 20 credits \(month\) {2}until /)
    const [id = ''] = line.split(' ')
    await run('end-token', email, id)
    await expect.poll(async () => (await program.send('GET', '/api/projects')).status, { timeout: 1_000 }).toBe(401)
    expect((await run('tokens', email)).lines).toEqual([`${email} has no tokens.`])
    for (const words of [
      ['make-token', email, 'x', '--scopes', 'everything'],
      ['make-token', email, 'x', '--scopes', 'read', '--budget', 'much'],
      ['make-token', email, 'x', '--scopes', 'read', '--days', '0'],
      ['make-token', email, 'x', '--scopes', 'read', '--project', randomUUID()],
      ['end-token', email, id],
      ['end-token', email, 'nothing'],
    ])
      await expect(run(...words)).rejects.toThrow(Misuse)
  })

  it.each([
    [[]],
    [['reset-password']],
    [['reset-password', 'unknown@example.com']],
    [['grant-credits', 'unknown@example.com', '5']],
    [['constructor']],
    [['reconcile-billing']],
    [['check-ledger', 'please']],
    [['backup']],
    [['backup', '--to']],
    [['restore', '--to', 'folder']],
    [['check-files', '--sweep=yes']],
    [['migrate-to']],
    [['migrate-to', '--storage', 'tape']],
    [['migrate-to', '--database', 'mysql://localhost']],
  ])('gets an error for %j', async (words) => {
    await expect((async () => run(...words))()).rejects.toThrow(Misuse)
  })

  it.each(['0', '-5', '1e9', 'many', '0.001', '10000001'])('grants no %s credits', async (credits) => {
    const { email } = await newAccount()
    await expect((async () => run('grant-credits', email, credits))()).rejects.toThrow(Misuse)
  })
})

describe('the check of the ledger', () => {
  it("finds nothing wrong with the server's own entries", async () => {
    const { ada } = await newAccount()
    await ada.settled(await ada.generate({ prompt: 'a fox' }))
    expect(await run('check-ledger')).toEqual({ lines: ['The ledger is right.'], outcome: 'done' })
  })

  it('finds a changed balance, and an image that was not paid', async () => {
    const { ada } = await newAccount()
    const made = await ada.settled(await ada.generate({ prompt: 'a hen' }))
    const { system: db } = context.server.database
    await db.execute(
      sql`update credit_lots set remaining = remaining + 1, held = held + 1 where user_id = ${ada.userId}`,
    )
    await db.execute(sql`update generated_images set status = 'failed' where id = ${made.images[0]!.id}`)
    const { lines, outcome } = await run('check-ledger')
    expect(outcome).toBe('failed')
    expect(lines.map((line) => line.split('.')[0])).toEqual([
      'Broken: a lot holds the sum of its entries',
      'Broken: the held amount of a lot equals its open holds',
      'Broken: an image that failed or was cancelled is not paid',
    ])
    expect(lines[2]).toContain(made.images[0]!.id)
  })
})

describe('the reconciliation of billing', () => {
  let stripe: StripeFake
  let server: TestServer
  beforeAll(async () => {
    stripe = await startStripeFake()
    server = await openTestServer({ variables: stripe.variables, plans: stripe.plans })
  })
  afterAll(async () => {
    await server.close()
    await stripe.stop()
  })

  it('applies what a lost webhook would have reported', async () => {
    const ada = await signUp(server)
    const id = stripe.subscribe(ada.userId, 'basic')
    const { body, signature } = stripe.event('customer.subscription.created', id)
    const headers = { host: 'localhost', 'content-type': 'application/json', 'stripe-signature': signature }
    await server.app.request('/api/billing/webhook', { method: 'POST', headers, body })
    stripe.change(id, { price: 'price_max' })
    await writeFile(join(server.dataDir, 'plans.json'), JSON.stringify(stripe.plans))
    const words = ['reconcile-billing']
    const reconcile = () => runCommand(contextOf(server, { ...stripe.variables, DATA_DIR: server.dataDir }), words)
    expect((await reconcile()).lines).toEqual([`${id} of ${ada.userId}: taken over.`, '1 subscriptions looked at.'])
    expect((await ada.send<BillingShape>('GET', '/api/billing')).body.plan).toBe('max')
    expect((await reconcile()).lines).toEqual(['1 subscriptions looked at.'])
  })
})
