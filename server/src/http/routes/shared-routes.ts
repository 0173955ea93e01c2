import { failure } from '#domain/result.ts'
import { readSharedFeedback } from '#server/features/sharing/read-shared-feedback.ts'
import { addComment, nameFirst, nameVisitor, setLike } from '#server/features/sharing/visitor-feedback.ts'
import { forkShare } from '../../features/sharing/fork-share.ts'
import { findOpenShare } from '../../features/sharing/open-share.ts'
import { readChanges } from '../../features/sharing/read-changes.ts'
import { newToken } from '../../features/sharing/share-token.ts'
import { readIdempotencyKey } from '../guards/idempotency-key.ts'
import { found, idempotencyOf, rpc, sharedWith, unwrap, workOf } from '../rpc-context.ts'

const { shared } = rpc

/** The calls of a link's visitors: read, give a name, comment and vote. */
export const sharedRoutes = {
  open: shared.open.handler(async ({ context: { deps, visitOf, startVisit }, input: { token: shareToken } }) => {
    const fresh = { shareToken, visitorToken: newToken() }
    const { id } = found(await findOpenShare(deps.system, fresh))
    // Opened again, as by a reload: the visitor keeps their identity.
    if (visitOf(id)?.shareToken !== shareToken) startVisit(id, fresh)
    return { id }
  }),
  feedback: shared.feedback.handler(async ({ context, input: { id, ...known } }) =>
    readSharedFeedback(context.deps, await sharedWith(context, id), { known: known.known, board: known.board }),
  ),
  changes: shared.changes.handler(async ({ context, input: { id, after } }) =>
    readChanges(context.deps, await sharedWith(context, id), after),
  ),
  name: shared.name.handler(async ({ context, input: { id, name } }) => {
    const share = await sharedWith(context, id)
    return unwrap(await nameVisitor(context.deps, { share, visit: found(context.visitOf(id)), name }))
  }),
  comment: shared.comment.handler(async ({ context, input }) => {
    const { id, ...words } = input
    const share = await sharedWith(context, id)
    // Kept among the owner's keys, apart from theirs and from those of other visitors.
    const { id: visitorId } = share.visitor ?? unwrap(failure(nameFirst))
    const key = { key: context.idempotencyKey, token: { id: `visitor-${visitorId}` } }
    const idempotency = unwrap(readIdempotencyKey(key, 'POST /api/shared/{id}/comments', input))
    return unwrap(await addComment(context.deps, share, { ...words, idempotency }))
  }),
  like: shared.like.handler(async ({ context, input: { id, imageId } }) =>
    unwrap(await setLike(context.deps.system, await sharedWith(context, id), { imageId, wanted: 'given' })),
  ),
  unlike: shared.unlike.handler(async ({ context, input: { id, imageId } }) =>
    unwrap(await setLike(context.deps.system, await sharedWith(context, id), { imageId, wanted: 'removed' })),
  ),
  fork: shared.fork.handler(async ({ context, input }) => {
    const share = await sharedWith(context, input.id)
    const { deps, userId, signal } = context
    const idempotency = idempotencyOf(context, 'POST /api/shared/{id}/fork', input)
    // As an import: it reads and writes a whole project.
    const place = await deps.work.imports.take({ owner: userId, weight: 1, signal })
    try {
      return unwrap(await forkShare(deps, { share, userId, work: workOf(context), idempotency }))
    } finally {
      place.release()
    }
  }),
}
