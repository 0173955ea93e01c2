import { listSteps } from '../../features/purses/purse-steps.ts'
import { changePurse, createPurse, listPurses, makePurseToken, removePurse } from '../../features/purses/purses.ts'
import { rpc, unwrap } from '../rpc-context.ts'
import { mailMadeToken } from './api-token-routes.ts'

const { purses } = rpc

export const purseRoutes = {
  list: purses.list.handler(async ({ context: { deps, userId }, input }) =>
    unwrap(await listPurses(deps.db, { userId, projectId: input.id })),
  ),
  create: purses.create.handler(async ({ context: { deps, userId }, input: body }) =>
    unwrap(await createPurse(deps.db, { userId, body })),
  ),
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
  makeToken: purses.makeToken.handler(async ({ context: { deps, userId }, input: { id, name } }) => {
    const made = unwrap(await makePurseToken(deps.db, { userId, purseId: id, name }))
    // An earlier token of the purse has ended.
    deps.tokens.forget(userId)
    await mailMadeToken(deps, userId, made.token)
    return made
  }),
  steps: purses.steps.handler(async ({ context: { deps, userId }, input }) =>
    unwrap(await listSteps(deps.db, { userId, purseId: input.id })),
  ),
}
