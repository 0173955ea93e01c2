import {
  installLocalModel,
  pauseLocalModel,
  removeLocalModel,
  verifyLocalModel,
} from '#server/features/models/local/change-local-model.ts'
import { listLocalModels } from '#server/features/models/local/local-models.ts'
import { rpc, unwrap } from '../rpc-context.ts'

const { localModels } = rpc

export const localModelRoutes = {
  list: localModels.list.handler(({ context: { deps, userId } }) => listLocalModels(deps, userId)),
  install: localModels.install.handler(async ({ context: { deps, userId }, input }) =>
    unwrap(await installLocalModel(deps, { userId, ...input })),
  ),
  pause: localModels.pause.handler(async ({ context: { deps, userId }, input }) =>
    unwrap(await pauseLocalModel(deps, { userId, ...input })),
  ),
  verify: localModels.verify.handler(async ({ context: { deps, userId }, input }) =>
    unwrap(await verifyLocalModel(deps, { userId, ...input })),
  ),
  remove: localModels.remove.handler(async ({ context: { deps, userId }, input }) =>
    unwrap(await removeLocalModel(deps, { userId, ...input })),
  ),
}
