import { listSteps } from '../../features/purses/purse-steps.ts'
import { changePurse, createPurse, listPurses, makePurseToken, removePurse } from '../../features/purses/purses.ts'
import { idempotencyOf, idempotencyOfId, rpc, unwrap } from '../rpc-context.ts'
import { mailMadeToken } from './api-token-routes.ts'

const { purses } = rpc

export const purseRoutes = {
  list: purses.list.handler(async ({ context: { deps, userId }, input }) =>
    unwrap(await listPurses(deps.db, { userId, projectId: input.id })),
  ),
  create: purses.create.handler(async ({ context, input: body }) => {
    const idempotency = idempotencyOfId(context, 'POST /api/projects/{id}/purses', body, body.purseId)
    return unwrap(await createPurse(context.deps, { userId: context.userId, body, idempotency }))
  }),
  change: purses.change.handler(async ({ context: { deps, userId }, input: body }) => {
    const changed = unwrap(await changePurse(deps.db, { userId, body }))
    // Other processes are notified by the database.
    if (changed.state === 'ended') deps.tokens.forget(userId)
    return changed
  }),
  remove: purses.remove.handler(async ({ context: { deps, userId }, input }) => {
    const removed = unwrap(await removePurse(deps.db, { userId, purseId: input.id }))
    deps.tokens.forget(userId)
    return removed
  }),
  makeToken: purses.makeToken.handler(async ({ context, input }) => {
    const { deps, userId } = context
    const { id: purseId, name } = input
    const idempotency = idempotencyOf(context, 'POST /api/purses/{id}/token', input)
    const made = unwrap(await makePurseToken(deps, { userId, purseId, name, idempotency }))
    // An earlier token of the purse has ended.
    deps.tokens.forget(userId)
    await mailMadeToken(context.lasting().deps, userId, made.token)
    return made
  }),
  steps: purses.steps.handler(async ({ context: { deps, userId }, input }) =>
    unwrap(await listSteps(deps.db, { userId, purseId: input.id })),
  ),
}
