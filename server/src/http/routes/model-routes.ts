import { listModels } from '../../features/models/list-models.ts'
import { rpc } from '../rpc-context.ts'

export const modelRoutes = {
  list: rpc.models.list.handler(({ context }) => ({
    items: listModels(context.deps.registry, context.deps.money),
    nextCursor: null,
  })),
}
