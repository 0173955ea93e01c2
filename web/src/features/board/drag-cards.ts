import { type RefObject, useEffect, useLayoutEffect } from 'react'
import type { Point, Rect } from '#domain/geometry/rect.ts'
import { avoidOverlapBy } from '#domain/layout/avoid-overlap.ts'
import { cardRect } from '#domain/layout/card.ts'
import { createSpatialIndex } from '#domain/layout/spatial-index.ts'
import { startDrag } from '#web/canvas/start-drag.ts'
import { editBoard } from '#web/data/board/edit-board.ts'
import type { KeyPress } from '#web/ui/keyboard.ts'
import { type BoardSession, useBoardSession } from './board-session.ts'
import { actedOn, selectOnly, toggleSelected } from './selection.ts'
import { boardTexts } from './texts.ts'

/**
 * A press on a card selects it, with Shift it joins or leaves the selection; pressing and moving drags it, with the
 * whole selection if it is part of it. A finger drags only a card that is already selected.
 */
export function useDragCard(id: string) {
  const session = useBoardSession()
  return (press: PointerEvent, element: HTMLElement) => {
    const isOnControl = press.target instanceof Element && press.target.closest('button, a')
    if (press.button !== 0 || isOnControl) return
    const mayDrag = press.pointerType !== 'touch' || session.selection.get().has(id)
    const ids = new Set(actedOn(session, id))
    const onBoard = (offset: { x: number; y: number }) => {
      const { zoom } = session.controller.get()
      return { x: offset.x / zoom, y: offset.y / zoom }
    }
    startDrag(press, element, {
      onPress: () => (press.shiftKey ? toggleSelected(session, id) : selectOnly(session, id)),
      onMove: (offset) => mayDrag && session.dragged.set({ ids, offset: onBoard(offset) }),
      onEnd: (offset) => mayDrag && dropCards(session, ids, onBoard(offset)),
      onCancel: () => session.dragged.set(null),
    })
  }
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
export function useCanvasMarks({ engine, selection, hits, dragged }: BoardSession): void {
  useEffect(() => {
    const mark = () => engine.mark({ selected: selection.get(), hits: hits.get() })
    const lift = () => engine.lift(dragged.get())
    mark()
    lift()
    const stops = [selection.subscribe(mark), hits.subscribe(mark), dragged.subscribe(lift)]
    return () => {
      for (const stop of stops) stop()
    }
  }, [engine, selection, hits, dragged])
}

/** Drops cards, moved by an offset: each nudged so that it overlaps no other, then stored as one step. */
export function dropCards({ board, dragged }: BoardSession, ids: ReadonlySet<string>, offset: Point): void {
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
  dragged.set(null)
  editBoard(board, changes, boardTexts.moved(changes.length))
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
  /** Drops cards, moved by an offset. */
  drop?(ids: ReadonlySet<string>, offset: Point): void
}

/** Arrows move the selection (with Shift by more), or the view where nothing is selected. */
export function startNudging(
  session: BoardSession,
  { page = window, drop: putDown = (ids, offset) => dropCards(session, ids, offset) }: NudgingOptions = {},
) {
  let moved: { readonly ids: ReadonlySet<string>; readonly offset: Point } | null = null
  let timer: ReturnType<typeof setTimeout> | undefined

  /** Ends a row of presses and stores the move. */
  const end = () => {
    clearTimeout(timer)
    if (!moved) return
    const { ids, offset } = moved
    moved = null
    putDown(ids, offset)
  }

  const nudge = (direction: Point, by: number) => {
    const ids = session.selection.get()
    const from = moved?.offset ?? { x: 0, y: 0 }
    moved = { ids, offset: { x: from.x + direction.x * by, y: from.y + direction.y * by } }
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
      if (session.selection.get().size > 0) nudge(direction, shiftKey ? largeStep : step)
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
