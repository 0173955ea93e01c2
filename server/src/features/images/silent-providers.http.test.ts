import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import type { GenerationShape } from '#contract/cards/generation.ts'
import type { CreatedWebhookShape, DeliveryShape } from '#contract/programs/webhook.ts'
import { askDatabase } from '#server-testing/ask-database.ts'
import { creditsOf, hold, ledgerOf, priced, released, rowsOf, settled } from '#server-testing/credit-ledger.ts'
import { createInstantProvider } from '#server-testing/instant-provider.ts'
import { signUp, type TestClient } from '#server-testing/test-client.ts'
import { withTestServer } from '#server-testing/test-server.ts'

describe('a provider that accepts and falls silent', () => {
  let answer: 'never' | 'now' | 'late' = 'never'
  const instant = createInstantProvider()
  /** Answers the requests that were left open, also those that were given up. */
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
  const context = withTestServer({
    variables: { ...priced, IMAGE_TIME_LIMIT_SECONDS: '1', ALLOWED_WEBHOOK_HOSTS: '127.0.0.1' },
    providers: [silent],
  })
  const inDatabase = (text: string, values: unknown[]) =>
    askDatabase(context.server.testDatabase.connectionString, text, values)
  const imagesOf = async (person: TestClient, { id, projectId }: GenerationShape) => {
    const { body } = await person.send<{ items: GenerationShape[] }>('GET', `/api/projects/${projectId}/generations`)
    return body.items.find((card) => card.id === id)?.images ?? []
  }
  const allAre = (person: TestClient, asked: GenerationShape, status: string) =>
    expect
      .poll(async () => (await imagesOf(person, asked)).map((image) => image.status))
      .toEqual([status, status, status, status])
  const lookAgain = "update jobs set run_at = now() where generation_id = $1 and state = 'queued'"

  it('leaves the hold open and the image uncertain; a late picture is captured once', async () => {
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

  it('is no failed card for webhooks while it may still answer', async () => {
    answer = 'never'
    const ada = await signUp(context.server)
    // No one listens there: what is to be sent counts.
    const body = { url: 'http://127.0.0.1:9/', events: ['generation.completed', 'generation.failed'] }
    const { webhook } = (await ada.send<CreatedWebhookShape>('POST', '/api/webhooks', body)).body
    const eventsOf = async () =>
      (await ada.send<{ items: DeliveryShape[] }>('GET', `/api/webhooks/${webhook.id}/deliveries`)).body.items.map(
        ({ event }) => event,
      )
    const asked = await ada.generate({ prompt: 'a lake' })
    await allAre(ada, asked, 'uncertain')
    answer = 'now'
    await inDatabase(lookAgain, [asked.id])
    await allAre(ada, asked, 'completed')
    await expect.poll(eventsOf).toEqual(['generation.completed'])
  })

  it('and answers twice in the end is captured once, for the picture that came first', async () => {
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

  it('is waited for a day from its acceptance, however long the image was queued before', async () => {
    answer = 'never'
    const ada = await signUp(context.server)
    const asked = await ada.generate({ prompt: 'a lake' })
    await inDatabase("update jobs set created_at = created_at - interval '25 hours' where generation_id = $1", [
      asked.id,
    ])
    await allAre(ada, asked, 'uncertain')
    await inDatabase(lookAgain, [asked.id])
    const looked = 'select 1 from jobs where generation_id = $1 and claims >= 2'
    await expect.poll(async () => (await inDatabase(looked, [asked.id])).rows.length).toBe(4)
    const waits = "select 1 from jobs where generation_id = $1 and state = 'queued' and run_at > now()"
    await expect.poll(async () => (await inDatabase(waits, [asked.id])).rows.length).toBe(4)
    expect((await imagesOf(ada, asked)).map(({ status }) => status)).toEqual(Array(4).fill('uncertain'))
  })

  it('has its hold released after a day', async () => {
    answer = 'never'
    const ada = await signUp(context.server)
    const asked = await ada.generate({ prompt: 'a lake' })
    await allAre(ada, asked, 'uncertain')
    await inDatabase("update jobs set accepted_at = accepted_at - interval '25 hours' where generation_id = $1", [
      asked.id,
    ])
    await inDatabase(lookAgain, [asked.id])
    await allAre(ada, asked, 'failed')
    expect(rowsOf(await ledgerOf(ada), asked)).toEqual([released, released, released, released])
    expect(await creditsOf(ada)).toMatchObject({ available: 27_000, held: 0 })
  })
})
