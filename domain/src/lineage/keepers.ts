import type { FeedbackType } from '../board/feedback.ts'
import type { ImageStatus } from '../generation/status.ts'

/** What is known of an image when it is judged. */
export type JudgedImage = { readonly status: ImageStatus; readonly feedback: readonly FeedbackType[] }

/** Whether somebody has chosen the image: it is there, and starred or liked. */
export const isKept = ({ status, feedback }: JudgedImage) =>
  status === 'completed' && (feedback.includes('star') || feedback.includes('like'))

/** Whether the image has won: it is there and starred. */
export const isWinner = ({ status, feedback }: JudgedImage) => status === 'completed' && feedback.includes('star')

/** The place of the best image of a card: the first that is starred, else the first that is liked; null without one. */
export function bestImage(images: readonly JudgedImage[]): number | null {
  const starred = images.findIndex(isWinner)
  const best = starred >= 0 ? starred : images.findIndex(isKept)
  return best >= 0 ? best : null
}
