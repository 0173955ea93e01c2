import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fetchOrTake } from './early-reply.ts'

const asked = vi.fn(async () => new Response('now'))
beforeEach(() => {
  vi.stubGlobal('fetch', asked)
  vi.stubGlobal('location', { origin: 'http://here' })
})
afterEach(() => {
  vi.unstubAllGlobals()
  asked.mockClear()
})

const early = (reply: Promise<Response>) => {
  globalThis.espalierEarly = new Map([['/api/models', reply]])
}
const read = async (path = '/api/models') => (await fetchOrTake(new Request(`http://here${path}`))).text()

describe('an early reply', () => {
  it('is used once', async () => {
    early(Promise.resolve(new Response('early')))
    expect([await read(), await read()]).toEqual(['early', 'now'])
  })

  it('is not used where it is a refusal: the user may have signed in since', async () => {
    early(Promise.resolve(new Response('no', { status: 401 })))
    expect(await read()).toBe('now')
  })

  it('is not used where its connection failed, nor for another request', async () => {
    early(Promise.reject(new TypeError('no connection')))
    expect([await read('/api/models?x=1'), await read()]).toEqual(['now', 'now'])
  })
})
