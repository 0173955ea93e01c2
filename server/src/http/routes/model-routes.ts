import { noKeys } from '#domain/models/provider-keys.ts'
import { ownKeysOf } from '#server/models/model-key-rows.ts'
import { favourModel, showModel } from '#server/models/own-picker.ts'
import { listOperations } from '../../features/edits/list-operations.ts'
import { listModels } from '../../features/models/list-models.ts'
import { rpc, unwrap } from '../rpc-context.ts'

export const editOperationRoutes = {
  list: rpc.editOperations.list.handler(async ({ context: { deps, userId } }) => ({
    items: await listOperations(deps, { userId, own: await ownKeysOf(deps.db, userId) }),
    nextCursor: null,
  })),
}

export const modelRoutes = {
  list: rpc.models.list.handler(async ({ context: { deps, userId, token } }) => {
    const chooser = userId ? { userId, own: await ownKeysOf(deps.db, userId) } : { userId: null, own: noKeys }
    return { items: await listModels(deps, { chooser, purseId: token?.purseId ?? null }), nextCursor: null }
  }),
  show: rpc.models.show.handler(async ({ context: { deps, userId }, input }) =>
    unwrap(await showModel(deps, { userId, ...input })),
  ),
  favour: rpc.models.favour.handler(async ({ context: { deps, userId }, input }) =>
    unwrap(await favourModel(deps, { userId, ...input })),
  ),
}
