import { failure } from '#domain/result.ts'
import { readSharedFeedback } from '#server/features/sharing/read-shared-feedback.ts'
import { addComment, nameFirst, nameVisitor, setLike } from '#server/features/sharing/visitor-feedback.ts'
import { checkPassphrase } from '../../auth/link-passphrase.ts'
import { decide, listSharedRounds, withdraw } from '../../features/rounds/decide.ts'
import { forkShare } from '../../features/sharing/fork-share.ts'
import { findOpenShare, openShare, passOf, type Visit } from '../../features/sharing/open-share.ts'
import { readChanges } from '../../features/sharing/read-changes.ts'
import { newToken } from '../../features/sharing/share-token.ts'
import { networkOf } from '../guards/client-address.ts'
import { readIdempotencyKey } from '../guards/idempotency-key.ts'
import { found, idempotencyOf, type RpcContext, rpc, sharedWith, toError, unwrap, workOf } from '../rpc-context.ts'

const { shared } = rpc

type Given = { readonly shareId: string; readonly passphrase: string | undefined; readonly hash: string }

/** Refuses a visit without the passphrase of its link. */
async function requirePassphrase(
  { deps, address }: Pick<RpcContext, 'deps' | 'address'>,
  { shareId, passphrase, hash }: Given,
): Promise<void> {
  const data = { reason: 'passphrase' }
  if (passphrase === undefined || passphrase === '')
    throw toError({ code: 'impossible', message: 'This link has a passphrase. Its owner knows it.', data })
  const answer = await checkPassphrase(deps.system, { shareId, passphrase, hash, network: networkOf(address) })
  if (answer === 'wait')
    throw toError({ code: 'rate-limited', message: 'Too many wrong passphrases. Try again in a quarter of an hour.' })
  if (answer === 'wrong') throw toError({ code: 'impossible', message: 'This is not the passphrase.', data })
}

/** The calls of a link's visitors: read, give a name, comment and vote. */
export const sharedRoutes = {
  open: shared.open.handler(async ({ context, input: { token: shareToken, passphrase } }) => {
    const { deps, visitOf, startVisit } = context
    const fresh: Visit = { shareToken, visitorToken: newToken() }
    const { share, passphraseHash } = found(await findOpenShare(deps.system, fresh))
    const before = visitOf(share.id)
    // Opened again, as by a reload: the visitor keeps their identity, and gives no passphrase again.
    if (before?.shareToken === shareToken && (await openShare(deps.system, share.id, before))) return { id: share.id }
    const visit = before?.shareToken === shareToken ? before : fresh
    if (passphraseHash === null) startVisit(share.id, visit)
    else {
      await requirePassphrase(context, { shareId: share.id, passphrase, hash: passphraseHash })
      startVisit(share.id, { ...visit, pass: passOf(visit, passphraseHash) })
    }
    return { id: share.id }
  }),
  rounds: shared.rounds.handler(async ({ context, input: { id } }) =>
    listSharedRounds(context.deps.system, await sharedWith(context, id)),
  ),
  decide: shared.decide.handler(async ({ context, input: { id, number, proof, decision, words = null } }) => {
    const share = await sharedWith(context, id)
    return unwrap(await decide(context.deps, share, { target: { number, proof }, decision, words }))
  }),
  withdraw: shared.withdraw.handler(async ({ context, input: { id, number, proof } }) =>
    unwrap(await withdraw(context.deps, await sharedWith(context, id), { number, proof })),
  ),
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
