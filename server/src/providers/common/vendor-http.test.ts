import { inspect } from 'node:util'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { answerLimits } from '#server/operations/bounded-fetch.ts'
import { never, startVendorFake, type VendorFake } from '#server-testing/vendors/vendor-fake.ts'
import { ProviderError } from '../provider.ts'
import { createVendorHttp, type VendorCall } from './vendor-http.ts'

const key = 'sk-secret-of-a-user'
let reply: () => Response | Promise<Response>
let fake: VendorFake

beforeEach(async () => {
  reply = () => Response.json({ ok: true })
  fake = await startVendorFake({ isCreate: () => true, answer: () => reply() })
})
afterEach(() => fake.stop())

const http = (over: Partial<Parameters<typeof createVendorHttp>[0]> = {}) =>
  createVendorHttp({
    vendor: 'Krea',
    baseUrl: `${fake.url}/v1/`,
    headers: (secret) => ({ authorization: `Bearer ${secret}` }),
    limit: answerLimits.pictures,
    ...over,
  })

const call = (over: Partial<VendorCall> = {}): VendorCall => ({
  method: 'POST',
  path: '/pictures',
  key,
  signal: new AbortController().signal,
  json: { prompt: 'a lighthouse' },
  ...over,
})

async function failureOf(work: Promise<unknown>): Promise<ProviderError> {
  const error = await work.then(
    () => null,
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(ProviderError)
  return error as ProviderError
}

describe('a call to a vendor', () => {
  it('sends JSON to the path below the base address, with the headers of the vendor', async () => {
    expect(await http().send(call())).toEqual({ ok: true })
    const { method, path, headers } = fake.lastCreate()
    expect([method, path]).toEqual(['POST', '/v1/pictures'])
    expect([headers.get('authorization'), headers.get('content-type')]).toEqual([`Bearer ${key}`, 'application/json'])
    expect(fake.lastCreate().json()).toEqual({ prompt: 'a lighthouse' })
  })

  it('sends a form as a form', async () => {
    const form = new FormData()
    form.set('prompt', 'a lighthouse')
    const { json: _, ...rest } = call({ form })
    await http().send(rest)
    expect((await fake.lastCreate().form()).get('prompt')).toBe('a lighthouse')
  })

  it('returns null for an empty reply', async () => {
    reply = () => new Response(null, { status: 204 })
    expect(await http().send(call())).toBeNull()
  })

  it.each([
    [400, 'invalid', 'Krea could not use the request. Change the settings or the pictures, and try again.'],
    [401, 'key', 'Krea does not accept the key any more. Look at it in Manage account under Model keys.'],
    [402, 'key', 'The account at Krea has no credit left. Top it up there, or use another model.'],
    [403, 'key', 'Krea does not accept the key any more. Look at it in Manage account under Model keys.'],
    [404, 'invalid', 'Krea does not know the request any more. Try again.'],
    [408, 'time-out', 'Krea did not answer in time. Try again later.'],
    [422, 'invalid', 'Krea could not use the request. Change the settings or the pictures, and try again.'],
    [429, 'rate-limited', 'Krea takes no more requests for a while. Try again later, or use another model.'],
    [500, 'provider-down', 'Krea can not be reached at the moment. Try again later, or use another model.'],
    [504, 'time-out', 'Krea did not answer in time. Try again later.'],
  ])('that is answered %i is a failure of ours: %s', async (status, code, message) => {
    reply = () => Response.json({ error: 'words of the vendor' }, { status })
    const failure = await failureOf(http().send(call()))
    expect({ code: failure.code, message: failure.message }).toEqual({ code, message })
    expect(failure.vendorCode).toBe(`${status} {"error":"words of the vendor"}`)
    expect(fake.asked).toHaveLength(1)
  })

  it("has the vendor's health set by the status, whatever the vendor means by it", async () => {
    const health: string[] = []
    for (const status of [307, 400, 408, 429, 500, 503, 504]) {
      reply = () => new Response('words', { status })
      health.push((await failureOf(http({ explain: () => ({ kind: 'refused' }) }).send(call()))).health)
    }
    expect(health).toEqual([...Array(4).fill('reachable'), ...Array(3).fill('unreachable')])
  })

  it('fails with the kind that the vendor explains', async () => {
    reply = () => Response.json({ error: 'no credits' }, { status: 400 })
    const explain = ({ text }: { text: string }) => (/credits/.test(text) ? { kind: 'no-credit' as const } : null)
    expect((await failureOf(http({ explain }).send(call()))).code).toBe('key')
  })

  it('keeps the key out of its errors', async () => {
    reply = () => Response.json({ error: `The key ${key} is wrong.` }, { status: 401 })
    const failure = await failureOf(http().send(call()))
    expect(inspect(failure, { depth: 12, showHidden: true })).not.toContain(key)
    expect(failure.vendorCode).toContain('[key]')
  })

  it('follows no redirect: a key goes to the configured address alone', async () => {
    const other = await startVendorFake({ isCreate: () => true, answer: () => Response.json({}) })
    reply = () => new Response(null, { status: 307, headers: { location: `${other.url}/pictures` } })
    expect((await failureOf(http().send(call()))).code).toBe('provider-down')
    expect(other.asked).toHaveLength(0)
    await other.stop()
  })

  it('ends at the time limit without a reply', async () => {
    reply = never
    expect((await failureOf(http({ silenceMs: 30 }).send(call()))).code).toBe('time-out')
  })

  it('ends at the time limit without the end of a reply', async () => {
    reply = () => new Response(new ReadableStream({ start: (controller) => controller.enqueue(Buffer.from('{"a":')) }))
    expect((await failureOf(http({ silenceMs: 50 }).send(call()))).code).toBe('time-out')
  })

  it.each([
    ['bytes', ' '.repeat(20_000_000)],
    ['values', `[${'{},'.repeat(1_000_000)}{}]`],
  ])(
    'fails as unreadable where the reply has too many %s, which a few kilobytes of gzip may become',
    async (_, text) => {
      const packed = gzipSync(text)
      reply = () => new Response(packed, { headers: { 'content-encoding': 'gzip' } })
      const failure = await failureOf(http({ limit: answerLimits.list }).send(call()))
      expect([failure.code, failure.health]).toEqual(['failed', 'reachable'])
      expect(failure.message).toContain('can not be read')
    },
  )

  it('keeps the meaning of a failure with a body without an end', async () => {
    reply = () => new Response('x'.repeat(10_000_000), { status: 429 })
    expect((await failureOf(http().send(call()))).code).toBe('rate-limited')
  })

  it('fails as unreadable where the reply is no JSON', async () => {
    reply = () => new Response('<html>welcome to the hotel</html>')
    const failure = await failureOf(http().send(call()))
    expect([failure.code, failure.health]).toEqual(['failed', 'reachable'])
    expect(failure.message).toContain('can not be read')
  })
})
