import { shareScopeOf } from '#domain/sharing/share-scope.ts'
import { hashPassphrase } from '../../auth/link-passphrase.ts'
import { closeRound, listProjectRounds, listRounds } from '../../features/rounds/close-round.ts'
import { startRound } from '../../features/rounds/start-round.ts'
import { makeShare, revokeShare } from '../../features/sharing/change-shares.ts'
import { markSeen, readReview, removeComment, replyToComment, resolveComment } from '../../features/sharing/review.ts'
import { listShares } from '../../features/sharing/share-rows.ts'
import { checkOpen, idempotencyOf, rpc, unwrap } from '../rpc-context.ts'

const { projects, shares, comments } = rpc

/** The owner's calls for the links of a project. */
export const projectShareRoutes = {
  rounds: projects.rounds.handler(async ({ context: { deps, userId }, input }) => {
    await checkOpen(deps.db, userId, input.id)
    return { items: await listProjectRounds(deps.db, userId, input.id), nextCursor: null }
  }),
  shares: projects.shares.handler(async ({ context: { deps, userId }, input }) => {
    await checkOpen(deps.db, userId, input.id)
    return { items: await listShares(deps.db, input.id), nextCursor: null }
  }),
  share: projects.share.handler(async ({ context, input }) => {
    const { deps, userId } = context
    const { id: projectId, generationId, frameId, showsStarred, expiry, showsPrompts } = input
    const { grants = null, passphrase, allowsCopies, hasWatermark } = input
    const scope = shareScopeOf({ generationId: generationId ?? null, frameId: frameId ?? null, showsStarred })
    const idempotency = idempotencyOf(context, 'POST /api/projects/{id}/shares', input)
    const passphraseHash = passphrase == null ? null : await hashPassphrase(passphrase)
    const options = { grants, passphraseHash, allowsCopies, hasWatermark }
    return unwrap(await makeShare(deps, { userId, projectId, scope, expiry, showsPrompts, options, idempotency }))
  }),
  review: projects.review.handler(async ({ context: { deps, userId }, input }) => {
    await checkOpen(deps.db, userId, input.id)
    return readReview(deps.db, userId, input.id)
  }),
  markReviewSeen: projects.markReviewSeen.handler(async ({ context: { deps, userId }, input }) => {
    await checkOpen(deps.db, userId, input.id)
    return markSeen(deps.db, { userId, projectId: input.id, commentIds: input.commentIds })
  }),
}

export const shareRoutes = {
  rounds: shares.rounds.handler(async ({ context: { deps, userId }, input }) => ({
    items: unwrap(await listRounds(deps.db, { userId, shareId: input.id })),
    nextCursor: null,
  })),
  startRound: shares.startRound.handler(async ({ context, input }) => {
    const { deps, userId } = context
    const { id: shareId, imageIds, until = null } = input
    const idempotency = idempotencyOf(context, 'POST /api/shares/{id}/rounds', input)
    return unwrap(await startRound(deps, { userId, shareId, imageIds, until, idempotency }))
  }),
  closeRound: shares.closeRound.handler(async ({ context: { deps, userId }, input: { id: shareId, number } }) =>
    unwrap(await closeRound(deps.db, { userId, shareId, number })),
  ),
  revoke: shares.revoke.handler(async ({ context: { deps, userId }, input }) =>
    unwrap(await revokeShare(deps.db, { userId, shareId: input.id })),
  ),
}

export const commentRoutes = {
  reply: comments.reply.handler(async ({ context, input }) => {
    const { deps, userId } = context
    const idempotency = idempotencyOf(context, 'POST /api/comments/{id}/replies', input)
    return unwrap(await replyToComment(deps, { userId, commentId: input.id, text: input.text, idempotency }))
  }),
  change: comments.change.handler(async ({ context: { deps, userId }, input }) =>
    unwrap(await resolveComment(deps.db, { userId, commentId: input.id, isResolved: input.isResolved })),
  ),
  remove: comments.remove.handler(async ({ context: { deps, userId }, input }) =>
    unwrap(await removeComment(deps.db, { userId, commentId: input.id })),
  ),
}
