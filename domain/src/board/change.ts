import type { FeedbackType } from './feedback.ts'

/**
 * One small edit of a board, whatever the hand did. Each says what is to be, not what was: applied twice it changes nothing
 * more, and of two that meet in one field the later wins.
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
  /** The card and everything that branches from it. */
  | { readonly kind: 'delete'; readonly generationId: string }
  /** A card that was deleted, with everything that went with it. */
  | { readonly kind: 'restore'; readonly generationId: string }
  | { readonly kind: 'rename'; readonly title: string }

/** The most changes that are sent together. */
export const maxChanges = 500
