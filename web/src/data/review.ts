import { queryOptions, useQuery } from '@tanstack/react-query'
import type { ReviewCommentShape } from '#contract/shared-board.ts'
import { api } from './client.ts'
import { queryClient } from './query-client.ts'

/** What visitors have said of a project's images; the event stream says when it is another. */
export const reviewQuery = (projectId: string) =>
  queryOptions({
    queryKey: ['review', projectId],
    queryFn: ({ signal }) => api.projects.review({ id: projectId }, { signal }),
  })

/** Reads it again, where it is shown. */
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

/** Takes away what a visitor has said. */
export async function removeComment(projectId: string, id: string): Promise<void> {
  await api.comments.remove({ id })
  refreshReview(projectId)
}

/** What visitors of links have said of one image. */
export type SaidOfImage = { readonly comments: readonly ReviewCommentShape[]; readonly likedBy: readonly string[] }

/** What visitors have said of an image of a project, as they say it; empty while it is being read. */
export function useSaidOfImage(projectId: string, imageId: string): SaidOfImage {
  const { data: review } = useQuery(reviewQuery(projectId))
  return {
    comments: review?.comments.filter((comment) => comment.imageId === imageId) ?? [],
    likedBy: review?.likes.find((like) => like.imageId === imageId)?.names ?? [],
  }
}
