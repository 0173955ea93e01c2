import { type FeedbackType, feedbackTypes } from '#domain/board/feedback.ts'

/** 1, 2 and 3 are the three buttons from left to right. */
export const feedbackKeys: Readonly<Record<FeedbackType, string>> = { like: '1', star: '2', dislike: '3' }

/** What a key does in the lightbox. Escape is the dialog's own. */
export type LightboxAct = 'before' | 'after' | 'toggle-zoom' | FeedbackType

/** What this key does; null for any other, and for the space bar on a button, which presses it. */
export function actOfKey(key: string, target: 'button' | 'elsewhere'): LightboxAct | null {
  if (key === 'ArrowLeft') return 'before'
  if (key === 'ArrowRight') return 'after'
  if (key === ' ') return target === 'button' ? null : 'toggle-zoom'
  return feedbackTypes.find((type) => feedbackKeys[type] === key) ?? null
}
