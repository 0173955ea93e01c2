import { describe, expect, it } from 'vitest'
import { imageCall } from '#server-testing/providers/image-request.ts'
import { ProviderError } from './provider.ts'
import { type Finished, makeByRequest, type VendorRequest } from './request-loop.ts'
import { vendorFailure } from './vendor-failure.ts'

type Look = Finished | null | ProviderError
const done: Finished = { url: 'https://pictures.example/1.png' }
const badMoment = () => vendorFailure('Krea', 'down')

/** A vendor that says this, one look after the other; the last for ever. */
function vendor(looks: readonly Look[], over: Partial<VendorRequest> = {}) {
  const seen = { asks: 0, looks: [] as string[], fetches: [] as string[] }
  const request: VendorRequest = {
    pollMs: 1,
    async ask() {
      seen.asks += 1
      return 'request-1'
    },
    async look(requestId) {
      const said = looks[Math.min(seen.looks.length, looks.length - 1)] ?? null
      seen.looks.push(requestId)
      if (said instanceof ProviderError) throw said
      return said
    },
    async fetchPicture(url) {
      seen.fetches.push(url)
      return Uint8Array.of(1)
    },
    ...over,
  }
  return { request, seen }
}

describe('a picture that is made by a request', () => {
  it('is asked for once, its id stored, and fetched when it is there', async () => {
    const { request, seen } = vendor([null, null, done])
    const call = imageCall()
    const made = await makeByRequest(call, request)
    expect(made).toEqual({ ...done, requestId: 'request-1', bytes: Uint8Array.of(1) })
    expect(call.remembered).toEqual(['request-1'])
    expect(seen).toEqual({ asks: 1, looks: ['request-1', 'request-1', 'request-1'], fetches: [done.url] })
  })

  it('is only looked at where an earlier worker has asked for it', async () => {
    const { request, seen } = vendor([done])
    const call = imageCall({ requestId: 'request-0' })
    expect((await makeByRequest(call, request)).requestId).toBe('request-0')
    expect([seen.asks, call.remembered]).toEqual([0, []])
  })

  it('survives four bad moments of the vendor in a row, any number of times', async () => {
    const four = [badMoment(), vendorFailure('Krea', 'silent'), vendorFailure('Krea', 'busy'), badMoment()]
    const { request, seen } = vendor([...four, null, ...four, done])
    await makeByRequest(imageCall(), request)
    expect(seen.looks).toHaveLength(10)
  })

  it('fails at the fifth, and may be found again', async () => {
    const { request, seen } = vendor([badMoment()])
    await expect(makeByRequest(imageCall(), request)).rejects.toMatchObject({ code: 'provider-down', request: 'open' })
    expect(seen.looks).toHaveLength(5)
  })

  it.each(['refused', 'bad-key', 'invalid'] as const)('fails at once when it is %s', async (kind) => {
    const { request, seen } = vendor([vendorFailure('Krea', kind)])
    await expect(makeByRequest(imageCall(), request)).rejects.toBeInstanceOf(ProviderError)
    expect(seen.looks).toHaveLength(1)
  })

  it('fails at once when the vendor has given it up, and says so', async () => {
    const { request, seen } = vendor([vendorFailure('Krea', 'failed', { request: 'over' })])
    await expect(makeByRequest(imageCall(), request)).rejects.toMatchObject({ code: 'failed', request: 'over' })
    expect(seen.looks).toHaveLength(1)
  })

  it('is looked for at a fresh address when it is not where it was said to be', async () => {
    const fetched: string[] = []
    const { request, seen } = vendor([{ url: 'old' }, { url: 'fresh' }], {
      async fetchPicture(url) {
        fetched.push(url)
        if (url === 'old') throw vendorFailure('Krea', 'gone')
        return Uint8Array.of(2)
      },
    })
    expect((await makeByRequest(imageCall(), request)).bytes).toEqual(Uint8Array.of(2))
    expect(fetched).toEqual(['old', 'fresh'])
    expect(seen.asks).toBe(1)
  })

  it('keeps its id stored when nobody waits any more by the time it was accepted', async () => {
    const stop = new AbortController()
    const reason = new Error('cancelled')
    const { request } = vendor([done], {
      async ask() {
        stop.abort(reason)
        return 'request-1'
      },
    })
    const call = imageCall({ signal: stop.signal })
    await expect(makeByRequest(call, request)).rejects.toBe(reason)
    expect(call.remembered).toEqual(['request-1'])
  })
})
