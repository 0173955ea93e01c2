import type { PointerEvent } from 'react'
import type { PurseShape } from '#contract/programs/purse.ts'
import { type Corner, movedCorner } from '#domain/board/moved-corner.ts'
import { soleSelected } from '#domain/board/selection.ts'
import type { Point, Rect } from '#domain/geometry/rect.ts'
import { minPurse } from '#domain/purses/purse.ts'
import { arrowStep, canvasSteps } from '#web/canvas/input/arrow-steps.ts'
import { followBoardPress } from '#web/canvas/input/follow-board-press.ts'
import { editBoard } from '#web/data/board/edit-board.ts'
import { type BoardSession, useSelect } from '#web/features/board/board-session.ts'
import { announce } from '#web/ui/announce.ts'
import { bindKeys, type KeyPress } from '#web/ui/keyboard.ts'
import { purseTexts } from './texts.ts'

/** The area of a ring as it is shown, also while it is dragged or resized. */
export function useShownArea({ dragged, items }: BoardSession, purse: PurseShape): Rect {
  const offset = useSelect(dragged, (moved) => (moved?.rings.has(purse.id) ? moved.offset : null))
  const resized = useSelect(items.resized, (now) => (now?.id === purse.id ? now.rect : null))
  return resized ?? (offset ? { ...purse, x: purse.x + offset.x, y: purse.y + offset.y } : purse)
}

/** Changes the size of a ring, as one step. */
function putDown({ board, items }: BoardSession, purseId: string, { x, y, width, height }: Rect): void {
  const name = board.purses.get().find(({ id }) => id === purseId)?.name ?? ''
  items.resized.set(null)
  const label = purseTexts.resized(name)
  if (editBoard(board, [{ kind: 'place-purse', purseId, x, y, width, height }], label)) announce(label)
}

/** Follows a drag of a corner of a ring. */
export function pressCorner(session: BoardSession, purse: PurseShape, event: PointerEvent, corner: Corner): void {
  if (event.button !== 0) return
  const { resized } = session.items
  const rectAt = (by: Point) => movedCorner(purse, corner, { by, smallest: minPurse })
  followBoardPress(event.nativeEvent, event.currentTarget, session.controller, {
    onMove: (offset) => resized.set({ id: purse.id, rect: rectAt(offset) }),
    onEnd: (offset) => putDown(session, purse.id, rectAt(offset)),
    onCancel: () => resized.set(null),
  })
}

/** A row of arrow presses is one step: it ends when no key was pressed for this long. */
const rowMs = 500

/** Alt and the arrows move the lower right corner of the selected ring, with Shift by more. Returns the stop. */
export function startRingKeys(session: BoardSession): () => void {
  const { resized } = session.items
  let timer: ReturnType<typeof setTimeout> | undefined
  let byKeys: string | null = null
  const end = () => {
    clearTimeout(timer)
    const row = resized.get()
    if (row && row.id === byKeys) putDown(session, row.id, row.rect)
    byKeys = null
  }
  const press = (event: KeyPress): boolean => {
    const purseId = soleSelected(session.selection.get(), 'rings')
    const purse = session.board.purses.get().find(({ id }) => id === purseId)
    const by = arrowStep(event, canvasSteps)
    if (!purse || !by || !event.altKey || event.ctrlKey || event.metaKey) return false
    const from = resized.get()?.rect ?? purse
    byKeys = purse.id
    resized.set({ id: purse.id, rect: movedCorner(from, { x: 1, y: 1 }, { by, smallest: minPurse }) })
    clearTimeout(timer)
    timer = setTimeout(end, rowMs)
    return true
  }
  /** Ends the row before any other key has its effect: a command, as undo, finds the size stored. */
  const pressOther = (event: KeyPress): false => {
    const isOfRow = arrowStep(event, canvasSteps) && event.altKey && !event.ctrlKey && !event.metaKey
    if (!isOfRow && event.key !== 'Shift' && event.key !== 'Alt') end()
    return false
  }
  const listening = new AbortController()
  // A click comes without a pointer from assistive technology.
  for (const name of ['pagehide', 'pointerdown', 'click'])
    addEventListener(name, end, { signal: listening.signal, capture: true })
  const stops = [
    bindKeys({ layer: 'drag', press: pressOther }),
    bindKeys({ layer: 'page', press }),
    session.selection.subscribe(end),
  ]
  return () => {
    end()
    listening.abort()
    for (const stop of stops) stop()
  }
}
