import type { FrameFields, NoteFields } from './board-item.ts'
import type { BoardChange } from './change.ts'
import { inverseOfFrame, inverseOfNote } from './change-item.ts'
import { inverseOfRing, type RingFields } from './change-ring.ts'
import type { FeedbackType } from './feedback.ts'

/** The part of a board that is needed to invert a change. */
export type BoardFacts = {
  title(): string
  /** A card on the board; undefined for a missing or deleted one. */
  card(id: string): { readonly canvasX: number; readonly canvasY: number; readonly isCollapsed: boolean } | undefined
  /** The prompt of a brought-in card on the board; undefined for any other. */
  description(id: string): string | undefined
  isDeleted(id: string): boolean
  hasFeedback(imageId: string, type: FeedbackType): boolean
  /** A frame or note on the board; undefined for a missing one. */
  frame(id: string): FrameFields | undefined
  note(id: string): NoteFields | undefined
  /** The ring of a purse on the board; undefined for a missing or removed one. */
  ring(id: string): Omit<RingFields, 'isRemoved'> | undefined
}

/**
 * The change that restores the board after `change` was applied; null where `change` changes nothing.
 * @param board The state before the change.
 */
export function inverseChange(change: BoardChange, board: BoardFacts): BoardChange | null {
  switch (change.kind) {
    case 'place': {
      const card = board.card(change.generationId)
      if (!card || (card.canvasX === change.canvasX && card.canvasY === change.canvasY)) return null
      return { ...change, canvasX: card.canvasX, canvasY: card.canvasY }
    }
    case 'collapse': {
      const card = board.card(change.generationId)
      return !card || card.isCollapsed === change.isCollapsed ? null : { ...change, isCollapsed: card.isCollapsed }
    }
    case 'feedback':
      return board.hasFeedback(change.imageId, change.feedbackType) === change.isGiven
        ? null
        : { ...change, isGiven: !change.isGiven }
    case 'delete':
      return board.card(change.generationId) ? { ...change, kind: 'restore' } : null
    case 'restore':
      return board.isDeleted(change.generationId) ? { ...change, kind: 'delete' } : null
    case 'describe': {
      const prompt = board.description(change.generationId)
      return prompt === undefined || prompt === change.prompt ? null : { ...change, prompt }
    }
    case 'rename':
      return board.title() === change.title ? null : { ...change, title: board.title() }
    case 'put-frame':
    case 'place-frame':
    case 'title-frame':
    case 'remove-frame':
      return inverseOfFrame(board.frame(change.frameId) ?? null, change)
    case 'put-note':
    case 'place-note':
    case 'write-note':
    case 'remove-note':
      return inverseOfNote(board.note(change.noteId) ?? null, change)
    case 'place-purse':
    case 'name-purse':
    case 'remove-purse':
    case 'restore-purse':
      return inverseOfRing(board.ring(change.purseId) ?? null, change)
  }
}
