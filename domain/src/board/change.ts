import type { Rect } from '../geometry/rect.ts'
import type { FrameFields, NoteFields } from './board-item.ts'
import type { FeedbackType } from './feedback.ts'

/**
 * One small edit of a board. Each contains the new state, not the old one: applied twice it changes nothing more, and
 * of two changes of one field the later wins.
 */
export type BoardChange =
  | { readonly kind: 'place'; readonly generationId: string; readonly canvasX: number; readonly canvasY: number }
  | { readonly kind: 'collapse'; readonly generationId: string; readonly isCollapsed: boolean }
  | {
      readonly kind: 'feedback'
      readonly imageId: string
      readonly feedbackType: FeedbackType
      readonly isGiven: boolean
    }
  /** The card and all its descendants. */
  | { readonly kind: 'delete'; readonly generationId: string }
  /** A deleted card, with everything that was deleted with it. */
  | { readonly kind: 'restore'; readonly generationId: string }
  | { readonly kind: 'rename'; readonly title: string }
  /** The prompt of a brought-in card. */
  | { readonly kind: 'describe'; readonly generationId: string; readonly prompt: string }
  | ItemChange
  | RingChange

/**
 * A change of a frame or a note. `put` creates it, or replaces all of its fields; the others need one that is there. An
 * item that was removed comes back by another `put`.
 */
export type ItemChange =
  | ({ readonly kind: 'put-frame'; readonly frameId: string } & FrameFields)
  | ({ readonly kind: 'place-frame'; readonly frameId: string } & Omit<FrameFields, 'title'>)
  | { readonly kind: 'title-frame'; readonly frameId: string; readonly title: string }
  | { readonly kind: 'remove-frame'; readonly frameId: string }
  | ({ readonly kind: 'put-note'; readonly noteId: string } & NoteFields)
  | ({ readonly kind: 'place-note'; readonly noteId: string } & Omit<NoteFields, 'text'>)
  | { readonly kind: 'write-note'; readonly noteId: string; readonly text: string }
  | { readonly kind: 'remove-note'; readonly noteId: string }

/**
 * A change of the ring of a purse. A purse is created by a call of its own, which gives credits; removed here, it is kept for a while, so
 * that it comes back with what it has spent.
 */
export type RingChange =
  | ({ readonly kind: 'place-purse'; readonly purseId: string } & Rect)
  | { readonly kind: 'name-purse'; readonly purseId: string; readonly name: string }
  | { readonly kind: 'remove-purse'; readonly purseId: string }
  | { readonly kind: 'restore-purse'; readonly purseId: string }

/** Whether a change is one of the ring of a purse. */
export const isRingChange = (change: BoardChange): change is RingChange => 'purseId' in change

/** Whether a change is one of a frame or a note. */
export const isItemChange = (change: BoardChange): change is ItemChange => 'frameId' in change || 'noteId' in change

/** The frame or note of a change. */
export const itemIdOf = (change: ItemChange): string => ('frameId' in change ? change.frameId : change.noteId)

/** Unicode code points of a project's title. */
export const maxProjectTitle = 120

/** The most changes that are sent together. */
export const maxChanges = 500
