import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { ReviewCommentShape } from '#contract/sharing/shared-board.ts'
import { reviewQuery } from '#web/data/review.ts'
import type { BoardSession } from '#web/features/board/board-session.ts'

/** The number of open comments of each image, by its card. */
function countOpen(comments: readonly ReviewCommentShape[]): Map<string, Map<string, number>> {
  const counts = new Map<string, Map<string, number>>()
  for (const { generationId, imageId, isResolved } of comments) {
    if (isResolved) continue
    const ofCard = counts.get(generationId) ?? new Map<string, number>()
    counts.set(generationId, ofCard.set(imageId, (ofCard.get(imageId) ?? 0) + 1))
  }
  return counts
}

/** Marks the pictures of the canvas with what reviewers have said. */
export function useCommentMarks({ board, comments }: BoardSession): void {
  const { data: review } = useQuery(reviewQuery(board.projectId))
  useEffect(() => {
    if (review) comments.set({ ...comments.get(), open: countOpen(review.comments) })
  }, [comments, review])
}

/** Opens the comments that the address names, once. */
export function useCommentsLink(session: BoardSession, wanted: string | null): void {
  useEffect(() => {
    if (wanted === null) return
    session.overlays.open({ kind: 'review', commentId: wanted })
    // Not again after a reload.
    history.replaceState(history.state, '', location.pathname)
  }, [session, wanted])
}
