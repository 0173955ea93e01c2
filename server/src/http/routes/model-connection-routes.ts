import { addConnection, lookAtProvider } from '#server/features/models/connections/add-connection.ts'
import {
  changeConnection,
  chooseConnectionModels,
  refreshConnection,
  removeConnection,
  testConnection,
} from '#server/features/models/connections/change-connection.ts'
import { listConnections } from '#server/features/models/connections/list-connections.ts'
import { idempotencyOf, rpc, unwrap } from '../rpc-context.ts'

const { modelConnections } = rpc

export const modelConnectionRoutes = {
  list: modelConnections.list.handler(({ context: { deps, userId } }) => listConnections(deps, userId)),
  look: modelConnections.look.handler(async ({ context: { deps, userId }, input }) =>
    unwrap(await lookAtProvider(deps, userId, input)),
  ),
  add: modelConnections.add.handler(async ({ context, input: body }) => {
    // The key of a fingerprint is hashed: what it stands for is never stored.
    const idempotency = idempotencyOf(context, 'POST /api/model-connections', body)
    return unwrap(await addConnection(context.deps, { userId: context.userId, body, idempotency }))
  }),
  change: modelConnections.change.handler(async ({ context: { deps, userId }, input }) =>
    unwrap(await changeConnection(deps, { userId, ...input })),
  ),
  test: modelConnections.test.handler(async ({ context: { deps, userId }, input }) =>
    unwrap(await testConnection(deps, { userId, ...input })),
  ),
  refresh: modelConnections.refresh.handler(async ({ context: { deps, userId }, input }) =>
    unwrap(await refreshConnection(deps, { userId, ...input })),
  ),
  choose: modelConnections.choose.handler(async ({ context: { deps, userId }, input }) =>
    unwrap(await chooseConnectionModels(deps, { userId, ...input })),
  ),
  remove: modelConnections.remove.handler(async ({ context: { deps, userId }, input }) =>
    unwrap(await removeConnection(deps, { userId, ...input })),
  ),
}
