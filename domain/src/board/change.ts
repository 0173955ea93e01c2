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

/** The most changes that are sent together. */
export const maxChanges = 500
