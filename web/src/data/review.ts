import { queryOptions, useQuery } from '@tanstack/react-query'
import type { MadeShareShape } from '#contract/sharing/share.ts'
import type { ReviewCommentShape, ReviewShape } from '#contract/sharing/shared-board.ts'
import type { LinkGrant } from '#domain/sharing/link-grant.ts'
import type { ShareExpiry } from '#domain/sharing/share-expiry.ts'
import { type ShareScope, shareScopeFields } from '#domain/sharing/share-scope.ts'
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

/** The open links of a project; read again whenever they are shown. */
export const sharesQuery = (projectId: string) =>
  queryOptions({
    queryKey: ['shares', projectId],
    queryFn: async ({ signal }) => (await api.projects.shares({ id: projectId }, { signal })).items,
    staleTime: 0,
    gcTime: 0,
  })

const refreshShares = (projectId: string) =>
  queryClient.invalidateQueries({ queryKey: sharesQuery(projectId).queryKey })

export type WantedShare = {
  readonly projectId: string
  readonly scope: ShareScope
  readonly expiry: ShareExpiry
  readonly showsPrompts: boolean
  /** `default`: to comment, and to approve once there is a round. */
  readonly grants: LinkGrant | 'default'
  /** Empty: none. */
  readonly passphrase: string
  readonly allowsCopies: boolean
  readonly hasWatermark: boolean
}

/** Creates a review link. Its address is returned once. */
export async function makeShare({
  projectId,
  scope,
  expiry,
  showsPrompts,
  ...options
}: WantedShare): Promise<MadeShareShape> {
  const { generationId, frameId, showsStarred } = shareScopeFields(scope)
  // A server of the last release, which may still run beside this one, refuses fields that it does not know.
  const made = await api.projects.share({
    id: projectId,
    generationId,
    ...(frameId !== null && { frameId }),
    ...(showsStarred && { showsStarred }),
    expiry,
    showsPrompts,
    ...(options.grants !== 'default' && { grants: options.grants }),
    ...(options.passphrase.trim() !== '' && { passphrase: options.passphrase }),
    ...(!options.allowsCopies && { allowsCopies: false }),
    ...(options.hasWatermark && { hasWatermark: true }),
  })
  void refreshShares(projectId)
  return made
}

/** Revokes a link for good. */
export async function revokeShare(projectId: string, id: string): Promise<void> {
  await api.shares.revoke({ id })
  await refreshShares(projectId)
}
