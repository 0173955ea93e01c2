import { describe, expect, it, vi } from 'vitest'
import { generation, image, uuid } from '#contract/testing/builders.ts'
import { imageIdOf } from '#domain/generation/image-id.ts'
import type { ProjectEvent } from '../live/event-stream.ts'
import { boardWith, readInto } from '../testing/boards.ts'
import { createBoardStore } from './board-store.ts'

const projectId = uuid(1)
const parent = uuid(10)
const child = uuid(20)
const leaf = uuid(30)

const card = (id: string, over: Partial<Parameters<typeof generation>[0]> = {}) =>
  generation({
    id,
    images: [0, 1, 2, 3].map((orderNum) => image({ id: imageIdOf(id, orderNum), generationId: id, orderNum })),
    ...over,
  })
const family = [
  card(parent),
  card(child, { parentGenerationId: parent, canvasX: 10_900 }),
  card(leaf, { parentGenerationId: child, canvasX: 11_800 }),
]

const moved = (seq: number, canvasX: number, generationId = parent): ProjectEvent => ({
  name: 'generation-changed',
  data: { seq, projectId, generationId, canvasX, canvasY: 0 },
})
const deleted = (seq: number, ids: string[]): ProjectEvent => ({
  name: 'generation-deleted',
  data: { seq, projectId, generationId: ids[0] ?? '', ids },
})
const place = (canvasX: number, generationId = parent) =>
  ({ kind: 'place', generationId, canvasX, canvasY: 0 }) as const

describe('a board that is being read', () => {
  it('keeps events that arrive meanwhile, if the reply is older', () => {
    const store = createBoardStore(projectId)
    const reading = store.startReading()
    store.receive(moved(12, 77))
    readInto(reading, family, 11)
    expect(store.getGeneration(parent)?.canvasX).toBe(77)
  })

  it('takes precedence over events that it already includes', () => {
    const store = createBoardStore(projectId)
    const reading = store.startReading()
    store.receive(moved(12, 77))
    readInto(reading, family, 12)
    expect(store.getGeneration(parent)?.canvasX).toBe(10_000)
  })

  it('shows the first cards before the last have arrived', () => {
    const store = createBoardStore(projectId)
    const reading = store.startReading()
    reading.readHeader({
      projectId,
      seq: 1,
      count: 2,
      since: '2026-11-21T10:00:00.000Z',
      models: ['Sketch'],
      sheets: [],
      frames: [],
      notes: [],
      purses: [],
    })
    expect(store.loadState.get()).toBe('loading')
    reading.readCards([[parent, 0, -1, 0, 5, 6, 'a pear', 0, 0, 0, 7, '', -1, 0]])
    expect([store.loadState.get(), store.cards.get(parent)?.x]).toEqual(['loaded', 5])
  })

  it.each(['finish', 'abandon'] as const)('notifies of the cards that were created meanwhile, by %s', (ending) => {
    const store = boardWith(family)
    const added = vi.fn()
    store.onAdd(added)
    const reading = store.startReading()
    const early = card(uuid(40), { projectId })
    const late = card(uuid(41), { projectId })
    store.receive({ name: 'generation-created', data: { ...early, seq: 12, generationId: early.id } })
    store.receive({ name: 'generation-created', data: { ...late, seq: 13, generationId: late.id } })
    store.receive(deleted(14, [early.id]))
    expect(added).not.toHaveBeenCalled()
    reading[ending]()
    expect(added.mock.calls.map(([layout]) => layout.id)).toEqual([late.id])
  })

  it('replaces the previous one only when it is complete', () => {
    const store = boardWith(family)
    const reading = store.startReading()
    reading.readHeader({
      projectId,
      seq: 20,
      count: 0,
      since: '2026-11-21T10:00:00.000Z',
      models: [],
      sheets: [],
      frames: [],
      notes: [],
      purses: [],
    })
    expect(store.size.get()).toBe(3)
    reading.finish()
    expect(store.size.get()).toBe(0)
  })
})

describe('a board in the browser', () => {
  it('returns every card as the server has it', () => {
    const store = boardWith(family)
    expect(family.map(({ id }) => store.getGeneration(id))).toEqual(family)
    expect(store.branchOf(parent)).toEqual([parent, child, leaf])
    expect(store.index.at({ x: 10_950, y: 10_010 })).toEqual([child])
  })

  it('notifies only subscribers of the card that an event changes, and returns the same object until then', () => {
    const store = boardWith(family)
    const first = vi.fn()
    const second = vi.fn()
    store.subscribe(parent, first)
    store.subscribe(child, second)
    const before = store.getGeneration(child)
    store.receive(moved(11, 5))
    expect([first.mock.calls.length, second.mock.calls.length]).toEqual([1, 0])
    expect(store.getGeneration(child)).toBe(before)
  })

  it('notifies the canvas of moves, not of a finished image', async () => {
    const store = boardWith(family)
    const arranged = vi.fn()
    store.onArrange(arranged)
    const data = {
      seq: 11,
      projectId,
      generationId: parent,
      imageId: imageIdOf(parent, 0),
      status: 'completed' as const,
    }
    store.receive({ name: 'image-changed', data })
    store.receive(moved(12, 5))
    store.receive(moved(13, 6, child))
    await expect.poll(() => arranged.mock.calls).toEqual([[new Set([parent, child])]])
  })

  it('requests a read when unknown cards are restored', () => {
    const store = boardWith(family)
    const data = { seq: 11, projectId, generationId: uuid(99), ids: [uuid(99)] }
    expect(store.receive({ name: 'generation-restored', data })).toBe(true)
  })

  it('notifies of a created card, not of a restored one', () => {
    const store = boardWith(family)
    const added = vi.fn()
    store.onAdd(added)
    store.receive(deleted(11, [leaf]))
    store.receive({ ...deleted(12, [leaf]), name: 'generation-restored' } as ProjectEvent)
    const made = card(uuid(40), { projectId })
    store.receive({ name: 'generation-created', data: { ...made, seq: 13, generationId: made.id } })
    expect(added.mock.calls.map(([layout]) => layout.id)).toEqual([made.id])
  })
})

describe('optimistic changes', () => {
  it('are shown at once and survive events from before', () => {
    const store = boardWith(family)
    store.applyOptimistic('batch', [place(500)])
    store.receive(moved(11, 77))
    expect(store.getGeneration(parent)?.canvasX).toBe(500)
    expect(store.cards.get(parent)?.x).toBe(500)
  })

  it("are replaced by the server's result and by everything after", () => {
    const store = boardWith(family)
    store.applyOptimistic('batch', [place(500)])
    store.accept('batch', 12)
    expect(store.cards.get(parent)?.x).toBe(500)
    for (const event of [moved(12, 500), moved(13, 900)]) {
      store.receive(event)
      store.advance(event.data.seq)
    }
    expect(store.cards.get(parent)?.x).toBe(900)
  })

  it('are reverted when the server refuses them, and leave later ones in place', () => {
    const store = boardWith(family)
    store.applyOptimistic('first', [place(500)])
    store.applyOptimistic('second', [{ kind: 'collapse', generationId: parent, isCollapsed: true }])
    store.refuse('first')
    expect(store.cards.get(parent)).toMatchObject({ x: 10_000, isCollapsed: true })
  })

  it('delete a whole branch and restore it before the server has received either', () => {
    const store = boardWith(family)
    store.applyOptimistic('one', [{ kind: 'delete', generationId: child }])
    expect([...store.cards.keys()]).toEqual([parent])
    expect(store.getGeneration(leaf)).toBeUndefined()
    store.applyOptimistic('two', [{ kind: 'restore', generationId: child }])
    expect([...store.cards.keys()].sort()).toEqual([parent, child, leaf].sort())
  })

  it('rate one image and keep the identity of the others', () => {
    const store = boardWith(family)
    const before = store.getGeneration(parent)
    const imageId = imageIdOf(parent, 2)
    store.applyOptimistic('batch', [{ kind: 'feedback', imageId, feedbackType: 'star', isGiven: true }])
    expect(store.facts.hasFeedback(imageId, 'star')).toBe(true)
    expect(store.getGeneration(parent)?.images[2]?.feedback).toEqual(['star'])
    expect(store.getGeneration(parent)?.images[1]).toBe(before?.images[1])
  })
})
