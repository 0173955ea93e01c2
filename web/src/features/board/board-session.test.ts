import { describe, expect, it } from 'vitest'
import type { Frame, Note } from '#domain/board/board-item.ts'
import { noSelection } from '#domain/board/selection.ts'
import type { Rect } from '#domain/geometry/rect.ts'
import { createStore } from '#web/data/store.ts'
import { boardItems, createItemState } from './board-session.ts'

const frame = (id: string, side = 900): Frame => ({ id, title: id, x: 0, y: 0, width: side, height: side })
const note: Note = { id: 'note', text: 'warmer light', x: 4_000, y: 0 }

function openItems(frames: readonly Frame[], notes: readonly Note[] = []) {
  const mapOf = <Item extends { readonly id: string }>(items: readonly Item[]) => new Map(items.map((i) => [i.id, i]))
  const board = createStore({ frames: mapOf(frames), notes: mapOf(notes) })
  const state = createItemState()
  const dragged = createStore<{ readonly items: ReadonlySet<string> } | null>(null)
  const purses = createStore<readonly unknown[]>([])
  const selection = createStore(noSelection)
  const items = boardItems({ board, purses, selection, state, dragged })
  const areas: Rect[] = []
  items.onChange((changed) => areas.push(...changed))
  const titles = () => items.get().frames.map(({ title }) => title)
  return { board, purses, selection, state, dragged, items, areas, titles }
}

describe('the frames and notes that are painted', () => {
  it('are those of the board, larger frames below smaller ones, and the selected ones marked', () => {
    const { items, selection, titles } = openItems([frame('small', 300), frame('large')], [note])
    expect(titles()).toEqual(['large', 'small'])
    selection.set({ ...noSelection, items: new Set(['small', 'note']) })
    expect(items.get().frames.map(({ isSelected }) => isSelected)).toEqual([false, true])
    expect(items.get().notes).toEqual([{ text: note.text, x: note.x, y: note.y, isSelected: true }])
  })

  it('exclude those that are dragged or resized, which are elements meanwhile', () => {
    const { dragged, state, titles } = openItems([frame('a'), frame('b')])
    dragged.set({ items: new Set(['a']) })
    expect(titles()).toEqual(['b'])
    dragged.set(null)
    state.resized.set({ id: 'b', rect: frame('b') })
    expect(titles()).toEqual(['a'])
  })

  it('have no title while it is being edited: the field may lie beside it, to be in the window', () => {
    const { items, state, areas, titles } = openItems([frame('a', 300), frame('b')], [note])
    state.edited.set({ kind: 'title', frameId: 'a' })
    expect(titles()).toEqual(['b', ''])
    expect(areas).toHaveLength(2)
    state.edited.set(null)
    expect(titles()).toEqual(['b', 'a'])
    expect(items.get().notes).toHaveLength(1)
  })

  it('are none on a board with purses, whose rings are elements at any zoom', () => {
    const { items, purses, areas, titles } = openItems([frame('a')], [note])
    expect(items.arePainted()).toBe(true)
    purses.set(['a purse'])
    expect([items.arePainted(), titles(), items.get().notes, areas.length]).toEqual([false, [], [], 2])
    purses.set([])
    expect(titles()).toEqual(['a'])
  })

  it('name the areas that look different, and none while what is dragged moves on', () => {
    const { board, dragged, areas } = openItems([frame('a')], [note])
    const moved = { ...note, x: 8_000 }
    board.set({ frames: new Map([['a', frame('a')]]), notes: new Map([['note', moved]]) })
    expect(areas.map(({ x }) => x)).toEqual([note.x - 20, moved.x - 20])
    const items = new Set(['a'])
    dragged.set({ items })
    const before = areas.length
    dragged.set({ items })
    expect(areas).toHaveLength(before)
  })
})
