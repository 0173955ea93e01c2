import { ORPCError } from '@orpc/client'
import { describe, expect, it } from 'vitest'
import { createOutboxQueue, type Delivery, isFinal, type StoredBatch } from './outbox.ts'

const batch = (id: string): StoredBatch => ({ id, projectId: 'p', madeAt: 0, changes: [] })

/** An outbox whose server answers by the list, one answer for each try. */
function sending(answers: readonly ('ok' | 'away' | 'refused')[]) {
  const tries: string[] = []
  const pauses: number[] = []
  const delivered: [string, Delivery['kind']][] = []
  const outbox = createOutboxQueue({
    async send({ id }) {
      const answer = answers[tries.length] ?? 'ok'
      tries.push(id)
      if (answer !== 'ok') throw new Error(answer)
      return { seq: tries.length }
    },
    isFinal: (error) => (error as Error).message === 'refused',
    onDelivery: ({ id }, delivery) => delivered.push([id, delivery.kind]),
    pause: async (delayMs) => void pauses.push(delayMs),
  })
  return { outbox, tries, pauses, delivered }
}

describe('the outbox', () => {
  it('sends changes one after the other, in order', async () => {
    const { outbox, delivered } = sending([])
    for (const id of ['a', 'b', 'c']) outbox.add(batch(id))
    await expect
      .poll(() => delivered)
      .toEqual([
        ['a', 'accepted'],
        ['b', 'accepted'],
        ['c', 'accepted'],
      ])
    expect(outbox.state.get()).toMatchObject({ waiting: 0, isStuck: false })
  })

  it('retries while the server is away, with growing pauses, before any later ones', async () => {
    const { outbox, tries, pauses, delivered } = sending(['away', 'away', 'ok', 'ok'])
    outbox.add(batch('a'))
    outbox.add(batch('b'))
    await expect.poll(() => delivered.length).toBe(2)
    expect(tries).toEqual(['a', 'a', 'a', 'b'])
    expect(pauses).toEqual([1_000, 2_000])
  })

  it('drops changes that the server refuses for good, and continues with the later ones', async () => {
    const { outbox, delivered } = sending(['refused', 'ok'])
    outbox.add(batch('a'))
    outbox.add(batch('b'))
    await expect
      .poll(() => delivered)
      .toEqual([
        ['a', 'refused'],
        ['b', 'accepted'],
      ])
  })

  it('accepts each batch only once', async () => {
    const { outbox, tries, delivered } = sending([])
    outbox.add(batch('a'))
    outbox.add(batch('a'))
    await expect.poll(() => delivered.length).toBe(1)
    expect(tries).toEqual(['a'])
  })
})

describe('isFinal', () => {
  it.each([
    ['not-found', 404, true],
    ['conflict', 409, true],
    ['other-account', 409, false],
    ['unauthenticated', 401, false],
    ['unavailable', 503, false],
  ])('%s: %s %s', (code, status, is) => expect(isFinal(new ORPCError(code, { status }))).toBe(is))
})
