import {
  type Frame,
  type FrameFields,
  maxFrames,
  maxNotes,
  type Note,
  shortestFrameSide,
} from '#domain/board/board-item.ts'
import type { BoardChange } from '#domain/board/change.ts'
import { movedCorner } from '#domain/board/moved-corner.ts'
import { overlaps, type Point, type Rect } from '#domain/geometry/rect.ts'
import { avoidOverlap } from '#domain/layout/avoid-overlap.ts'
import { cardRect } from '#domain/layout/card.ts'
import { frameAround, itemsIn, newFrameSize, noteHeight, noteRect, noteWidth } from '#domain/layout/frame-content.ts'
import { noteSpace, takenSpace } from '#domain/layout/taken-space.ts'
import { freeView } from '#web/canvas/free-view.ts'
import { editBoard } from '#web/data/board/edit-board.ts'
import type { BoardSession } from '#web/features/board/board-session.ts'
import { cardsIn } from '#web/features/board/cards/drag-cards.ts'
import { itemRemovals } from '#web/features/board/cards/edit-cards.ts'
import { showPlace } from '#web/features/board/cards/new-cards.ts'
import { selectNone, selectOnly, selectThese } from '#web/features/board/selection.ts'
import { announce } from '#web/ui/announce.ts'
import { showToast } from '#web/ui/toast.ts'
import { frameTexts } from './texts.ts'

/** Whether there is room for so many more; shows why not. */
function hasRoom({ board }: BoardSession, what: 'frames' | 'notes', more: number): boolean {
  const most = what === 'frames' ? maxFrames : maxNotes
  if (board.items.get()[what].size + more <= most) return true
  showToast({ kind: 'error', title: frameTexts.error, description: frameTexts.full(what, most) })
  return false
}

/** The selected frames and notes. */
export function selectedItems({ board, selection }: BoardSession): { frames: Frame[]; notes: Note[] } {
  const { frames, notes } = board.items.get()
  const ids = [...selection.get().items]
  return { frames: ids.flatMap((id) => frames.get(id) ?? []), notes: ids.flatMap((id) => notes.get(id) ?? []) }
}

/** The only selected frame; null where something else is selected, or more. */
export function soleFrame(session: BoardSession): Frame | null {
  const { frames, notes } = selectedItems(session)
  return frames.length === 1 && notes.length === 0 ? (frames[0] ?? null) : null
}

/** The first 'Frame 1', 'Frame 2' … that no frame has. */
function freeTitle({ board }: BoardSession): string {
  const taken = new Set(Array.from(board.items.get().frames.values(), ({ title }) => title))
  let number = taken.size + 1
  while (taken.has(frameTexts.newTitle(number))) number += 1
  return frameTexts.newTitle(number)
}

/** Puts a frame on the board, and asks for its title. */
export function addFrame(session: BoardSession, { x, y, width, height }: Rect): void {
  if (!hasRoom(session, 'frames', 1)) return
  const frameId = crypto.randomUUID()
  const sides = { width: Math.max(shortestFrameSide, width), height: Math.max(shortestFrameSide, height) }
  const title = freeTitle(session)
  editBoard(session.board, [{ kind: 'put-frame', frameId, title, x, y, ...sides }], frameTexts.created.frame)
  selectOnly(session, frameId, 'items')
  session.items.edited.set({ kind: 'title', frameId })
}

/** A rectangle of a size in the middle of what is seen of the board. */
export function inMiddle({ controller }: Pick<BoardSession, 'controller'>, size: Pick<Rect, 'width' | 'height'>): Rect {
  const view = freeView(controller)
  return { x: view.x + (view.width - size.width) / 2, y: view.y + (view.height - size.height) / 2, ...size }
}

/** Puts a frame of two cards into the middle of the view. */
export const addFrameInMiddle = (session: BoardSession) => addFrame(session, inMiddle(session, newFrameSize))

/** Puts a frame around the selected cards and notes. */
export function frameSelection(session: BoardSession): void {
  const { board, selection } = session
  const { frames, notes } = selectedItems(session)
  const cards = [...selection.get().cards].flatMap((id) => board.cards.get(id) ?? [])
  const area = frameAround([...cards.map(cardRect), ...frames, ...notes.map(noteSpace)])
  if (area) addFrame(session, area)
}

/** Opens a new note at a place, its middle there; it is on the board as soon as it has words. */
export function openNote(session: BoardSession, at: Point): void {
  if (!hasRoom(session, 'notes', 1)) return
  selectNone(session)
  const place = { x: Math.round(at.x - noteWidth / 2), y: Math.round(at.y - noteHeight / 2) }
  session.items.edited.set({ kind: 'new-note', place })
}

/** Opens a new note in the middle of the view. */
export function openNoteInMiddle(session: BoardSession): void {
  const { x, y } = inMiddle(session, { width: 0, height: 0 })
  openNote(session, { x, y })
}

/** Writes a new note; none without words. */
export function addNote(session: BoardSession, place: Point, text: string): void {
  const words = text.trim()
  if (words === '') return
  const noteId = crypto.randomUUID()
  editBoard(session.board, [{ kind: 'put-note', noteId, text: words, ...place }], frameTexts.created.note)
  selectOnly(session, noteId, 'items')
}

/** Kept free between a card and a note about it, in canvas pixels. */
const noteGap = 40

/** Puts a note at a free side of a card: right, left, below, above, else further away. Returns whether the board had room for it. */
export function addNoteBeside(session: BoardSession, cardId: string, text: string): boolean {
  const { board } = session
  const card = board.cards.get(cardId)
  if (!card || !hasRoom(session, 'notes', 1)) return false
  const { x, y, width, height } = cardRect(card)
  const note = noteSpace({ x, y, text })
  const taken = takenSpace(board.cards.values(), board.items.get().notes.values())
  const right = { ...note, x: x + width + noteGap }
  const sides = [
    right,
    { ...note, x: x - note.width - noteGap },
    { ...note, y: y + height + noteGap },
    { ...note, y: y - note.height - noteGap },
  ]
  const free = sides.find((side) => !taken.some((rect) => overlaps(side, rect)))
  const place = free ?? avoidOverlap(right, taken)
  addNote(session, { x: place.x, y: place.y }, text)
  showPlace(session, place)
  return true
}

/** Changes the words of a note; without any left it is removed. A note that was deleted meanwhile is put back with them. */
export function writeNote(session: BoardSession, note: Note, text: string): void {
  const words = text.trim()
  if (!session.board.facts.note(note.id)) {
    if (words !== '') showToast({ kind: 'info', ...frameTexts.putBack.note })
    addNote(session, { x: note.x, y: note.y }, words)
  } else if (words === '') removeItems(session, new Set([note.id]))
  else editBoard(session.board, [{ kind: 'write-note', noteId: note.id, text: words }], frameTexts.changed.note)
}

/** Changes the title of a frame; an empty one is ignored. A frame that was deleted meanwhile is put back with it. */
export function titleFrame({ board }: BoardSession, frame: Frame, title: string): void {
  const words = title.trim()
  if (words === '') return
  const { id: frameId, x, y, width, height } = frame
  if (board.facts.frame(frameId)) {
    editBoard(board, [{ kind: 'title-frame', frameId, title: words }], frameTexts.changed.title)
    return
  }
  const again = { frameId: crypto.randomUUID(), title: words, x, y, width, height }
  editBoard(board, [{ kind: 'put-frame', ...again }], frameTexts.created.frame)
  showToast({ kind: 'info', ...frameTexts.putBack.frame })
}

/** Changes the place and size of a frame; what lies in it stays. */
export function resizeFrame(
  { board }: BoardSession,
  frameId: string,
  { x, y, width, height }: Rect,
  label: string,
): void {
  editBoard(board, [{ kind: 'place-frame', frameId, x, y, width, height }], label)
}

/** Makes the lower right corner of each selected frame go this far, in canvas pixels. */
export function growFrames(session: BoardSession, by: Point): void {
  const smallest = { width: shortestFrameSide, height: shortestFrameSide }
  const changes = selectedItems(session).frames.map(
    (frame): BoardChange => ({
      kind: 'place-frame',
      frameId: frame.id,
      ...movedCorner(frame, { x: 1, y: 1 }, { by, smallest }),
    }),
  )
  editBoard(session.board, changes, frameTexts.changed.size)
}

/** The contents of a frame, as rectangles. */
function contentRects({ board }: BoardSession, frame: Frame): Rect[] {
  const { frames, notes } = board.items.get()
  const inside = itemsIn(frame, { frames: frames.values(), notes: notes.values() })
  const cards = cardsIn(board, frame).flatMap((id) => board.cards.get(id) ?? [])
  return [...cards.map(cardRect), ...inside.frames, ...inside.notes.map(noteSpace)]
}

/** Fits frames to what lies in them. */
export function fitFrames(session: BoardSession, frames: readonly Frame[]): void {
  const changes = frames.flatMap((frame): BoardChange[] => {
    const area = frameAround(contentRects(session, frame))
    return area ? [{ kind: 'place-frame', frameId: frame.id, ...area }] : []
  })
  if (changes.length === 0) announce(frameTexts.nothingToFit)
  else editBoard(session.board, changes, frameTexts.changed.fit)
}

/** Kept free beside a duplicate, in canvas pixels. */
const besideBy = 60

/**
 * Copies frames and notes, to the right of the originals: a frame with its notes and smaller frames. Cards are not
 * copied: a card is the record of how pictures were made, once.
 */
export function duplicateItems(session: BoardSession): void {
  const { board } = session
  const chosen = selectedItems(session)
  const all = board.items.get()
  const copied = { frames: new Set(chosen.frames), notes: new Set(chosen.notes) }
  for (const frame of chosen.frames) {
    const inside = itemsIn(frame, { frames: all.frames.values(), notes: all.notes.values() })
    for (const each of inside.frames) copied.frames.add(each)
    for (const each of inside.notes) copied.notes.add(each)
  }
  if (!hasRoom(session, 'frames', copied.frames.size) || !hasRoom(session, 'notes', copied.notes.size)) return
  const widths = [...copied.frames, ...Array.from(copied.notes, noteRect)].map(({ width }) => width)
  const by = Math.max(0, ...widths) + besideBy
  const ids = new Set<string>()
  const newId = () => {
    const id = crypto.randomUUID()
    ids.add(id)
    return id
  }
  const frameOf = ({ title, x, y, width, height }: Frame): FrameFields => ({ title, x: x + by, y, width, height })
  const changes: BoardChange[] = [
    ...Array.from(copied.frames, (frame) => ({ kind: 'put-frame' as const, frameId: newId(), ...frameOf(frame) })),
    ...Array.from(copied.notes, ({ text, x, y }) => ({
      kind: 'put-note' as const,
      noteId: newId(),
      text,
      x: x + by,
      y,
    })),
  ]
  editBoard(board, changes, frameTexts.duplicated(changes.length))
  selectThese(session, { items: ids })
}

/** Removes frames and notes; what lies in a frame stays. */
export function removeItems({ board }: BoardSession, ids: ReadonlySet<string>): void {
  const changes = itemRemovals(board, ids)
  editBoard(board, changes, frameTexts.removed(changes.length))
  announce(frameTexts.removed(changes.length))
}
