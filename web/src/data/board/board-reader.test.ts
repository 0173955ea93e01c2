import { ORPCError } from '@orpc/client'
import { describe, expect, it } from 'vitest'
import { generation, image, uuid } from '#contract/testing/builders.ts'
import { compactCardOf } from '#contract/testing/compact-card-of.ts'
import { imageIdOf } from '#domain/generation/image-id.ts'
import { createSimulatedServer } from '../testing/simulated-server.ts'
import { createBoardReader, type readBoardLines } from './board-reader.ts'
import { createBoardStore } from './board-store.ts'

const projectId = uuid(1)
const cardOf = (id: string) =>
  generation({
    id,
    projectId,
    images: [0, 1, 2, 3].map((orderNum) => image({ id: imageIdOf(id, orderNum), generationId: id, orderNum })),
  })
const cards = [uuid(10), uuid(20), uuid(30), uuid(40)].map(cardOf)
const ids = cards.map(({ id }) => id)

/** A server whose replies the test holds: each read waits for its card lists, and may break off between them. */
function reading({ generations = cards } = {}) {
  const server = createSimulatedServer(generations)
  const store = createBoardStore(projectId)
  const replies: { next(): Promise<void>; fail(error: Error): Promise<void> }[] = []
  const pauses: { readonly ms: number; end(): void }[] = []
  const settled = () => new Promise<void>((resolve) => setTimeout(resolve))

  /** Reads that are answered by a copy from before. */
  let copiesLeft = 0
  const followed: number[] = []
  const readLines: typeof readBoardLines = async (_projectId, { onCopy, onHeader, onCards }) => {
    if (copiesLeft > 0) {
      copiesLeft -= 1
      onCopy?.()
    }
    const list = server.list()
    const models = [...new Set(list.flatMap(({ model }) => model ?? []))]
    const all = list.map(({ id }) => id)
    const header = {
      projectId,
      seq: server.seq,
      count: all.length,
      since: '2026-11-21T10:00:00.000Z',
      models,
      sheets: [],
      frames: [],
      notes: [],
      purses: [],
    }
    const context = { ...header, placeOf: (id: string) => (all.includes(id) ? all.indexOf(id) : undefined) }
    let goOn: (error: Error | null) => void = () => {}
    const wait = () =>
      new Promise<void>((resolve, reject) => {
        goOn = (error) => (error ? reject(error) : resolve())
      })
    const step = async (error: Error | null) => {
      goOn(error)
      await settled()
    }
    replies.push({ next: () => step(null), fail: step })
    await wait()
    await onHeader(header)
    for (const each of list) {
      await wait()
      onCards([compactCardOf(each, [], context)])
    }
  }
  const reader = createBoardReader({
    readLines,
    onHeader: (seq) => followed.push(seq),
    onRead: () => {},
    onMissing: () => {},
    clock: {
      random: () => 1,
      pause: (ms, signal) =>
        new Promise((resolve) => {
          pauses.push({ ms, end: resolve })
          signal?.addEventListener('abort', () => resolve())
        }),
    },
  })
  /** Lets a read run to its end. */
  const finish = async (place: number) => {
    for (let step = 0; step <= server.list().length; step++) await replies[place]?.next()
    await settled()
  }
  const answerByCopies = (count: number) => {
    copiesLeft = count
  }
  return { server, store, reader, replies, pauses, finish, settled, followed, answerByCopies }
}

const broken = new TypeError('Failed to fetch')
const unavailable = new ORPCError('unavailable', { status: 503 })

describe('board reader', () => {
  it('keeps a loaded board where it cannot be read again, and retries with growing pauses', async () => {
    const { server, store, reader, replies, pauses, finish, settled } = reading()
    reader.read(store)
    await finish(0)
    server.apply([{ id: uuid(90), kind: 'place', generationId: ids[0] ?? '', canvasX: 55, canvasY: 0 }])

    reader.read(store)
    await replies[1]?.fail(unavailable)
    for (let time = 0; time < 5; time++) {
      expect([store.loadState.get(), store.cards.size]).toEqual(['loaded', 4])
      pauses.at(-1)?.end()
      await settled()
      await replies.at(-1)?.fail(broken)
    }
    const waits = pauses.map(({ ms }) => ms)
    expect(waits).toEqual(waits.toSorted((a, b) => a - b))
    expect(waits[1]).toBeGreaterThan(waits[0] ?? 0)
    pauses.at(-1)?.end()
    await settled()
    await finish(replies.length - 1)
    expect(store.cards.get(ids[0] ?? '')?.x).toBe(55)
  })

  it('shows a copy from before where there is nothing, follows no events from it, and reads again', async () => {
    const { store, reader, pauses, finish, settled, followed, answerByCopies } = reading()
    answerByCopies(1)
    reader.read(store)
    await finish(0)
    expect([store.loadState.get(), store.cards.size, followed]).toEqual(['loaded', 4, []])
    pauses.at(-1)?.end()
    await settled()
    await finish(1)
    expect(followed).toHaveLength(1)
  })

  it('replaces no loaded board by a copy from before, and reads again', async () => {
    const { server, store, reader, pauses, finish, settled, answerByCopies } = reading()
    reader.read(store)
    await finish(0)
    server.apply([{ id: uuid(90), kind: 'place', generationId: ids[0] ?? '', canvasX: 55, canvasY: 0 }])
    for (const event of server.eventsAfter(10)) store.receive(event)
    answerByCopies(2)
    reader.read(store)
    await settled()
    pauses.at(-1)?.end()
    await settled()
    expect([store.loadState.get(), store.cards.get(ids[0] ?? '')?.x]).toEqual(['loaded', 55])
    pauses.at(-1)?.end()
    await settled()
    await finish(1)
    expect([store.loadState.get(), store.cards.get(ids[0] ?? '')?.x]).toEqual(['loaded', 55])
  })

  it('applies events while it cannot be read again', async () => {
    const { server, store, reader, replies, finish } = reading()
    reader.read(store)
    await finish(0)
    reader.read(store)
    server.apply([{ id: uuid(90), kind: 'place', generationId: ids[1] ?? '', canvasX: 77, canvasY: 0 }])
    for (const event of server.eventsAfter(10)) store.receive(event)
    await replies[1]?.fail(unavailable)
    expect(store.cards.get(ids[1] ?? '')?.x).toBe(77)
  })

  it('never mixes two reads: one that is requested meanwhile starts when the first has ended', async () => {
    const { server, store, reader, replies, finish } = reading()
    reader.read(store)
    await replies[0]?.next()
    await replies[0]?.next()
    reader.read(store)
    reader.read(store)
    expect(replies).toHaveLength(1)
    server.apply([{ id: uuid(90), kind: 'place', generationId: ids[3] ?? '', canvasX: 99, canvasY: 0 }])
    await finish(0)
    expect(store.cards.size).toBe(4)
    expect(replies).toHaveLength(2)
    await finish(1)
    expect(replies).toHaveLength(2)
    expect([store.cards.size, store.cards.get(ids[3] ?? '')?.x]).toEqual([4, 99])
  })

  it('starts again at once, without waiting for the pause to end, when it is requested', async () => {
    const { store, reader, replies, finish, settled } = reading()
    reader.read(store)
    await finish(0)
    reader.read(store)
    await replies[1]?.fail(broken)
    expect(replies).toHaveLength(2)
    reader.read(store)
    await settled()
    expect(replies).toHaveLength(3)
  })

  it('reports a failed board that was never shown: at once where the server refuses, else after three tries', async () => {
    const refused = reading()
    refused.reader.read(refused.store)
    await refused.replies[0]?.fail(unavailable)
    expect(refused.store.loadState.get()).toBe('failed')

    const lost = reading()
    lost.reader.read(lost.store)
    for (let time = 0; time < 3; time++) {
      expect(lost.store.loadState.get()).toBe('loading')
      await lost.replies.at(-1)?.fail(broken)
      lost.pauses.at(-1)?.end()
      await lost.settled()
    }
    expect(lost.store.loadState.get()).toBe('failed')
    lost.reader.read(lost.store)
    await lost.settled()
    await lost.finish(3)
    expect([lost.store.loadState.get(), lost.store.cards.size]).toEqual(['loaded', 4])
  })

  it('keeps the first cards of a board that broke off, and completes it', async () => {
    const { store, reader, replies, pauses, finish, settled } = reading()
    reader.read(store)
    await replies[0]?.next()
    await replies[0]?.next()
    await replies[0]?.next()
    await replies[0]?.fail(broken)
    expect([store.loadState.get(), store.cards.size]).toEqual(['loaded', 2])
    pauses.at(-1)?.end()
    await settled()
    await finish(1)
    expect(store.cards.size).toBe(4)
  })

  it('ends for a missing board, and sends no requests once it is stopped', async () => {
    const gone = reading()
    gone.reader.read(gone.store)
    await gone.finish(0)
    gone.reader.read(gone.store)
    await gone.replies[1]?.fail(new ORPCError('not-found', { status: 404 }))
    expect([gone.store.loadState.get(), gone.pauses.length]).toEqual(['not-found', 0])

    const left = reading()
    left.reader.read(left.store)
    await left.finish(0)
    left.reader.read(left.store)
    await left.replies[1]?.fail(broken)
    left.reader.stop()
    await left.settled()
    expect(left.replies).toHaveLength(2)
  })
})
