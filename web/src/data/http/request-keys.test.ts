import { ORPCError } from '@orpc/client'
import { describe, expect, it } from 'vitest'
import { memoryStorage } from '../testing/memory-storage.ts'
import { createRequestKeys } from './request-keys.ts'

type Body = { readonly prompt: string; readonly canvasX: number }

/** A server that records requests, over a connection that may lose replies. */
function line() {
  const sent: (readonly [body: Body, key: string])[] = []
  const end = (outcome: Error | null) => async (body: Body, key: string) => {
    sent.push([body, key])
    if (outcome) throw outcome
  }
  return {
    sent,
    keys: () => sent.map(([, key]) => key),
    answer: end(null),
    lose: end(new TypeError('Failed to fetch')),
    refuse: end(new ORPCError('out-of-credits', { status: 402 })),
  }
}
const request: Body = { prompt: 'a heron', canvasX: 0 }
const moved: Body = { ...request, canvasX: 900 }
const intent = { prompt: 'a heron' }

describe('the key of a request that costs something', () => {
  it('is the same for the same request until it has succeeded, then another', async () => {
    const { keys, answer, lose } = line()
    const withKey = createRequestKeys(memoryStorage(), 'keys')
    await expect(withKey({ request }, lose)).rejects.toThrow('Failed to fetch')
    await Promise.all([withKey({ request: { ...request } }, answer), withKey({ request }, answer)])
    await withKey({ request }, answer)
    expect(new Set(keys().slice(0, 3)).size).toBe(1)
    expect(keys()[3]).not.toBe(keys()[0])
  })

  it('repeats the body of a lost request with the same intent, since the key stands for that body', async () => {
    const { sent, answer, lose } = line()
    const withKey = createRequestKeys(memoryStorage(), 'keys')
    await expect(withKey({ request, intent }, lose)).rejects.toThrow()
    await withKey({ request: moved, intent }, answer)
    expect(sent[1]).toEqual(sent[0])
  })

  it('is kept for the intent of a refused request, which changed nothing, with its next body', async () => {
    const { sent, answer, refuse } = line()
    const withKey = createRequestKeys(memoryStorage(), 'keys')
    await expect(withKey({ request, intent }, refuse)).rejects.toThrow()
    await withKey({ request: moved, intent }, answer)
    expect(sent).toEqual([
      [request, sent[0]?.[1]],
      [moved, sent[0]?.[1]],
    ])
  })

  it('differs between requests', async () => {
    const { keys, answer, lose } = line()
    const withKey = createRequestKeys(memoryStorage(), 'keys')
    await expect(withKey({ request }, lose)).rejects.toThrow()
    await withKey({ request: { ...request, prompt: 'a crane' } }, answer)
    await withKey({ request }, answer)
    expect(keys()[1]).not.toBe(keys()[0])
    expect(keys()[2]).toBe(keys()[0])
  })

  it('is the same after a reload of the tab', async () => {
    const { sent, answer, lose } = line()
    const storage = memoryStorage()
    await expect(createRequestKeys(storage, 'keys')({ request, intent }, lose)).rejects.toThrow()
    await createRequestKeys(storage, 'keys')({ request: moved, intent }, answer)
    expect(sent[1]).toEqual(sent[0])
  })

  it('is generated again where the storage contains something else', async () => {
    const { keys, answer } = line()
    const storage = memoryStorage()
    storage.write('keys', [7, { intent: 'x' }])
    await createRequestKeys(storage, 'keys')({ request }, answer)
    expect(keys()).toHaveLength(1)
  })
})
