import { noKeys } from '#domain/models/provider-keys.ts'
import { listOperations } from '../../features/edits/list-operations.ts'
import { ownKeysOf } from '../../features/model-keys/model-key-rows.ts'
import { listModels } from '../../features/models/list-models.ts'
import { rpc } from '../rpc-context.ts'

export const editOperationRoutes = {
  list: rpc.editOperations.list.handler(async ({ context: { deps, userId } }) => ({
    items: listOperations(deps, await ownKeysOf(deps.db, userId)),
    nextCursor: null,
  })),
}

export const modelRoutes = {
  list: rpc.models.list.handler(async ({ context: { deps, userId } }) => ({
    items: await listModels(deps, { userId, own: userId ? await ownKeysOf(deps.db, userId) : noKeys }),
    nextCursor: null,
  })),
}
