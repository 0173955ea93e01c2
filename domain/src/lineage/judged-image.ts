import type { FeedbackType } from '#domain/board/feedback.ts'
import type { ImageStatus } from '#domain/generation/status.ts'

/** The fields of an image that decide whether it is liked, starred or the best of its card. */
export type JudgedImage = { readonly status: ImageStatus; readonly feedback: readonly FeedbackType[] }

/** Whether the image is completed, and starred or liked. */
export const isLikedOrStarred = ({ status, feedback }: JudgedImage) =>
  status === 'completed' && (feedback.includes('star') || feedback.includes('like'))

/** Whether the image is completed and starred. */
export const isWinner = ({ status, feedback }: JudgedImage) => status === 'completed' && feedback.includes('star')

/** The index of the best image of a card: the first that is starred, else the first that is liked; null without one. */
export function bestImage(images: readonly JudgedImage[]): number | null {
  const starred = images.findIndex(isWinner)
  const best = starred >= 0 ? starred : images.findIndex(isLikedOrStarred)
  return best >= 0 ? best : null
}

/** The index of the image that represents a card: the best one, else the first that is completed, else the first. */
export function facePlace(images: readonly JudgedImage[]): number {
  const completed = images.findIndex(({ status }) => status === 'completed')
  return bestImage(images) ?? Math.max(0, completed)
}
