import fc from 'fast-check'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { forkShared, waitBeforeAsking } from './shared-board.ts'

describe('polling a link', () => {
  it('happens every five seconds, with a back-off while there is no answer', () =>
    expect([0, 1, 2, 3, 4].map(waitBeforeAsking)).toEqual([5_000, 10_000, 20_000, 40_000, 60_000]))

  it('never waits for longer than a minute', () =>
    fc.assert(fc.property(fc.nat(), (failures) => waitBeforeAsking(failures) <= 60_000)))
})

describe('forkShared', () => {
  afterEach(() => void vi.unstubAllGlobals())

  it('has the same key where a reply was lost, without a storage of a user, and another after a reply', async () => {
    const kept = new Map<string, string>()
    vi.stubGlobal('sessionStorage', {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, text: string) => void kept.set(key, text),
    })
    vi.stubGlobal('location', { origin: 'http://localhost' })
    const sent: (string | null)[] = []
    vi.stubGlobal('fetch', async (request: Request) => {
      sent.push(request.headers.get('idempotency-key'))
      if (sent.length === 1) throw new TypeError('Failed to fetch')
      return Response.json({}, { status: 201 })
    })
    for (let press = 0; press < 3; press++) await forkShared('00000000-0000-4000-8000-000000000001').catch(() => {})
    expect(sent).toEqual([expect.any(String), sent[0], expect.not.stringMatching(String(sent[0]))])
  })
})
