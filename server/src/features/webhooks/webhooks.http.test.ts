import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { eq, sql } from 'drizzle-orm'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ProjectShape } from '#contract/board/project.ts'
import type { GenerationShape } from '#contract/cards/generation.ts'
import type { ErrorBody } from '#contract/errors.ts'
import type { CreatedWebhookShape, DeliveryShape, WebhookShape } from '#contract/programs/webhook.ts'
import { failingDays, maxWebhooks } from '#domain/webhooks/webhook-event.ts'
import { events } from '#server/db/schema/events.ts'
import { webhookDeliveries, webhooks } from '#server/db/schema/webhooks.ts'
import { ownerEmail } from '#server/features/api-tokens/api-tokens.ts'
import { ProviderError } from '#server/providers/provider.ts'
import { createInstantProvider } from '#server-testing/instant-provider.ts'
import { makeProgram } from '#server-testing/program.ts'
import { makeReviewLink, openReviewLink } from '#server-testing/review-link.ts'
import { startSmtpFake } from '#server-testing/smtp-fake.ts'
import { clientOf, signUp, type TestClient } from '#server-testing/test-client.ts'
import { withTestServer } from '#server-testing/test-server.ts'
import { sweepDeliveries } from './collect-deliveries.ts'
import { signatureOf } from './send-deliveries.ts'

const instant = createInstantProvider()
const provider = createInstantProvider({
  async generate(request, call) {
    if (request.prompt.includes('refused')) throw new ProviderError('refused', 'Not this prompt.')
    return instant.generate(request, call)
  },
})
const context = withTestServer({
  providers: [provider],
  variables: { ALLOWED_WEBHOOK_HOSTS: '127.0.0.1', SKETCH_CREDITS: '1' },
  plans: { signUp: 14, daily: 0 },
})

type Received = { readonly headers: IncomingHttpHeaders; readonly body: string }
/** A receiver of a program: what it was sent, and what it answers. */
const receiver = { received: [] as Received[], status: 204, headers: {} as Record<string, string> }
let listening: Server
let url: string
let ada: TestClient
let project: ProjectShape
beforeAll(async () => {
  listening = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => {
      body += chunk.toString()
    })
    request.on('end', () => {
      // Not what a webhook of an earlier test is sent again.
      if (request.url === new URL(url).pathname) receiver.received.push({ headers: request.headers, body })
      response.writeHead(receiver.status, receiver.headers).end()
    })
  })
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve))
})
beforeEach(async () => {
  Object.assign(receiver, { received: [], status: 204, headers: {} })
  ada = await signUp(context.server)
  url = `http://127.0.0.1:${(listening.address() as AddressInfo).port}/hooks/${ada.userId}`
  project = (await ada.send<ProjectShape>('POST', '/api/projects', { title: 'Walled garden' })).body
})
afterAll(() => listening.close())

async function add(given: object = {}, client = ada): Promise<CreatedWebhookShape> {
  const body = { url, events: ['generation.completed', 'generation.failed'], ...given }
  const made = await client.send<CreatedWebhookShape>('POST', '/api/webhooks', body)
  expect(made.status).toBe(201)
  return made.body
}
const deliveriesOf = async (id: string) =>
  (await ada.send<{ items: DeliveryShape[] }>('GET', `/api/webhooks/${id}/deliveries`)).body.items
const received = async (count: number) => {
  await expect.poll(() => receiver.received.length).toBe(count)
  return receiver.received.map(({ body }) => JSON.parse(body) as { type: string; timestamp: string; data: object })
}
const generate = (prompt: string) => ada.generate({ prompt, projectId: project.id, model: 'Sketch', count: 2 })
/** A reviewer of the project, who comments on the first image of a card. */
async function review(card: GenerationShape) {
  const link = await openReviewLink(context.server, await makeReviewLink(ada, project.id))
  const rename = async (name: string) => expect((await link.send('PUT', '/name', { name })).status).toBe(200)
  await rename('Mara')
  const comment = async (text: string) => {
    const sent = await link.send('POST', '/comments', { imageId: card.images[0]?.id, x: 0.5, y: 0.5, text })
    expect(sent.status).toBe(201)
  }
  return { rename, comment }
}
const receivedComments = () =>
  receiver.received.map(({ body }) => (JSON.parse(body) as { data: { text: string } }).data.text)
const headersOf = ({ headers }: Received) => ({
  'webhook-id': String(headers['webhook-id']),
  'webhook-timestamp': String(headers['webhook-timestamp']),
  'webhook-signature': String(headers['webhook-signature']),
})

describe('a webhook', () => {
  it('is sent a card whose images have ended, signed as the library of Standard Webhooks verifies it', async () => {
    const { webhook, secret } = await add()
    expect(secret).toMatch(/^whsec_[\w+/]{43}=$/)
    const card = await ada.settled(await generate('a heron'))
    const [event] = await received(1)
    expect(event).toEqual({
      type: 'generation.completed',
      timestamp: expect.any(String),
      data: {
        generationId: card.id,
        projectId: project.id,
        parentGenerationId: null,
        images: card.images.map(({ id }) => ({ id, status: 'completed' })),
      },
    })
    const [sent] = receiver.received
    if (!sent) throw new Error('Nothing came.')
    expect(() => new Webhook(secret).verify(sent.body, headersOf(sent))).not.toThrow()
    expect(() => new Webhook(secret).verify(`${sent.body} `, headersOf(sent))).toThrow()
    // Noted once the answer has come back.
    await expect
      .poll(() => deliveriesOf(webhook.id))
      .toMatchObject([
        { id: sent.headers['webhook-id'], event: 'generation.completed', state: 'delivered', tries: 1, status: 204 },
      ])
  })

  it('is sent the failures, the comments and the low balance that it asked for, and nothing else', async () => {
    await add({ events: ['generation.failed', 'comment.created', 'credits.low'] })
    await ada.settled(await generate('refused'))
    expect((await received(1))[0]?.type).toBe('generation.failed')
    const card = await ada.settled(await generate('a heron'))
    const { comment } = await review(card)
    await comment('a little brighter')
    await ada.settled(await generate('three more'))
    await ada.settled(await generate('four more'))
    const events = await received(3)
    expect(events.map(({ type }) => type).toSorted()).toEqual(['comment.created', 'credits.low', 'generation.failed'])
    expect(events.find(({ type }) => type === 'comment.created')?.data).toMatchObject({
      imageId: card.images[0]?.id,
      text: 'a little brighter',
    })
  })

  it('is sent the decisions about the proofs of a round, and that it was closed', async () => {
    await add({ events: ['proof.approved', 'proof.changes_asked', 'round.closed'] })
    const card = await ada.settled(await generate('a heron'))
    const link = await makeReviewLink(ada, project.id)
    const imageId = card.images[0]?.id
    await ada.send('POST', `/api/shares/${link.id}/rounds`, { imageIds: [imageId] })
    const visitor = await openReviewLink(context.server, link)
    await visitor.send('PUT', '/name', { name: 'Vera' })
    const decision = '/rounds/1/proofs/1/decision'
    await visitor.send('PUT', decision, { decision: 'changes', words: 'Warmer.' })
    await visitor.send('DELETE', decision)
    await visitor.send('PUT', decision, { decision: 'approve' })
    await ada.send('POST', `/api/shares/${link.id}/rounds/1/close`)
    const proof = { projectId: project.id, shareId: link.id, round: 1, proof: 1, imageId, author: 'Vera' }
    const events = new Map((await received(3)).map(({ type, data }) => [type, data]))
    expect(events.get('proof.changes_asked')).toMatchObject({ ...proof, words: 'Warmer.' })
    expect(events.get('proof.approved')).toMatchObject({ ...proof, words: null })
    expect(events.get('round.closed')).toMatchObject({ projectId: project.id, shareId: link.id, round: 1 })
  })

  it('of one project is sent what happens there alone', async () => {
    const other = (await ada.send<ProjectShape>('POST', '/api/projects', { title: 'Other' })).body
    await add({ projectId: other.id })
    await ada.settled(await generate('a heron'))
    const there = await ada.settled(
      await ada.generate({ prompt: 'a wren', projectId: other.id, model: 'Sketch', count: 1 }),
    )
    expect((await received(1)).map(({ data }) => data)).toMatchObject([{ generationId: there.id }])
  })

  it('is tried again with the same id after a failure, at once where its person says so', async () => {
    const { webhook } = await add()
    receiver.status = 500
    await ada.settled(await generate('a heron'))
    await received(1)
    await expect.poll(async () => (await deliveriesOf(webhook.id))[0]?.status).toBe(500)
    const [waiting] = await deliveriesOf(webhook.id)
    expect(waiting).toMatchObject({ state: 'waiting', tries: 1, error: 'The receiver answered 500.' })
    receiver.status = 200
    const again = await ada.send<DeliveryShape>('POST', `/api/webhooks/${webhook.id}/deliveries/${waiting?.id}/again`)
    expect(again.body).toMatchObject({ state: 'delivered', status: 200 })
    const ids = new Set(receiver.received.map(({ headers }) => headers['webhook-id']))
    expect(ids.size).toBe(1)
  })

  it('follows no redirect, and is switched off by a receiver that is gone', async () => {
    const { webhook } = await add()
    const test = () => ada.send<DeliveryShape>('POST', `/api/webhooks/${webhook.id}/test`)
    Object.assign(receiver, { status: 302, headers: { location: url } })
    expect((await test()).body).toMatchObject({ event: 'webhook.test', state: 'waiting', status: 302 })
    expect(receiver.received).toHaveLength(1)
    receiver.status = 410
    expect((await test()).body).toMatchObject({ state: 'failed', status: 410 })
    const [listed] = (await ada.send<{ items: WebhookShape[] }>('GET', '/api/webhooks')).body.items
    expect(listed).toMatchObject({ state: 'off', failingSince: expect.any(String) })
    const resumed = await ada.send<WebhookShape>('POST', `/api/webhooks/${webhook.id}/resume`)
    expect(resumed.body).toMatchObject({ state: 'on', failingSince: null })
  })

  async function addWhereMailIsSent() {
    const post = await startSmtpFake()
    const mailing = context.server.another({
      SMTP_URL: post.url,
      MAIL_FROM: 'espalier@example.com',
      PUBLIC_URL: 'http://localhost',
    })
    const { webhook } = await add()
    return { post, mailing, webhook, elsewhere: clientOf(mailing, ada.userId, ada.cookie) }
  }

  it('that was switched off is named in an email to its person, once', async () => {
    const { post, mailing, elsewhere, webhook } = await addWhereMailIsSent()
    receiver.status = 410
    for (const _ of [1, 2])
      expect((await elsewhere.send<DeliveryShape>('POST', `/api/webhooks/${webhook.id}/test`)).status).toBe(200)
    await expect.poll(() => post.emails.length).toBe(1)
    const [email] = post.emails
    expect(email?.to).toBe(await ownerEmail(context.server.database.system, ada.userId))
    expect(email?.source.replace(/=\r?\n/g, '')).toContain(`are no longer sent to ${url}`)
    await mailing.stop()
    expect(post.emails).toHaveLength(1)
    await post.stop()
  })

  it('that has failed for days is switched off and named in an email, also by a failure that could be tried again', async () => {
    const { post, mailing, elsewhere, webhook } = await addWhereMailIsSent()
    const { system } = context.server.database
    const failSince = async (days: number, then: 'waiting' | 'failed') => {
      const failingSince = new Date(Date.now() - days * 86_400_000)
      await system.update(webhooks).set({ failingSince }).where(eq(webhooks.id, webhook.id))
      const sent = await elsewhere.send<DeliveryShape>('POST', `/api/webhooks/${webhook.id}/test`)
      expect(sent.body).toMatchObject({ state: then, status: 500 })
      // Its next try would be another failure.
      await system.update(webhookDeliveries).set({ state: 'failed' }).where(eq(webhookDeliveries.webhookId, webhook.id))
      const [listed] = (await ada.send<{ items: WebhookShape[] }>('GET', '/api/webhooks')).body.items
      return { state: listed?.state, isSince: listed?.failingSince === failingSince.toISOString() }
    }
    receiver.status = 500
    expect(await failSince(failingDays - 0.01, 'waiting')).toEqual({ state: 'on', isSince: true })
    expect(await failSince(failingDays + 0.01, 'failed')).toEqual({ state: 'off', isSince: true })
    await expect.poll(() => post.emails.length).toBe(1)
    const [email] = post.emails
    const owner = await ownerEmail(system, ada.userId)
    expect(email?.to).toBe(owner)
    expect(email?.source.replace(/=\r?\n/g, '')).toContain(`are no longer sent to ${url}`)
    await mailing.stop()
    expect(post.emails).toHaveLength(1)
    await post.stop()
  })

  it('is signed with both secrets for a day after one was replaced', async () => {
    const { webhook, secret } = await add()
    const replaced = (await ada.send<CreatedWebhookShape>('POST', `/api/webhooks/${webhook.id}/secret`)).body
    expect(replaced.secret).not.toBe(secret)
    const test = async () => {
      await ada.send('POST', `/api/webhooks/${webhook.id}/test`)
      const sent = receiver.received.at(-1)
      if (!sent) throw new Error('Nothing came.')
      return (by: string) => new Webhook(by).verify(sent.body, headersOf(sent))
    }
    const first = await test()
    expect(() => first(secret)).not.toThrow()
    expect(() => first(replaced.secret)).not.toThrow()
    await context.server.database.system
      .update(webhooks)
      .set({ oldSecretUntil: new Date(0) })
      .where(eq(webhooks.id, webhook.id))
    const second = await test()
    expect(() => second(secret)).toThrow()
    expect(() => second(replaced.secret)).not.toThrow()
  })

  it('goes on after a process was killed while it was sending', async () => {
    const { webhook } = await add()
    const { system } = context.server.database
    receiver.status = 500
    const { body: sent } = await ada.send<DeliveryShape>('POST', `/api/webhooks/${webhook.id}/test`)
    // As the process leaves it: a try is counted, and its lease has run out.
    await system
      .update(webhookDeliveries)
      .set({ runAt: sql`now() - interval '1 second'` })
      .where(eq(webhookDeliveries.id, sent.id))
    receiver.status = 200
    await expect.poll(async () => (await deliveriesOf(webhook.id))[0]?.state).toBe('delivered')
    expect(receiver.received.at(-1)?.headers['webhook-id']).toBe(sent.id)
  })
})

describe('collecting what webhooks are sent', () => {
  it('goes on for other people where the events of one webhook cannot be read', async () => {
    await add()
    const data = { generationId: 'no id', status: 'completed' }
    await context.server.database.system.insert(events).values({ userId: ada.userId, name: 'image-changed', data })
    const bob = await signUp(context.server)
    await add({}, bob)
    await bob.settled(await bob.generate({ prompt: 'a jay', model: 'Sketch', count: 1 }))
    expect((await received(1))[0]?.type).toBe('generation.completed')
  })
})

describe('a comment', () => {
  const addForComments = async () => {
    const { webhook } = await add({ events: ['comment.created'] })
    const reviewer = await review(await ada.settled(await generate('a heron')))
    return { webhook, ...reviewer, system: context.server.database.system }
  }

  it('is sent once, also after its delivery was swept', async () => {
    const { webhook, comment, system } = await addForComments()
    await comment('the first')
    await expect.poll(async () => (await deliveriesOf(webhook.id))[0]?.state).toBe('delivered')
    for (const table of ['webhooks', 'share_comments', 'webhook_deliveries'])
      await system.execute(sql`update ${sql.identifier(table)} set created_at = created_at - interval '31 days'`)
    await sweepDeliveries(system)
    await comment('the second')
    await expect.poll(receivedComments).toContain('the second')
    expect(receivedComments()).toEqual(['the first', 'the second'])
    expect(await deliveriesOf(webhook.id)).toHaveLength(1)
  })

  it('is not sent where the webhook was switched off when it was written', async () => {
    const { webhook, comment, system } = await addForComments()
    await system.update(webhooks).set({ state: 'off' }).where(eq(webhooks.id, webhook.id))
    await comment('while it was off')
    await ada.send('POST', `/api/webhooks/${webhook.id}/resume`)
    await comment('after it was switched on')
    await expect.poll(receivedComments).toContain('after it was switched on')
    expect(await deliveriesOf(webhook.id)).toHaveLength(1)
  })

  it('is sent alone, however many a project has', async () => {
    const { webhook, comment, system } = await addForComments()
    await comment('the first')
    await received(1)
    // More than the parameters of one statement hold; on a link of their own, which has a limit.
    const { id } = await makeReviewLink(ada, project.id)
    await system.execute(sql`
      insert into share_comments (user_id, project_id, share_id, visitor_id, image_id, x, y, text)
      select user_id, project_id, ${id}, visitor_id, image_id, x, y, 'earlier'
      from share_comments, generate_series(1, 12000) where project_id = ${project.id}`)
    await comment('the last')
    await expect.poll(receivedComments).toEqual(['the first', 'the last'])
    expect(await deliveriesOf(webhook.id)).toHaveLength(2)
  })
})

describe('a receiver that asks for a pause', () => {
  const asksFor = (seconds: string, status: number) =>
    Object.assign(receiver, { status, headers: { 'retry-after': seconds } })

  it.each(['9e15', '999999999999'])('of %s seconds is called again within a day', async (seconds) => {
    const { webhook } = await add()
    asksFor(seconds, 503)
    const { body } = await ada.send<DeliveryShape>('POST', `/api/webhooks/${webhook.id}/test`)
    expect(body).toMatchObject({ state: 'waiting', status: 503 })
    expect(Date.parse(body.nextTryAt ?? '') - Date.now()).toBeLessThan(86_400_000)
  })

  it('is called again no sooner than it asks for', async () => {
    const { webhook } = await add()
    asksFor('3600', 503)
    const { body } = await ada.send<DeliveryShape>('POST', `/api/webhooks/${webhook.id}/test`)
    expect(Date.parse(body.nextTryAt ?? '') - Date.now()).toBeGreaterThan(3_590_000)
  })

  it('until a date is called again after that', async () => {
    const { webhook } = await add()
    asksFor(new Date(Date.now() + 7_200_000).toUTCString(), 503)
    const { body } = await ada.send<DeliveryShape>('POST', `/api/webhooks/${webhook.id}/test`)
    expect(Date.parse(body.nextTryAt ?? '') - Date.now()).toBeGreaterThan(7_100_000)
  })

  it('with an answer of success has the delivery', async () => {
    const { webhook } = await add()
    asksFor('9e15', 200)
    const { body } = await ada.send<DeliveryShape>('POST', `/api/webhooks/${webhook.id}/test`)
    expect(body).toMatchObject({ state: 'delivered', status: 200 })
  })
})

describe('the address of a webhook', () => {
  it.each([
    ['http://example.com/hook', 'Must begin with https.'],
    ['https://10.0.0.7/hook', 'Must be on the public internet. The operator can allow hosts of internal networks.'],
    ['https://[::1]/hook', 'Must be on the public internet. The operator can allow hosts of internal networks.'],
    [
      'https://169.254.169.254/latest',
      'Must be on the public internet. The operator can allow hosts of internal networks.',
    ],
    ['https://ada:secret@example.com/', 'Must hold no name and no password.'],
    ['ftp://example.com/', 'Must be a web address.'],
  ])('%s is refused', async (address, message) => {
    const refused = await ada.send<ErrorBody & { data: { issues: { path: string[]; message: string }[] } }>(
      'POST',
      '/api/webhooks',
      { url: address, events: ['credits.low'] },
    )
    expect([refused.status, refused.body.data.issues[0]?.message]).toEqual([400, message])
  })

  it('that leads into an internal network by its name is not reached', async () => {
    const { webhook } = await add({ url: 'https://localhost.localdomain/hook' })
    const { body } = await ada.send<DeliveryShape>('POST', `/api/webhooks/${webhook.id}/test`)
    expect(body).toMatchObject({ state: 'waiting', status: null })
    expect(receiver.received).toEqual([])
  })
})

describe('webhooks', () => {
  it('are nothing to other people, and take a token with their scope alone', async () => {
    const { webhook } = await add()
    const bob = await signUp(context.server)
    expect((await bob.send<{ items: object[] }>('GET', '/api/webhooks')).body.items).toEqual([])
    for (const [method, path] of [
      ['DELETE', ''],
      ['POST', '/test'],
      ['POST', '/secret'],
      ['POST', '/resume'],
      ['GET', '/deliveries'],
    ] as const)
      expect((await bob.send(method, `/api/webhooks/${webhook.id}${path}`)).status).toBe(404)
    expect(
      (await bob.send('POST', '/api/webhooks', { url, events: ['credits.low'], projectId: project.id })).status,
    ).toBe(404)
    const reader = await makeProgram(context.server, ada, { scopes: ['read'] })
    expect((await reader.send('GET', '/api/webhooks')).status).toBe(403)
    const program = await makeProgram(context.server, ada, { scopes: ['webhooks'] })
    expect((await program.send('DELETE', `/api/webhooks/${webhook.id}`)).body).toEqual({ deleted: 1 })
  })

  it(`are ${maxWebhooks} at most, also where many are added at once`, async () => {
    const body = { url, events: ['credits.low'] }
    const sent = await Promise.all(
      Array.from({ length: maxWebhooks + 10 }, () => ada.send('POST', '/api/webhooks', body)),
    )
    expect(Map.groupBy(sent, ({ status }) => status).get(201)).toHaveLength(maxWebhooks)
    expect((await ada.send<{ items: object[] }>('GET', '/api/webhooks')).body.items).toHaveLength(maxWebhooks)
  })

  it('are kept without their secrets in plain text, and end with the account', async () => {
    const { webhook, secret } = await add()
    const [row] = await context.server.database.system.select().from(webhooks).where(eq(webhooks.id, webhook.id))
    expect(row?.secret.includes(Buffer.from(secret))).toBe(false)
    const listed = await ada.send('GET', '/api/webhooks')
    expect(JSON.stringify(listed.body)).not.toContain('whsec_')
  })
})

it('signatureOf signs as Standard Webhooks prescribes', () => {
  const body = '{"type":"generation.finished","timestamp":"2026-11-22T00:00:00Z","data":{"id":"x"}}'
  expect(signatureOf(['whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY='], 'msg_1', 1_795_305_600, body)).toBe(
    'v1,gKyY3xSH0YKBXce7Zu0yRXKYshklHKC4KUY3xpFfSFo=',
  )
})
