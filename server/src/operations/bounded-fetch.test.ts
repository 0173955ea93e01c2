import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { type AnswerLimit, answerLimits, boundFetch, isAnswerLate, isAnswerTooLarge } from './bounded-fetch.ts'

let answer: (reply: ServerResponse) => void = () => {}
let asked: Record<string, unknown> = {}
const server = createServer((request, reply) => {
  asked = request.headers
  answer(reply)
})
server.listen(0, '127.0.0.1')
await once(server, 'listening')
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const limit = (over: Partial<AnswerLimit> = {}): AnswerLimit => ({
  maxBytes: 10_000,
  json: { maxValues: 100, maxDepth: 10 },
  maxMs: 30_000,
  ...over,
})
const read = (over: Partial<AnswerLimit> = {}) =>
  boundFetch(fetch, limit(over), { room: 'operator' })(url).then((reply) => reply.text())
const failureOf = (work: Promise<unknown>) => work.then(() => null).catch((error: unknown) => error)

describe('boundFetch', () => {
  it('passes an answer within its limit on, and asks for an unpacked one', async () => {
    answer = (reply) => reply.end('{"a":1}')
    expect(await read()).toBe('{"a":1}')
    expect(asked['accept-encoding']).toBe('identity')
  })

  it('counts the unpacked bytes of an answer that is packed all the same', async () => {
    const packed = gzipSync(' '.repeat(20_000_000))
    answer = (reply) => reply.writeHead(200, { 'content-encoding': 'gzip' }).end(packed)
    const before = process.memoryUsage().arrayBuffers
    expect(isAnswerTooLarge(await failureOf(read()))).toBe(true)
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(10_000_000)
  })

  it('refuses many small values within few bytes, however they are read', async () => {
    answer = (reply) => reply.end(`[${'{},'.repeat(1_000)}{}]`)
    expect(isAnswerTooLarge(await failureOf(read()))).toBe(true)
    const asJson = boundFetch(fetch, limit(), { room: 'operator' })(url).then((reply) => reply.json())
    expect(isAnswerTooLarge(await failureOf(asJson))).toBe(true)
  })

  it('counts no values in a file', async () => {
    answer = (reply) => reply.end(Buffer.alloc(9_000, ','))
    expect(await read({ json: null })).toHaveLength(9_000)
  })

  it('cuts the body of a failure in place of refusing it', async () => {
    answer = (reply) => reply.writeHead(500).end('x'.repeat(200_000))
    const reply = await boundFetch(fetch, limit(), { room: 'operator' })(url)
    expect([reply.status, (await reply.text()).length]).toEqual([500, 64_000])
  })

  it('ends an answer that does not begin in time, and one that does not end', async () => {
    answer = () => {}
    expect(isAnswerLate(await failureOf(read({ maxMs: 50 })))).toBe(true)
    answer = (reply) => void reply.write('{"a":')
    expect(isAnswerLate(await failureOf(read({ maxMs: 50 })))).toBe(true)
  })

  it('closes the connection of an answer that goes beyond its limit', async () => {
    let closed: Promise<unknown> = Promise.resolve()
    answer = (reply) => {
      closed = once(reply, 'close')
      const timer = setInterval(() => reply.write('x'.repeat(64_000)), 1)
      reply.on('close', () => clearInterval(timer))
    }
    expect(isAnswerTooLarge(await failureOf(read()))).toBe(true)
    await closed
  })

  it('reads two of the largest answers at a time; a third one waits, and small ones pass', async () => {
    const begun: ServerResponse[] = []
    answer = (reply) => {
      begun.push(reply)
      reply.write(Buffer.alloc(20_000_000, 'x'))
    }
    const most = { maxBytes: 90_000_000 }
    const reading = [1, 2, 3].map(() => read(most).then((text) => text.length))
    const unread = () => begun.map(({ writableLength }) => (writableLength > 0 ? 'waits' : 'read')).sort()
    await expect.poll(unread, { timeout: 20_000 }).toEqual(['read', 'read', 'waits'])
    await new Promise((resolve) => setTimeout(resolve, 200))
    expect(unread()).toEqual(['read', 'read', 'waits'])
    answer = (reply) => reply.end('{}')
    expect(await read(most)).toBe('{}')
    for (const reply of begun) reply.end()
    expect(await Promise.all(reading)).toEqual([20_000_000, 20_000_000, 20_000_000])
  })

  it('lets a caller that leaves out of the line', async () => {
    answer = (reply) => void reply.write(Buffer.alloc(20_000_000, 'x'))
    const holding = new AbortController()
    const most = limit({ maxBytes: 90_000_000, json: null })
    const ask = (owner: string, signal: AbortSignal) =>
      boundFetch(fetch, most, { room: 'users', owner })(url, { signal }).then((reply) => reply.text())
    // Two users hold all of the room; the third one waits.
    const held = ['ada', 'bob'].map((owner) => failureOf(ask(owner, holding.signal)))
    await new Promise((resolve) => setTimeout(resolve, 300))
    const leaving = new AbortController()
    const third = failureOf(ask('eve', leaving.signal))
    await new Promise((resolve) => setTimeout(resolve, 300))
    leaving.abort(new Error('cancelled'))
    expect(await third).toMatchObject({ message: 'cancelled' })
    holding.abort(new Error('over'))
    await Promise.all(held)
  })

  it('counts the large answers of a user together, whatever hosts they name', async () => {
    const begun: ServerResponse[] = []
    answer = (reply) => {
      begun.push(reply)
      reply.write(Buffer.alloc(20_000_000, 'x'))
    }
    const most = limit({ maxBytes: 90_000_000, json: null })
    const ask = (owner: string, host: string) =>
      boundFetch(fetch, most, { room: 'users', owner })(url.replace('127.0.0.1', host)).then((reply) => reply.text())
    const reading = [ask('ada', '127.0.0.1'), ask('ada', 'localhost'), ask('bob', '127.0.0.1')]
    const unread = () => begun.map(({ writableLength }) => (writableLength > 0 ? 'waits' : 'read')).sort()
    await expect.poll(unread, { timeout: 20_000 }).toEqual(['read', 'read', 'waits'])
    answer = (reply) => reply.end('x')
    for (const reply of begun) reply.end()
    await Promise.all(reading)
  })

  it('gives the room of a reader back that has stopped reading', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      const chunks = () =>
        new ReadableStream(
          { pull: (controller) => controller.enqueue(new Uint8Array(4_500_000)) },
          { highWaterMark: 0 },
        )
      const most = limit({ maxBytes: 90_000_000, json: null, maxMs: 3_600_000 })
      const ask = () => boundFetch(async () => new Response(chunks()), most, { room: 'users', owner: 'ada' })(url)
      const stopped = (await ask()).body?.getReader()
      for (let count = 0; count < 3; count += 1) await stopped?.read()
      const next = (await ask()).body?.getReader()
      await next?.read()
      const waiting = next?.read()
      await vi.advanceTimersByTimeAsync(61_000)
      expect((await waiting)?.value).toHaveLength(4_500_000)
      // One more was read ahead.
      await stopped?.read()
      expect(isAnswerLate(await failureOf(Promise.resolve(stopped?.read())))).toBe(true)
      await next?.cancel()
    } finally {
      vi.useRealTimers()
    }
  })

  it('reads a long stream of small events without room, and refuses one that holds too much in an event', async () => {
    const token = `data: {"delta":"${'a'.repeat(4)}"}\n\n`
    answer = (reply) => reply.end(token.repeat(800_000))
    const events = () => boundFetch(fetch, answerLimits.turn, { room: 'users', owner: 'ada' })(url)
    expect((await (await events()).arrayBuffer()).byteLength).toBe(800_000 * token.length)
    answer = (reply) => reply.end('data: aaaa\n'.repeat(400_000))
    expect(isAnswerTooLarge(await failureOf(events().then((reply) => reply.text())))).toBe(true)
  })

  it("ends with the reason of the caller's signal", async () => {
    answer = (reply) => void reply.write('{"a":')
    const stop = new AbortController()
    const work = boundFetch(fetch, limit(), { room: 'operator' })(url, { signal: stop.signal }).then((reply) => {
      stop.abort(new Error('the caller left'))
      return reply.text()
    })
    expect(await failureOf(work)).toMatchObject({ message: 'the caller left' })
  })
})
