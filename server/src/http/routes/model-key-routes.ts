import {
  listModelKeys,
  readModelKey,
  removeModelKey,
  saveModelKey,
  testModelKey,
} from '#server/features/models/keys/model-keys.ts'
import { rpc, unwrap } from '../rpc-context.ts'

const { modelKeys } = rpc

export const modelKeyRoutes = {
  list: modelKeys.list.handler(async ({ context: { deps, userId } }) => ({
    items: await listModelKeys(deps, userId),
    nextCursor: null,
  })),
  get: modelKeys.get.handler(({ context: { deps, userId }, input }) => readModelKey(deps, { userId, ...input })),
  save: modelKeys.save.handler(async ({ context: { deps, userId }, input }) =>
    unwrap(await saveModelKey(deps, { userId, ...input })),
  ),
  test: modelKeys.test.handler(async ({ context: { deps, userId }, input }) =>
    unwrap(await testModelKey(deps, { userId, ...input })),
  ),
  remove: modelKeys.remove.handler(({ context: { deps, userId }, input }) =>
    removeModelKey(deps, { userId, ...input }),
  ),
}
