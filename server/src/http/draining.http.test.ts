import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createInstantProvider } from '#server-testing/instant-provider.ts'
import { openEvents } from '#server-testing/sse-client.ts'
import { sendOpen, signUp } from '#server-testing/test-client.ts'
import { openTestServer, type TestServer } from '#server-testing/test-server.ts'
import { listen } from '../process/listen.ts'

let server: TestServer
beforeAll(async () => {
  server = await openTestServer({ providers: [createInstantProvider({ concurrency: 0 })] })
})
afterAll(() => server.close())

describe('a process that was asked to stop', () => {
  it('is not ready any more, still answers, and closes its connections', async () => {
    const ending = server.another()
    const ada = await signUp(ending)
    expect((await sendOpen(ending, 'GET', '/readyz')).status).toBe(200)
    ending.drain()
    expect((await sendOpen(ending, 'GET', '/readyz')).status).toBe(503)
    const reply = await ada.send('GET', '/api/projects')
    expect([reply.status, reply.headers.get('connection')]).toEqual([200, 'close'])
    await ending.stop()
  })

  it('ends event streams, which continue on another process from their last number, without a gap', async () => {
    const ending = server.another()
    const ada = await signUp(ending)
    const before = await openEvents(ending, ada.cookie)
    const first = await ada.send<{ id: string }>('POST', '/api/projects', { title: 'One' })
    const seen = await before.next((event) => event.data.projectId === first.body.id)
    ending.drain()
    expect((await ada.raw('GET', '/api/events')).status).toBe(503)
    const second = await ada.send<{ id: string }>('POST', '/api/projects', { title: 'Two' })
    const after = await openEvents(server, ada.cookie, { lastEventId: seen.id })
    await after.next((event) => event.data.projectId === second.body.id)
    expect(before.events.some((event) => event.data.projectId === second.body.id)).toBe(false)
    await ending.stop()
  })

  it('finishes the replies in progress before it closes, and waits no longer', async () => {
    const arrived = Promise.withResolvers<void>()
    const slow = await listen(
      async () => {
        arrived.resolve()
        await wait(400)
        return new Response('done')
      },
      '127.0.0.1',
      0,
    )
    const reply = fetch(`http://127.0.0.1:${slow.port}/`)
    await arrived.promise
    await slow.close({ drainMs: 600_000 })
    expect(await (await reply).text()).toBe('done')
    await expect(fetch(`http://127.0.0.1:${slow.port}/`)).rejects.toThrow()
  })

  it('does not wait for ever', async () => {
    const arrived = Promise.withResolvers<void>()
    const stuck = await listen(
      () => {
        arrived.resolve()
        return new Promise<Response>(() => {})
      },
      '127.0.0.1',
      0,
    )
    const reply = fetch(`http://127.0.0.1:${stuck.port}/`).then(
      () => 'answered',
      () => 'cut',
    )
    await arrived.promise
    await stuck.close({ drainMs: 200 })
    expect(await reply).toBe('cut')
  })
})
