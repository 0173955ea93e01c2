import { describe, expect, it } from 'vitest'
import { memoryStorage } from '../testing/memory-storage.ts'
import { createOutbox, createOutboxQueue, type Delivery, type StoredBatch } from './outbox.ts'

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

describe('createOutbox', () => {
  const place = (generationId: string, canvasX: number, madeAt: number): StoredBatch => ({
    id: `${generationId} ${madeAt}`,
    projectId: 'p',
    madeAt,
    changes: [{ id: `${madeAt}`, kind: 'place', generationId, canvasX, canvasY: 0 }],
  })

  it('leaves out of older batches, which a storage that opens late has, what this page has changed since', async () => {
    const storage = memoryStorage()
    const sent: unknown[] = []
    const outbox = createOutbox({
      applyChanges: async (_, changes) => {
        sent.push(...changes.map((change) => change.kind === 'place' && [change.generationId, change.canvasX]))
        return { seq: 1, items: [] }
      },
      storage,
      clock: { pause: async () => {} },
    })
    outbox.add(place('a', 2, 2_000))
    for (const batch of [place('a', 1, 1_000), place('b', 1, 1_000)]) storage.write(`outbox.${batch.id}`, batch)
    outbox.sendStored()
    await expect.poll(() => storage.keys('outbox.')).toEqual([])
    expect(sent).toEqual([
      ['a', 2],
      ['b', 1],
    ])
  })
})
