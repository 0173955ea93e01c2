import { describe, expect, it, vi } from 'vitest'
import type { LiveEvent } from '../events/live-event.ts'
import { generationWith } from '../testing/builders.ts'
import { createBoardStore } from './board-store.ts'

const changed = (seq: number, canvasX: number): LiveEvent => ({
  name: 'generation-changed',
  data: { seq, projectId: 'p', generationId: 'g1', canvasX, canvasY: 0 },
})
const imageDone = (seq: number): LiveEvent => ({
  name: 'image-changed',
  data: { seq, projectId: 'p', generationId: 'g1', imageId: 'g1-0', status: 'completed' },
})

function loaded() {
  const store = createBoardStore('p')
  store.finishReading({ items: [generationWith({ id: 'g1' }), generationWith({ id: 'g2' })], seq: 10 })
  return store
}

describe('a board in the browser', () => {
  it('keeps events that arrive while the list is on its way, if the list is older', () => {
    const store = createBoardStore('p')
    store.startReading()
    store.receive(changed(12, 77))
    store.finishReading({ items: [generationWith({ id: 'g1' })], seq: 11 })
    expect(store.getGeneration('g1')?.canvasX).toBe(77)
  })

  it('lets the list win over events that it already reflects', () => {
    const store = createBoardStore('p')
    store.startReading()
    store.receive(changed(12, 77))
    store.finishReading({ items: [generationWith({ id: 'g1', canvasX: 5 })], seq: 12 })
    expect(store.getGeneration('g1')?.canvasX).toBe(5)
  })

  it('tells only the card that an event touches', () => {
    const store = loaded()
    const first = vi.fn()
    const second = vi.fn()
    store.subscribe('g1', first)
    store.subscribe('g2', second)
    store.receive(imageDone(11))
    expect([first.mock.calls.length, second.mock.calls.length]).toEqual([1, 0])
  })

  it('arranges nothing anew for a finished image', () => {
    const store = loaded()
    const before = store.layout.get()
    store.receive(imageDone(11))
    expect(store.layout.get()).toBe(before)
  })

  it('shows a change at once and keeps it through events of before', () => {
    const store = loaded()
    store.change('g1', { canvasX: 500, canvasY: 0 })
    store.receive(changed(11, 77))
    expect(store.getGeneration('g1')?.canvasX).toBe(500)
    expect(store.layout.get().find((card) => card.id === 'g1')?.x).toBe(500)
  })

  it('ends at the server’s answer, and goes back if there is none', () => {
    const store = loaded()
    store.change('g1', { canvasX: 500, canvasY: 0 })(generationWith({ id: 'g1', canvasX: 510 }))
    expect(store.getGeneration('g1')?.canvasX).toBe(510)
    store.change('g1', { canvasX: 900, canvasY: 0 })(null)
    expect(store.getGeneration('g1')?.canvasX).toBe(510)
  })

  it('lets a later change of the same card outlive the answer to an earlier one', () => {
    const store = loaded()
    const settleFirst = store.change('g1', { canvasX: 500, canvasY: 0 })
    store.change('g1', { canvasX: 600, canvasY: 0 })
    settleFirst(generationWith({ id: 'g1', canvasX: 500 }))
    expect(store.getGeneration('g1')?.canvasX).toBe(600)
  })
})
