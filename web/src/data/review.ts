import { queryOptions, useQuery } from '@tanstack/react-query'
import type { ReviewCommentShape } from '#contract/shared-board.ts'
import { api } from './client.ts'
import { queryClient } from './query-client.ts'

/** The comments and likes of reviewers on a project's images; the event stream reports changes. */
export const reviewQuery = (projectId: string) =>
  queryOptions({
    queryKey: ['review', projectId],
    queryFn: ({ signal }) => api.projects.review({ id: projectId }, { signal }),
  })

/** Reads them again, where they are shown. */
export const refreshReview = (projectId: string): void =>
  void queryClient.invalidateQueries({ queryKey: reviewQuery(projectId).queryKey })

/** Marks a comment as done, or as open again. */
export async function resolveComment(projectId: string, id: string, isResolved: boolean): Promise<void> {
  const changed = await api.comments.change({ id, isResolved })
  queryClient.setQueryData(
    reviewQuery(projectId).queryKey,
    (review) => review && { ...review, comments: review.comments.map((each) => (each.id === id ? changed : each)) },
  )
}

/** Deletes a reviewer's comment. */
export async function removeComment(projectId: string, id: string): Promise<void> {
  await api.comments.remove({ id })
  refreshReview(projectId)
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
