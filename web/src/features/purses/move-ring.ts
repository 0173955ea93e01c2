import type { PointerEvent as ReactPointerEvent } from 'react'
import type { PurseShape } from '#contract/purse.ts'
import { soleSelected } from '#domain/board/selection.ts'
import type { Point, Rect } from '#domain/geometry/rect.ts'
import { type Corner, movedCorner } from '#domain/purses/purse.ts'
import { followBoardPress } from '#web/canvas/input/follow-board-press.ts'
import { followPress } from '#web/canvas/input/follow-press.ts'
import { moveRing } from '#web/data/board/edit-board.ts'
import { errorMessage } from '#web/data/http/api-error.ts'
import { pendingAreas } from '#web/data/purses.ts'
import { createStore, type Store, useStore } from '#web/data/store.ts'
import { type BoardSession, useSelect } from '#web/features/board/board-session.ts'
import { selectOnly } from '#web/features/board/selection.ts'
import { announce } from '#web/ui/announce.ts'
import { bindKeys, type KeyPress } from '#web/ui/keyboard.ts'
import { showToast } from '#web/ui/toast.ts'
import { purseTexts } from './texts.ts'

type Moved = { readonly purseId: string; readonly area: Rect }

const stores = new WeakMap<BoardSession, Store<Moved | null>>()

/** The ring of an open canvas that is being dragged or moved by keys, and its area meanwhile. */
function movedRing(session: BoardSession): Store<Moved | null> {
  const known = stores.get(session)
  const store = known ?? createStore<Moved | null>(null)
  if (!known) stores.set(session, store)
  return store
}

/** The area of a ring as it is shown: while it is dragged, and until the board has it. */
export function useShownArea(session: BoardSession, purse: PurseShape): Rect {
  const moved = useSelect(movedRing(session), (now) => (now?.purseId === purse.id ? now.area : null))
  const pending = useStore(pendingAreas(session.board)).get(purse.id)
  return moved ?? pending ?? purse
}

const areaOf = ({ board }: BoardSession, purseId: string): Rect | null => {
  const purse = pendingAreas(board).get().get(purseId) ?? board.purses.get().find(({ id }) => id === purseId)
  return purse ? { x: purse.x, y: purse.y, width: purse.width, height: purse.height } : null
}

/** Puts a ring down where it is shown, as one step. */
async function putDown(session: BoardSession, purseId: string, { x, y, width, height }: Rect): Promise<void> {
  const from = areaOf(session, purseId)
  const to = { x: Math.round(x), y: Math.round(y), width: Math.round(width), height: Math.round(height) }
  const name = session.board.purses.get().find(({ id }) => id === purseId)?.name ?? ''
  movedRing(session).set(null)
  if (!from || (Object.keys(to) as (keyof Rect)[]).every((key) => from[key] === to[key])) return
  const isMoved = from.width === to.width && from.height === to.height
  const label = isMoved ? purseTexts.moved(name) : purseTexts.resized(name)
  announce(label)
  try {
    await moveRing(session.board, { purseId, from, to }, label)
  } catch (problem) {
    const description = errorMessage(problem, purseTexts.tryLater)
    showToast({ kind: 'error', title: purseTexts.changeFailed, description })
  }
}

type RingDrag = {
  /** What is dragged: a corner, or the whole ring. */
  readonly by: Corner | 'ring'
  onPress(): void
}

/** Follows a press on a ring: a drag moves it or a corner of it, anything else is a press. A finger drags a selected one alone. */
export function pressRing(
  session: BoardSession,
  purseId: string,
  event: ReactPointerEvent<Element>,
  { by, onPress }: RingDrag,
): void {
  const press = event.nativeEvent
  const area = areaOf(session, purseId)
  if (press.button !== 0 || !area) return
  const moved = movedRing(session)
  const mayDrag = press.pointerType !== 'touch' || session.selection.get().rings.has(purseId)
  if (!mayDrag) {
    followPress(press, event.currentTarget, { onTap: onPress })
    return
  }
  const areaAt = (offset: Point): Rect =>
    by === 'ring' ? { ...area, x: area.x + offset.x, y: area.y + offset.y } : movedCorner(area, by, offset)
  followBoardPress(press, event.currentTarget, session.controller, {
    onTap: onPress,
    onMove(offset) {
      selectOnly(session, purseId, 'rings')
      moved.set({ purseId, area: areaAt(offset) })
    },
    onEnd: (offset) => void putDown(session, purseId, areaAt(offset)),
    onCancel: () => moved.set(null),
  })
}

/** Canvas pixels, as of frames. */
const step = 10
const largeStep = 100
/** A row of arrow presses is one move: it ends when no key was pressed for this long. */
const rowMs = 500
const arrows: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
}

/** Bars beside the canvas have arrow keys of their own. */
const isOnCanvas = ({ target }: KeyPress): boolean =>
  target === document.body || (target instanceof Element && target.closest('.canvas') !== null)

/** The ring whose label has the focus. */
const focusedRing = ({ target }: KeyPress): string | null =>
  target instanceof Element
    ? (target.closest('.purse-name')?.closest<HTMLElement>('[data-ring]')?.dataset.ring ?? null)
    : null

/**
 * Arrows move the selected ring, or the one whose label has the focus, with Shift by more; with Alt they move its lower right corner.
 * Returns the stop.
 */
export function startRingKeys(session: BoardSession): () => void {
  const moved = movedRing(session)
  let timer: ReturnType<typeof setTimeout> | undefined
  let isByKeys = false
  const end = () => {
    clearTimeout(timer)
    const row = moved.get()
    if (isByKeys && row) void putDown(session, row.purseId, row.area)
    isByKeys = false
  }
  const press = (event: KeyPress): boolean => {
    const { key, shiftKey, altKey, ctrlKey, metaKey } = event
    const purseId = focusedRing(event) ?? soleSelected(session.selection.get(), 'rings')
    const area = purseId === null ? null : (moved.get()?.area ?? areaOf(session, purseId))
    if (purseId === null || !area || !isOnCanvas(event)) return false
    const way = arrows[key]
    if (!way || ctrlKey || metaKey) return false
    selectOnly(session, purseId, 'rings')
    const length = shiftKey ? largeStep : step
    const by = { x: way.x * length, y: way.y * length }
    isByKeys = true
    moved.set({
      purseId,
      area: altKey ? movedCorner(area, { x: 1, y: 1 }, by) : { ...area, x: area.x + by.x, y: area.y + by.y },
    })
    clearTimeout(timer)
    timer = setTimeout(end, rowMs)
    return true
  }
  const listening = new AbortController()
  const options = { signal: listening.signal, capture: true }
  addEventListener('pagehide', end, options)
  addEventListener('pointerdown', end, options)
  const stops = [
    // Before the keys of the page, whose arrows move the view.
    bindKeys({ layer: 'panel', reach: 'page', press }),
    session.selection.subscribe(end),
  ]
  return () => {
    end()
    listening.abort()
    for (const stop of stops) stop()
  }
}
