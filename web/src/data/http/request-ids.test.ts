import { ORPCError } from '@orpc/client'
import { describe, expect, it } from 'vitest'
import type { StorageArea } from '../storage/user-storage.ts'
import { memoryStorage } from '../testing/memory-storage.ts'
import { createRequestIds } from './request-ids.ts'

type Body = { readonly prompt: string; readonly canvasX: number }

/** Prepares and sends in one go. */
function createSender(storage: StorageArea, storageKey: string) {
  const ids = createRequestIds(storage, storageKey)
  return (
    asked: { readonly request: Body; readonly intent?: object },
    call: (body: Body, id: string) => Promise<unknown>,
  ) => ids.send(ids.prepare(asked), call)
}

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
    collide: end(new ORPCError('conflict', { status: 409 })),
    refuse: end(new ORPCError('out-of-credits', { status: 402 })),
    miss: end(new ORPCError('not-found', { status: 404 })),
    failBy: (code: string, status: number) => end(new ORPCError(code, { status })),
  }
}
const request: Body = { prompt: 'a heron', canvasX: 0 }
const moved: Body = { ...request, canvasX: 900 }
const intent = { prompt: 'a heron' }

describe('createRequestIds', () => {
  it('keeps the ids of an earlier page beside its own when the storage opens late', async () => {
    const [earlier, now] = [memoryStorage(), memoryStorage()]
    const before = createRequestIds(earlier, 'ids').prepare({ request: { prompt: 'a heron' } })
    const ids = createRequestIds(now, 'ids')
    ids.prepare({ request: { prompt: 'a crane' } })
    ids.takeIn(earlier)
    expect(ids.prepare({ request: { prompt: 'a heron' } })).toEqual(before)
    expect(now.read('ids')).toHaveLength(2)
  })

  it('gives the same request the same id until it has succeeded, then another', async () => {
    const { keys, answer, lose } = line()
    const send = createSender(memoryStorage(), 'keys')
    await expect(send({ request }, lose)).rejects.toThrow('Failed to fetch')
    await Promise.all([send({ request: { ...request } }, answer), send({ request }, answer)])
    await send({ request }, answer)
    expect(new Set(keys().slice(0, 3)).size).toBe(1)
    expect(keys()[3]).not.toBe(keys()[0])
  })

  it('repeats the body of a lost request with the same intent, since the id stands for that body', async () => {
    const { sent, answer, lose } = line()
    const send = createSender(memoryStorage(), 'keys')
    await expect(send({ request, intent }, lose)).rejects.toThrow()
    await send({ request: moved, intent }, answer)
    expect(sent[1]).toEqual(sent[0])
  })

  it('keeps the id for the intent of a refused request, which changed nothing, with its next body', async () => {
    const { sent, answer, refuse } = line()
    const send = createSender(memoryStorage(), 'keys')
    await expect(send({ request, intent }, refuse)).rejects.toThrow()
    await send({ request: moved, intent }, answer)
    expect(sent).toEqual([
      [request, sent[0]?.[1]],
      [moved, sent[0]?.[1]],
    ])
  })

  it('gives other requests other ids', async () => {
    const { keys, answer, lose } = line()
    const send = createSender(memoryStorage(), 'keys')
    await expect(send({ request }, lose)).rejects.toThrow()
    await send({ request: { ...request, prompt: 'a crane' } }, answer)
    await send({ request }, answer)
    expect(keys()[1]).not.toBe(keys()[0])
    expect(keys()[2]).toBe(keys()[0])
  })

  it('gives the same id after a reload of the tab', async () => {
    const { sent, answer, lose } = line()
    const storage = memoryStorage()
    await expect(createSender(storage, 'keys')({ request, intent }, lose)).rejects.toThrow()
    await createSender(storage, 'keys')({ request: moved, intent }, answer)
    expect(sent[1]).toEqual(sent[0])
  })

  it('gives another id after a conflict: something else has the first', async () => {
    const { keys, answer, collide } = line()
    const send = createSender(memoryStorage(), 'keys')
    await expect(send({ request, intent }, collide)).rejects.toThrow()
    await send({ request, intent }, answer)
    expect(keys()[1]).not.toBe(keys()[0])
  })

  it('gives another id after a 404: what a lost request created has been deleted', async () => {
    const { keys, answer, lose, miss } = line()
    const send = createSender(memoryStorage(), 'keys')
    await expect(send({ request, intent }, lose)).rejects.toThrow()
    await expect(send({ request, intent }, miss)).rejects.toThrow()
    await send({ request, intent }, answer)
    expect(keys()).toEqual([keys()[0], keys()[0], expect.not.stringMatching(String(keys()[0]))])
  })

  it.each([
    { code: 'other-account', status: 409 },
    { code: 'unauthenticated', status: 401 },
    { code: 'rate-limited', status: 429 },
  ])('repeats a lost request as it was after $code: the server has not looked at it', async ({ code, status }) => {
    const { sent, answer, lose, failBy } = line()
    const send = createSender(memoryStorage(), 'keys')
    await expect(send({ request, intent }, lose)).rejects.toThrow()
    await expect(send({ request: moved, intent }, failBy(code, status))).rejects.toThrow()
    await send({ request: moved, intent }, answer)
    expect(sent).toEqual([sent[0], sent[0], sent[0]])
  })

  it('gives a new id where the storage contains something else', async () => {
    const { keys, answer } = line()
    const storage = memoryStorage()
    storage.write('keys', [7, { intent: 'x' }])
    await createSender(storage, 'keys')({ request }, answer)
    expect(keys()).toHaveLength(1)
  })
})
