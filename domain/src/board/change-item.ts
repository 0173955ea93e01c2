import { type FrameFields, isSameFrame, isSameNote, type NoteFields } from './board-item.ts'
import type { ItemChange } from './change.ts'

type FrameChange = Extract<ItemChange, { frameId: string }>
type NoteChange = Extract<ItemChange, { noteId: string }>

/** A change of a frame rather than of a note. */
export const isFrameChange = (change: ItemChange): change is FrameChange => 'frameId' in change

/**
 * A frame after a change; null: there is none.
 * @param frame The frame before; null where there is none.
 */
export function changedFrame(frame: FrameFields | null, change: FrameChange): FrameFields | null {
  switch (change.kind) {
    case 'put-frame':
      return { title: change.title, x: change.x, y: change.y, width: change.width, height: change.height }
    case 'place-frame':
      return frame && { title: frame.title, x: change.x, y: change.y, width: change.width, height: change.height }
    case 'title-frame':
      return frame && { ...frame, title: change.title }
    case 'remove-frame':
      return null
  }
}

/**
 * A note after a change; null: there is none.
 * @param note The note before; null where there is none.
 */
export function changedNote(note: NoteFields | null, change: NoteChange): NoteFields | null {
  switch (change.kind) {
    case 'put-note':
      return { text: change.text, x: change.x, y: change.y }
    case 'place-note':
      return note && { text: note.text, x: change.x, y: change.y }
    case 'write-note':
      return note && { ...note, text: change.text }
    case 'remove-note':
      return null
  }
}

/** The change that restores a frame after `change`; null where `change` changes nothing. */
export function inverseOfFrame(frame: FrameFields | null, change: FrameChange): ItemChange | null {
  const after = changedFrame(frame, change)
  const { frameId } = change
  if (!frame) return after && { kind: 'remove-frame', frameId }
  if (!after) return { kind: 'put-frame', frameId, ...frame }
  if (isSameFrame(frame, after)) return null
  switch (change.kind) {
    case 'title-frame':
      return { kind: 'title-frame', frameId, title: frame.title }
    case 'place-frame': {
      const { title: _title, ...place } = frame
      return { kind: 'place-frame', frameId, ...place }
    }
    default:
      return { kind: 'put-frame', frameId, ...frame }
  }
}

/** The change that restores a note after `change`; null where `change` changes nothing. */
export function inverseOfNote(note: NoteFields | null, change: NoteChange): ItemChange | null {
  const after = changedNote(note, change)
  const { noteId } = change
  if (!note) return after && { kind: 'remove-note', noteId }
  if (!after) return { kind: 'put-note', noteId, ...note }
  if (isSameNote(note, after)) return null
  switch (change.kind) {
    case 'write-note':
      return { kind: 'write-note', noteId, text: note.text }
    case 'place-note':
      return { kind: 'place-note', noteId, x: note.x, y: note.y }
    default:
      return { kind: 'put-note', noteId, ...note }
  }
}
