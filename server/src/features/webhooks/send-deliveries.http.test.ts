import { randomUUID } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CreatedWebhookShape } from '#contract/programs/webhook.ts'
import { webhookDeliveries, webhooks } from '#server/db/schema/webhooks.ts'
import { signUp, type TestClient } from '#server-testing/test-client.ts'
import { withTestServer } from '#server-testing/test-server.ts'

const context = withTestServer({ variables: { ALLOWED_WEBHOOK_HOSTS: '127.0.0.1', CREDITS: 'off' } })

/** A receiver: the paths that it was called at, where 'slow' gets no answer and 'gone' a 410. */
let listening: Server
const called: string[] = []
beforeAll(async () => {
  listening = createServer((request, response) => {
    const path = request.url ?? ''
    called.push(path)
    if (!path.startsWith('/slow')) response.writeHead(path.startsWith('/gone') ? 410 : 204).end()
  })
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve))
})
afterAll(() => listening.closeAllConnections())

async function add(person: TestClient, path: string): Promise<string> {
  const url = `http://127.0.0.1:${(listening.address() as AddressInfo).port}/${path}`
  const body = { url, events: ['generation.completed'], projectId: null }
  return (await person.send<CreatedWebhookShape>('POST', '/api/webhooks', body)).body.webhook.id
}
const queue = (person: TestClient, webhookId: string, count: number) =>
  context.server.database.system.insert(webhookDeliveries).values(
    Array.from({ length: count }, () => {
      const id = randomUUID()
      return { id, userId: person.userId, webhookId, event: 'webhook.test' as const, source: id, body: '{}' }
    }),
  )

describe('webhookTask', () => {
  it('sends to others while the receiver of one user does not answer, whatever waits for that', async () => {
    const [ada, bob] = [await signUp(context.server), await signUp(context.server)]
    const [slow, quick] = [await add(ada, 'slow'), await add(bob, 'quick')]
    await queue(ada, slow, 30)
    await expect.poll(() => called.filter((path) => path === '/slow').length, { timeout: 5_000 }).toBe(3)
    await queue(bob, quick, 12)
    await expect.poll(() => called.filter((path) => path === '/quick').length, { timeout: 5_000 }).toBe(12)
    expect(called.filter((path) => path === '/slow')).toHaveLength(3)
    await ada.send('DELETE', `/api/webhooks/${slow}`)
  }, 20_000)

  it('ends what waits for a webhook that is switched off', async () => {
    const ada = await signUp(context.server)
    const gone = await add(ada, 'gone')
    const { system } = context.server.database
    await queue(ada, gone, 5)
    const states = async () =>
      (await system.select().from(webhookDeliveries).where(eq(webhookDeliveries.webhookId, gone))).map(
        ({ state }) => state,
      )
    await expect.poll(states, { timeout: 8_000 }).toEqual(Array(5).fill('failed'))
    expect((await system.select().from(webhooks).where(eq(webhooks.id, gone)))[0]?.state).toBe('off')
    // Of an earlier release: what waited then.
    await queue(ada, gone, 1)
    const before = called.length
    await expect.poll(states, { timeout: 5_000 }).toEqual(Array(6).fill('failed'))
    expect(called.slice(before)).not.toContain('/gone')
  }, 20_000)
})
