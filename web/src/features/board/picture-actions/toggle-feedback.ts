import type { FeedbackType } from '#domain/board/feedback.ts'
import type { BoardStore } from '#web/data/board/board-store.ts'
import { editBoard } from '#web/data/board/edit-board.ts'
import { pictureTexts } from './texts.ts'

/** Gives an image a like, star or dislike, or takes it back: at once on the screen, then on the server. */
export function toggleFeedback(board: BoardStore, imageId: string, feedbackType: FeedbackType): void {
  const isGiven = !board.facts.hasFeedback(imageId, feedbackType)
  editBoard(board, [{ kind: 'feedback', imageId, feedbackType, isGiven }], pictureTexts.feedback[feedbackType])
}
