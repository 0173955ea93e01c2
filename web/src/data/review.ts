import { queryOptions, useQuery } from '@tanstack/react-query'
import type { ReviewCommentShape, ReviewShape } from '#contract/sharing/shared-board.ts'
import { api } from './http/client.ts'
import { queryClient } from './http/query-client.ts'
import { withRequestId } from './http/request-ids.ts'
import { latestProjectsKey } from './projects.ts'

/** The comments and likes of reviewers on a project's images; the event stream reports changes. */
export const reviewQuery = (projectId: string) =>
  queryOptions({
    queryKey: ['review', projectId],
    queryFn: ({ signal }) => api.projects.review({ id: projectId }, { signal }),
  })

/** Reviewers write and like as they please: lists are read at most this often. Milliseconds. */
const refreshEveryMs = 2_000
let refreshing: { again: boolean } | null = null

/**
 * Reads what is shown of reviews again: at once, and once more after a while for all that comes meanwhile. That of another project as
 * well, which says whether there is something new elsewhere.
 */
export function refreshReviews(): void {
  if (refreshing) {
    refreshing.again = true
    return
  }
  const own = { again: false }
  refreshing = own
  void queryClient.invalidateQueries({ queryKey: ['review'] })
  void queryClient.invalidateQueries({ queryKey: [...latestProjectsKey, 'first'] })
  setTimeout(() => {
    refreshing = null
    if (own.again) refreshReviews()
  }, refreshEveryMs)
}

/** Marks a comment as done, or as open again. */
export async function resolveComment(projectId: string, id: string, isResolved: boolean): Promise<void> {
  const changed = await api.comments.change({ id, isResolved })
  queryClient.setQueryData(
    reviewQuery(projectId).queryKey,
    (review) => review && { ...review, comments: review.comments.map((each) => (each.id === id ? changed : each)) },
  )
}

/** Replies to a comment; the reviewers of its link see the reply. */
export async function replyToComment(id: string, text: string): Promise<void> {
  await withRequestId({ request: { id, text } }, (request, idempotencyKey) =>
    api.comments.reply(request, { context: { idempotencyKey } }),
  )
  refreshReviews()
}

/** Comments that one call may name. */
const maxSeenAtOnce = 500

/** Marks comments as seen, on all devices of the user. */
export async function markSeen(projectId: string, commentIds: readonly string[]): Promise<void> {
  for (let from = 0; from < commentIds.length; from += maxSeenAtOnce)
    await api.projects.markReviewSeen({ id: projectId, commentIds: commentIds.slice(from, from + maxSeenAtOnce) })
  const seen = new Set(commentIds)
  queryClient.setQueryData(
    reviewQuery(projectId).queryKey,
    (review) =>
      review && {
        ...review,
        comments: review.comments.map((each) => (seen.has(each.id) ? { ...each, isNew: false } : each)),
      },
  )
}

/** The number of comments that the user has not seen yet, and of those that are open. */
export function useCommentCounts(projectId: string): { readonly unseen: number; readonly open: number } {
  const { data } = useQuery({ ...reviewQuery(projectId), select: countComments })
  return data ?? { unseen: 0, open: 0 }
}

const countComments = ({ comments, openCount }: ReviewShape) => ({
  unseen: comments.filter(({ isNew }) => isNew).length,
  open: openCount ?? comments.filter(({ isResolved }) => !isResolved).length,
})

/** Whether other projects of the user have comments that they have not seen yet. */
export const useHasNewElsewhere = (projectId: string): boolean =>
  useQuery({ ...reviewQuery(projectId), select: ({ hasNewElsewhere }: ReviewShape) => hasNewElsewhere ?? false })
    .data ?? false

/** Deletes a reviewer's comment. */
export async function removeComment(id: string): Promise<void> {
  await api.comments.remove({ id })
  refreshReviews()
}

/** The comments and likes of reviewers on one image. */
export type ImageReview = { readonly comments: readonly ReviewCommentShape[]; readonly likedBy: readonly string[] }

/** The comments and likes on one image of a project; empty while they are being read. */
export function useImageReview(projectId: string, imageId: string): ImageReview {
  const { data: review } = useQuery(reviewQuery(projectId))
  return {
    comments: review?.comments.filter((comment) => comment.imageId === imageId) ?? [],
    likedBy: review?.likes.find((like) => like.imageId === imageId)?.names ?? [],
  }
}
