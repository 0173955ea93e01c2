import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { noSelection, type Selection } from '#domain/board/selection.ts'
import { createStore } from '#web/data/store.ts'
import type { BoardSession, Dragged } from '../board-session.ts'
import { createItemState } from '../board-session.ts'
import { startNudging } from './drag-cards.ts'

const arrow = (key: string, over: Partial<KeyboardEvent> = {}) =>
  ({ key, shiftKey: false, ctrlKey: false, metaKey: false, altKey: false, ...over }) as KeyboardEvent

function nudging() {
  const selection = createStore<Selection>({ ...noSelection, cards: new Set(['a']) })
  const dragged = createStore<Dragged | null>(null)
  const put: (readonly [ids: string[], x: number, y: number])[] = []
  const board = { items: createStore({ frames: new Map(), notes: new Map() }) }
  const session = { selection, dragged, board, items: createItemState() } as unknown as BoardSession
  const page = new EventTarget()
  const { press, pressOther, stop } = startNudging(session, {
    page,
    drop: ({ cards }, { x, y }) => {
      put.push([[...cards], x, y])
      dragged.set(null)
    },
  })
  return { selection, dragged, put, page, press, pressOther, stop }
}

describe('moving cards with arrow keys', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('combines a row of presses into one move', () => {
    const { put, press } = nudging()
    press(arrow('ArrowRight'))
    press(arrow('ArrowRight'))
    press(arrow('ArrowDown', { shiftKey: true }))
    expect(put).toEqual([])
    vi.runAllTimers()
    expect(put).toEqual([[['a'], 20, 100]])
  })

  it('ends the move before another card is selected, which starts at its own place', () => {
    const { selection, dragged, put, press } = nudging()
    press(arrow('ArrowRight'))
    selection.set({ ...noSelection, cards: new Set(['b']) })
    expect(put).toEqual([[['a'], 10, 0]])
    press(arrow('ArrowDown'))
    expect(dragged.get()).toEqual({ ...noSelection, cards: new Set(['b']), offset: { x: 0, y: 10 } })
    vi.runAllTimers()
    expect(put).toEqual([
      [['a'], 10, 0],
      [['b'], 0, 10],
    ])
  })

  it('ends the move before another key has its effect, but not by Shift or at an arrow', () => {
    const { put, press, pressOther } = nudging()
    const typed = (key: string, over: Partial<KeyboardEvent> = {}) => pressOther(arrow(key, over))
    press(arrow('ArrowRight'))
    expect([typed('Shift'), typed('ArrowRight', { shiftKey: true }), put]).toEqual([false, false, []])
    expect([typed('z', { ctrlKey: true }), put]).toEqual([false, [[['a'], 10, 0]]])
  })

  it('ends the move when the canvas or the page is left, or a pointer is pressed', () => {
    const left = nudging()
    left.press(arrow('ArrowRight'))
    left.stop()
    expect(left.put).toEqual([[['a'], 10, 0]])
    for (const name of ['pagehide', 'pointerdown', 'click']) {
      const { page, press, put } = nudging()
      press(arrow('ArrowLeft'))
      page.dispatchEvent(new Event(name))
      expect(put).toEqual([[['a'], -10, 0]])
      vi.runAllTimers()
      expect(put).toHaveLength(1)
    }
  })
})
