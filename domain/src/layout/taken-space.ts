import type { NoteFields } from '../board/board-item.ts'
import type { Rect } from '../geometry/rect.ts'
import { type CardPlace, cardRect } from './card.ts'
import { blankNoteHeight, noteHeight, noteRect } from './frame-content.ts'

/** Above and below the words of a note, and between two of its paragraphs, in canvas pixels. */
const notePadding = 28
const paragraphGap = 14

/** The area of a note with all of its words, as high as they can be at any zoom. */
export function noteSpace(note: NoteFields): Rect {
  const gaps = note.text.split('\n').length - 1
  const height = 2 * notePadding + blankNoteHeight(note.text) + gaps * paragraphGap
  return { ...noteRect(note), height: Math.max(noteHeight, height) }
}

/** The space that no new card is placed on: other cards, and notes. */
export const takenSpace = (cards: Iterable<CardPlace>, notes: Iterable<NoteFields>): Rect[] => [
  ...Array.from(cards, cardRect),
  ...Array.from(notes, noteSpace),
]
