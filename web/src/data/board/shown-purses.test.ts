import { describe, expect, it } from 'vitest'
import { uuid } from '#contract/testing/builders.ts'
import type { ProjectEvent } from '../live/event-stream.ts'
import { readInto } from '../testing/boards.ts'
import { createBoardStore } from './board-store.ts'

const projectId = uuid(1)
const purseId = uuid(800)
const { id: _id, ...fields } = {
  id: purseId,
  name: 'Agent',
  x: 0,
  y: 0,
  width: 1_000,
  height: 800,
  most: 5_000,
  spent: 0,
  state: 'open' as const,
  missing: null,
  token: null,
  createdAt: '2026-11-24T10:00:00.000Z',
}
const purse = { id: purseId, projectId, ...fields }
const other = { ...purse, id: uuid(801), createdAt: '2026-11-25T10:00:00.000Z' }
const changed = (seq: number, now: typeof fields | null): ProjectEvent => ({
  name: 'purse-changed',
  data: { seq, projectId, purseId, purse: now },
})

function open() {
  const store = createBoardStore(projectId)
  readInto(store.startReading(), [], 5, { frames: [], notes: [], purses: [purse, other] })
  return store
}
const area = { x: 10, y: 20, width: 2_000, height: 900 }

describe('the purses of a board', () => {
  it('are shown as changed at once, and as the server has them where that was refused', () => {
    const store = open()
    store.applyOptimistic('a', [
      { kind: 'place-purse', purseId, ...area },
      { kind: 'name-purse', purseId, name: 'Orchard' },
    ])
    expect(store.purses.get()).toEqual([{ ...purse, ...area, name: 'Orchard' }, other])
    store.refuse('a')
    expect(store.purses.get()).toEqual([purse, other])
  })

  it('come back at once, in their place, when a removal that the server has is undone', () => {
    const store = open()
    store.applyOptimistic('a', [{ kind: 'remove-purse', purseId }])
    expect(store.purses.get()).toEqual([other])
    store.receive(changed(6, null))
    store.accept('a', 6)
    store.applyOptimistic('b', [{ kind: 'restore-purse', purseId }])
    expect(store.purses.get()).toEqual([purse, other])
    store.receive(changed(7, fields))
    store.accept('b', 7)
    expect(store.purses.get()).toEqual([purse, other])
  })

  it('are the same list while nothing of them changes', () => {
    const store = open()
    const before = store.purses.get()
    store.applyOptimistic('a', [{ kind: 'rename', title: 'Walled garden' }])
    expect(store.purses.get()).toBe(before)
  })
})
