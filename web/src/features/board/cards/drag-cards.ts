import { type RefObject, useEffect, useLayoutEffect } from 'react'
import type { BoardChange } from '#domain/board/change.ts'
import { countSelected, noSelection, type SelectionKind } from '#domain/board/selection.ts'
import type { Point, Rect } from '#domain/geometry/rect.ts'
import { avoidOverlapBy } from '#domain/layout/avoid-overlap.ts'
import { cardRect } from '#domain/layout/card.ts'
import { itemsIn, liesIn } from '#domain/layout/frame-content.ts'
import { createSpatialIndex } from '#domain/layout/spatial-index.ts'
import { arrowStep, canvasSteps, type StepLengths } from '#web/canvas/input/arrow-steps.ts'
import { followBoardPress } from '#web/canvas/input/follow-board-press.ts'
import { followPress } from '#web/canvas/input/follow-press.ts'
import { editBoard } from '#web/data/board/edit-board.ts'
import type { KeyPress } from '#web/ui/keyboard.ts'
import { type BoardSession, type Dragged, useBoardSession } from '../board-session.ts'
import { pathToRoots, selectOnly, toggleSelected } from '../selection.ts'
import { boardTexts } from '../texts.ts'

/** Things that are moved together. */
type Moving = Omit<Dragged, 'offset'>

/** These, and everything that lies in the frames among them: it moves with them. */
function withContent({ board }: Pick<BoardSession, 'board'>, { cards, items, rings }: Moving): Moving {
  if (items.size === 0) return { cards, items, rings }
  const { frames, notes } = board.items.get()
  const movedCards = new Set(cards)
  const others = new Set(items)
  for (const itemId of items) {
    const frame = frames.get(itemId)
    if (!frame) continue
    const inside = itemsIn(frame, { frames: frames.values(), notes: notes.values() })
    for (const { id } of [...inside.frames, ...inside.notes]) others.add(id)
    for (const id of cardsIn(board, frame)) movedCards.add(id)
  }
  return { cards: movedCards, items: others, rings }
}

/** The cards that lie in an area. */
export const cardsIn = (board: Pick<BoardSession['board'], 'cards' | 'index'>, area: Rect): string[] =>
  board.index.query(area).filter((id) => {
    const card = board.cards.get(id)
    return card !== undefined && liesIn(area, cardRect(card))
  })

type Pressed = {
  readonly id: string
  readonly kind: SelectionKind
  /** Happens after the press has selected it. */
  onTap?(): void
}

/**
 * Follows a press on a card, frame, note or ring: a tap selects it, with Shift it joins or leaves the selection; a drag moves it, with the
 * whole selection if it is part of it, and with what lies in its frames. A finger drags only what is selected.
 */
export function pressThing(session: BoardSession, press: PointerEvent, element: Element, { id, kind, onTap }: Pressed) {
  if (press.button !== 0) return
  const selection = session.selection.get()
  const isSelected = selection[kind].has(id)
  const tap = () => {
    if (press.shiftKey) toggleSelected(session, id, kind)
    else selectOnly(session, id, kind)
    onTap?.()
  }
  if (press.pointerType === 'touch' && !isSelected) {
    followPress(press, element, { onTap: tap })
    return
  }
  const moving = withContent(session, isSelected ? selection : { ...noSelection, [kind]: new Set([id]) })
  followBoardPress(press, element, session.controller, {
    onTap: tap,
    onMove: (offset) => session.dragged.set({ ...moving, offset }),
    onEnd: (offset) => drop(session, moving, offset),
    onCancel: () => session.dragged.set(null),
  })
}

/** Follows a press on a card, but not on one of its controls. */
export function useDragCard(id: string) {
  const session = useBoardSession()
  return (press: PointerEvent, element: HTMLElement) => {
    const isOnControl = press.target instanceof Element && press.target.closest('button, a')
    if (!isOnControl) pressThing(session, press, element, { id, kind: 'cards' })
  }
}

/** Moves a card's element with the drag it is part of, without rendering it: sixty cards may move at once. */
export function useFollowDrag(id: string, element: RefObject<HTMLElement | null>): void {
  const { dragged } = useBoardSession()
  useLayoutEffect(() => {
    const follow = () => {
      const moved = dragged.get()
      const offset = moved?.cards.has(id) ? moved.offset : null
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
      const moved = dragged.get()
      engine.lift(moved && { ids: moved.cards, offset: moved.offset })
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
 * Drops what was moved by an offset, stored as one step. Each card is nudged so that it overlaps no other; all else lies where it was
 * dropped.
 */
function drop({ board, dragged }: BoardSession, { cards, items, rings }: Moving, offset: Point): void {
  const putDown = createSpatialIndex()
  /** Of the cards that are there, the oldest; else one of those that were just dropped. */
  const collisionAt = (place: Rect): Rect | undefined => {
    const lying = board.index.query(place).flatMap((id) => (cards.has(id) ? [] : (board.cards.get(id) ?? [])))
    const [oldest] = lying.sort((a, b) => a.order - b.order)
    return oldest ? cardRect(oldest) : putDown.get(putDown.query(place)[0] ?? '')
  }
  const changes = [...cards].flatMap((id) => {
    const card = board.cards.get(id)
    if (!card) return []
    const wanted = cardRect({ ...card, x: card.x + offset.x, y: card.y + offset.y })
    const place = avoidOverlapBy(wanted, collisionAt)
    putDown.set(id, { ...wanted, ...place })
    return [{ kind: 'place' as const, generationId: id, canvasX: place.x, canvasY: place.y }]
  })
  const { frames, notes } = board.items.get()
  const areaAt = ({ x, y, width, height }: Rect) => ({ x: x + offset.x, y: y + offset.y, width, height })
  const itemChanges = [...items].flatMap((id): BoardChange[] => {
    const [frame, note] = [frames.get(id), notes.get(id)]
    if (note) return [{ kind: 'place-note', noteId: id, x: note.x + offset.x, y: note.y + offset.y }]
    return frame ? [{ kind: 'place-frame', frameId: id, ...areaAt(frame) }] : []
  })
  const ringChanges = board.purses
    .get()
    .flatMap((ring): BoardChange[] =>
      rings.has(ring.id) ? [{ kind: 'place-purse', purseId: ring.id, ...areaAt(ring) }] : [],
    )
  dragged.set(null)
  const others = [...itemChanges, ...ringChanges]
  const label = changes.length > 0 ? boardTexts.moved(changes.length) : boardTexts.movedItems(others.length)
  editBoard(board, [...changes, ...others], label)
}

/** Without a selection the arrows move the view: screen pixels. */
const panSteps: StepLengths = { step: 80, largeStep: 80 }
/** A row of arrow presses is one move: it ends when no key was pressed for this long. */
const nudgePauseMs = 500

type NudgingOptions = {
  /** The target of `pagehide`, `pointerdown` and `click`. */
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

  const nudge = (by: Point) => {
    const moving = moved ?? withContent(session, session.selection.get())
    const from = moved?.offset ?? { x: 0, y: 0 }
    moved = { ...moving, offset: { x: from.x + by.x, y: from.y + by.y } }
    session.dragged.set(moved)
    clearTimeout(timer)
    timer = setTimeout(end, nudgePauseMs)
  }

  const listening = new AbortController()
  // A click comes without a pointer from assistive technology.
  for (const name of ['pagehide', 'pointerdown', 'click'])
    page.addEventListener(name, end, { signal: listening.signal, capture: true })
  // The next selection is moved from its own place.
  const stopWatching = session.selection.subscribe(end)

  const pan = ({ x, y }: Point) => {
    const camera = session.controller.get()
    session.controller.set({ ...camera, panX: camera.panX - x, panY: camera.panY - y })
  }

  return {
    /** Ends the row before any other key has its effect: a command, as undo, finds the move stored. */
    pressOther(event: KeyPress): false {
      const isArrow = arrowStep(event, canvasSteps) && !event.ctrlKey && !event.metaKey && !event.altKey
      if (!isArrow && event.key !== 'Shift') end()
      return false
    },
    /** Whether the key was an arrow, and had an effect. */
    press(event: KeyPress): boolean {
      const isNudge = countSelected(session.selection.get()) > 0
      const by = arrowStep(event, isNudge ? canvasSteps : panSteps)
      if (!by || event.ctrlKey || event.metaKey || event.altKey) return false
      if (isNudge) nudge(by)
      else pan(by)
      return true
    },
    stop() {
      end()
      stopWatching()
      listening.abort()
    },
  }
}
