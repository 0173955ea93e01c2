import { useQuery } from '@tanstack/react-query'
import type { ReviewCommentShape } from '#contract/shared-board.ts'
import { reviewQuery } from './review.ts'

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
