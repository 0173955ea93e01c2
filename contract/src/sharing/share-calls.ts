import { z } from 'zod'
import { projectShape } from '../board/project.ts'
import { bySession, reading, sharing } from '../call-scope.ts'
import { list } from '../list.ts'
import { plainString, uuid } from '../text.ts'
import { withIdempotencyKey } from '../with-idempotency-key.ts'
import { byLink } from './by-link.ts'
import { projectRoundCalls, roundCalls, sharedRoundCalls } from './round-calls.ts'
import { madeShareShape, maxPassphrase, shareBody, shareShape, visitorName } from './share.ts'
import {
  boardVersion,
  commentBody,
  commentShape,
  replyBody,
  replyShape,
  reviewCommentShape,
  reviewShape,
  sharedChangesShape,
  sharedFeedbackShape,
} from './shared-board.ts'

const id = uuid
const byId = z.strictObject({ id })
const deleted = z.strictObject({ deleted: z.int(), ids: z.array(id) })
const likeOf = z.strictObject({ id, imageId: id })

/** Comments that one call can mark as seen. */
const maxSeenAtOnce = 500

/** The owner's calls for review links, listed with those of projects. */
export const projectShareCalls = {
  shares: sharing
    .route({ method: 'GET', path: '/projects/{id}/shares', summary: 'The open review links of a project' })
    .input(byId)
    .output(z.strictObject(list(shareShape))),
  share: sharing
    .meta({ caller: 'account', activity: 'link-made' })
    .route({
      method: 'POST',
      path: '/projects/{id}/shares',
      successStatus: 201,
      summary: 'Create a review link, read only, to a project, a branch, a frame or the starred images',
      spec: withIdempotencyKey,
    })
    .input(shareBody)
    .output(madeShareShape),
  review: reading
    .route({
      method: 'GET',
      path: '/projects/{id}/review',
      summary: 'Comments and likes of reviewers on a project’s images',
    })
    .input(byId)
    .output(reviewShape),
  markReviewSeen: sharing
    .route({
      method: 'PUT',
      path: '/projects/{id}/review/seen',
      summary: 'Mark comments of reviewers as seen, on all your devices',
    })
    .input(z.strictObject({ id, commentIds: z.array(id).min(1).max(maxSeenAtOnce) }))
    .output(z.strictObject({ seen: z.int() })),
  ...projectRoundCalls,
}

export const shareCalls = {
  revoke: sharing
    .meta({ activity: 'link-revoked' })
    .route({ method: 'DELETE', path: '/shares/{id}', summary: 'Revoke a link; its comments and likes stay' })
    .input(byId)
    .output(deleted),
  ...roundCalls,
}

export const commentCalls = {
  reply: sharing
    .route({
      method: 'POST',
      path: '/comments/{id}/replies',
      successStatus: 201,
      summary: 'Reply to a comment; the reviewers of its link see the reply',
      spec: withIdempotencyKey,
    })
    .input(replyBody)
    .output(replyShape),
  change: sharing
    .route({ method: 'PATCH', path: '/comments/{id}', summary: 'Mark a comment as done, or as open again' })
    .input(z.strictObject({ id, isResolved: z.boolean() }))
    .output(reviewCommentShape),
  remove: sharing
    .route({ method: 'DELETE', path: '/comments/{id}', summary: 'Delete a reviewer’s comment' })
    .input(byId)
    .output(deleted),
}

/** The calls of reviewers, authorized by the cookie that opening a link sets. */
export const sharedCalls = {
  open: bySession
    .meta({ caller: 'anyone' })
    .route({
      method: 'POST',
      path: '/shared/visits',
      summary: 'Open a review link: sets the cookie that authorizes its other calls',
      description:
        'An unknown, revoked or expired link is a 404, and so is everything below it. A link with a passphrase is a 422 with `data.reason: "passphrase"` without the right one, and 429 after too many tries.',
      spec: (generated) => ({ ...generated, security: [] }),
    })
    .input(z.strictObject({ token: z.string().max(200), passphrase: plainString(maxPassphrase).optional() }))
    .output(byId),
  feedback: bySession
    .meta({ caller: 'anyone' })
    .route({
      method: 'GET',
      path: '/shared/{id}/feedback',
      summary: 'Comments and likes of a link',
      description:
        'Ask again every few seconds with the `version` that you have: while that is the newest, `feedback` is null. With the `version` of the board it also says whether what is shown has changed.',
      spec: byLink,
    })
    .input(z.strictObject({ id, known: z.string().max(100).optional(), board: boardVersion.optional() }))
    .output(sharedFeedbackShape),
  changes: bySession
    .meta({ caller: 'anyone' })
    .route({
      method: 'GET',
      path: '/shared/{id}/changes',
      summary: 'Changes of what a link shows since a version that is at most a day old',
      spec: byLink,
    })
    .input(z.strictObject({ id, after: boardVersion.default('0') }))
    .output(sharedChangesShape),
  name: bySession
    .meta({ caller: 'anyone' })
    .route({ method: 'PUT', path: '/shared/{id}/name', summary: 'Set the name of the reviewer', spec: byLink })
    .input(z.strictObject({ id, name: visitorName }))
    .output(z.strictObject({ name: z.string() })),
  comment: bySession
    .meta({ caller: 'anyone' })
    .route({
      method: 'POST',
      path: '/shared/{id}/comments',
      successStatus: 201,
      summary: 'Comment on an image or a spot of it; 422 before the reviewer has a name',
      spec: (generated) => withIdempotencyKey(byLink(generated)),
    })
    .input(commentBody)
    .output(commentShape),
  like: bySession
    .meta({ caller: 'anyone' })
    .route({ method: 'PUT', path: '/shared/{id}/likes/{imageId}', summary: 'Vote for an image', spec: byLink })
    .input(likeOf)
    .output(z.strictObject({ likes: z.int() })),
  unlike: bySession
    .meta({ caller: 'anyone' })
    .route({ method: 'DELETE', path: '/shared/{id}/likes/{imageId}', summary: 'Remove a vote', spec: byLink })
    .input(likeOf)
    .output(z.strictObject({ likes: z.int() })),
  fork: bySession
    .meta({ time: 'long' })
    .route({
      method: 'POST',
      path: '/shared/{id}/fork',
      successStatus: 201,
      summary: 'Copy what a link shows into a project of your own; needs a session and a link that shows prompts',
      spec: (generated) => withIdempotencyKey({ ...generated, security: [{ visit: [], session: [] }] }),
    })
    .input(byId)
    .output(projectShape),
  ...sharedRoundCalls,
}
