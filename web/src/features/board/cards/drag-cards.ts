import { type RefObject, useEffect, useLayoutEffect } from 'react'
import type { BoardChange } from '#domain/board/change.ts'
import type { Point, Rect } from '#domain/geometry/rect.ts'
import { avoidOverlapBy } from '#domain/layout/avoid-overlap.ts'
import { cardRect } from '#domain/layout/card.ts'
import { itemsIn, liesIn } from '#domain/layout/frame-content.ts'
import { createSpatialIndex } from '#domain/layout/spatial-index.ts'
import { followBoardPress } from '#web/canvas/input/follow-board-press.ts'
import { followPress } from '#web/canvas/input/follow-press.ts'
import { editBoard } from '#web/data/board/edit-board.ts'
import type { KeyPress } from '#web/ui/keyboard.ts'
import { type BoardSession, type Dragged, useBoardSession } from '../board-session.ts'
import { actedOn, pathToRoots, selectOnly, toggleSelected } from '../selection.ts'
import { boardTexts } from '../texts.ts'

/**
 * A press on a card selects it, with Shift it joins or leaves the selection; pressing and moving drags it, with the
 * whole selection if it is part of it. A finger drags only a card that is already selected.
 */
export function useDragCard(id: string) {
  const session = useBoardSession()
  return (press: PointerEvent, element: HTMLElement) => {
    const isOnControl = press.target instanceof Element && press.target.closest('button, a')
    if (press.button !== 0 || isOnControl) return
    const mayDrag = press.pointerType !== 'touch' || session.selection.get().cards.has(id)
    const isSelected = session.selection.get().cards.has(id)
    const moving = withContent(session, {
      ids: new Set(actedOn(session, id)),
      items: isSelected ? session.selection.get().items : new Set(),
    })
    followDrag(session, press, element, {
      moving: mayDrag ? moving : null,
      onPress: () => (press.shiftKey ? toggleSelected(session, id) : selectOnly(session, id)),
    })
  }
}

/** Cards, frames and notes that move together. */
export type Moving = Omit<Dragged, 'offset'>

/** These, and everything that lies in the frames among them: it moves with them. */
export function withContent({ board }: Pick<BoardSession, 'board'>, { ids, items }: Moving): Moving {
  if (items.size === 0) return { ids, items }
  const { frames, notes } = board.items.get()
  const cards = new Set(ids)
  const others = new Set(items)
  for (const itemId of items) {
    const frame = frames.get(itemId)
    if (!frame) continue
    const inside = itemsIn(frame, { frames: frames.values(), notes: notes.values() })
    for (const { id } of [...inside.frames, ...inside.notes]) others.add(id)
    for (const id of cardsIn(board, frame)) cards.add(id)
  }
  return { ids: cards, items: others }
}

/** The cards that lie in an area. */
export const cardsIn = (board: Pick<BoardSession['board'], 'cards' | 'index'>, area: Rect): string[] =>
  board.index.query(area).filter((id) => {
    const card = board.cards.get(id)
    return card !== undefined && liesIn(area, cardRect(card))
  })

type DragOptions = {
  /** Null: it can't be moved, and is only pressed. */
  readonly moving: Moving | null
  onPress(): void
}

/** Follows a press from its start: a drag moves these, and anything else is a press. */
export function followDrag(
  session: BoardSession,
  press: PointerEvent,
  element: HTMLElement,
  { moving, onPress }: DragOptions,
): void {
  if (!moving) {
    followPress(press, element, { onTap: onPress })
    return
  }
  followBoardPress(press, element, session.controller, {
    onTap: onPress,
    onMove: (offset) => session.dragged.set({ ...moving, offset }),
    onEnd: (offset) => drop(session, moving, offset),
    onCancel: () => session.dragged.set(null),
  })
}

/** Moves a card's element with the drag it is part of, without rendering it: sixty cards may move at once. */
export function useFollowDrag(id: string, element: RefObject<HTMLElement | null>): void {
  const { dragged } = useBoardSession()
  useLayoutEffect(() => {
    const follow = () => {
      const moved = dragged.get()
      const offset = moved?.ids.has(id) ? moved.offset : null
      if (element.current) element.current.style.translate = offset ? `${offset.x}px ${offset.y}px` : ''
    }
    follow()
    return dragged.subscribe(follow)
  }, [dragged, id, element])
}

/** Passes the selected, found and dragged cards to the engine, which marks them at every zoom. */
export function useCanvasMarks({ board, engine, selection, hits, dragged, items }: BoardSession): void {
  useEffect(() => {
    const mark = () => {
      const selected = selection.get().cards
      engine.mark({ selected, hits: hits.get(), path: pathToRoots(board.cards, selected) })
    }
    const moveItems = () => {
      const isMoving = (dragged.get()?.items.size ?? 0) > 0 || items.resized.get() !== null
      engine.moveItems(isMoving ? 'moving' : 'resting')
    }
    const lift = () => {
      engine.lift(dragged.get())
      moveItems()
    }
    mark()
    lift()
    const stops = [
      selection.subscribe(mark),
      hits.subscribe(mark),
      dragged.subscribe(lift),
      items.resized.subscribe(moveItems),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }, [board, engine, selection, hits, dragged, items])
}

/**
 * Drops what was moved by an offset, stored as one step. Each card is nudged so that it overlaps no other; frames and
 * notes lie where they were dropped.
 */
function drop({ board, dragged }: BoardSession, { ids, items }: Moving, offset: Point): void {
  const putDown = createSpatialIndex()
  /** Of the cards that are there, the oldest; else one of those that were just dropped. */
  const collisionAt = (place: Rect): Rect | undefined => {
    const lying = board.index.query(place).flatMap((id) => (ids.has(id) ? [] : (board.cards.get(id) ?? [])))
    const [oldest] = lying.sort((a, b) => a.order - b.order)
    return oldest ? cardRect(oldest) : putDown.get(putDown.query(place)[0] ?? '')
  }
  const changes = [...ids].flatMap((id) => {
    const card = board.cards.get(id)
    if (!card) return []
    const wanted = cardRect({ ...card, x: card.x + offset.x, y: card.y + offset.y })
    const place = avoidOverlapBy(wanted, collisionAt)
    putDown.set(id, { ...wanted, ...place })
    return [{ kind: 'place' as const, generationId: id, canvasX: place.x, canvasY: place.y }]
  })
  const { frames, notes } = board.items.get()
  const itemChanges = [...items].flatMap((id): BoardChange[] => {
    const [frame, note] = [frames.get(id), notes.get(id)]
    if (note) return [{ kind: 'place-note', noteId: id, x: note.x + offset.x, y: note.y + offset.y }]
    if (!frame) return []
    const { width, height } = frame
    return [{ kind: 'place-frame', frameId: id, x: frame.x + offset.x, y: frame.y + offset.y, width, height }]
  })
  dragged.set(null)
  const label = changes.length > 0 ? boardTexts.moved(changes.length) : boardTexts.movedItems(itemChanges.length)
  editBoard(board, [...changes, ...itemChanges], label)
}

/** Canvas pixels. */
const step = 10
const largeStep = 100
/** Without a selection the arrows move the view: screen pixels. */
const panStep = 80
/** A row of arrow presses is one move: it ends when no key was pressed for this long. */
const nudgePauseMs = 500

const arrows: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
}

type NudgingOptions = {
  /** The target of `pagehide` and `pointerdown`. */
  readonly page?: EventTarget
  /** Drops what was moved by an offset. */
  drop?(moving: Moving, offset: Point): void
}

/** Arrows move the selection with what lies in its frames (with Shift by more), or the view where nothing is selected. */
export function startNudging(
  session: BoardSession,
  { page = window, drop: putDown = (moving, offset) => drop(session, moving, offset) }: NudgingOptions = {},
) {
  let moved: Dragged | null = null
  let timer: ReturnType<typeof setTimeout> | undefined

  /** Ends a row of presses and stores the move. */
  const end = () => {
    clearTimeout(timer)
    if (!moved) return
    const { offset, ...moving } = moved
    moved = null
    putDown(moving, offset)
  }

  const nudge = (direction: Point, by: number) => {
    const { ids, items } =
      moved ?? withContent(session, { ids: session.selection.get().cards, items: session.selection.get().items })
    const from = moved?.offset ?? { x: 0, y: 0 }
    moved = { ids, items, offset: { x: from.x + direction.x * by, y: from.y + direction.y * by } }
    session.dragged.set(moved)
    clearTimeout(timer)
    timer = setTimeout(end, nudgePauseMs)
  }

  const listening = new AbortController()
  for (const name of ['pagehide', 'pointerdown'])
    page.addEventListener(name, end, { signal: listening.signal, capture: true })
  // What is selected next is moved from its own place.
  const stopWatching = session.selection.subscribe(end)

  const pan = (direction: Point) => {
    const camera = session.controller.get()
    const panX = camera.panX - direction.x * panStep
    session.controller.set({ ...camera, panX, panY: camera.panY - direction.y * panStep })
  }

  return {
    /** Whether the key was an arrow, and had an effect. */
    press({ key, shiftKey, ctrlKey, metaKey, altKey }: KeyPress): boolean {
      const direction = arrows[key]
      if (!direction || ctrlKey || metaKey || altKey) return false
      const { cards, items } = session.selection.get()
      if (cards.size + items.size > 0) nudge(direction, shiftKey ? largeStep : step)
      else pan(direction)
      return true
    },
    stop() {
      end()
      stopWatching()
      listening.abort()
    },
  }
}
