import { countAssets, listAssets } from '../../features/assets/list-assets.ts'
import { checkOpen, rpc, unwrap } from '../rpc-context.ts'

export const assetRoutes = {
  list: rpc.assets.list.handler(async ({ context: { deps, userId }, input: query }) => {
    if (query.projectId !== undefined) await checkOpen(deps.db, userId, query.projectId)
    return unwrap(await listAssets(deps, { userId, query }))
  }),
  count: rpc.assets.count.handler(async ({ context: { deps, userId }, input: query }) => {
    if (query.projectId !== undefined) await checkOpen(deps.db, userId, query.projectId)
    return countAssets(deps, { userId, query })
  }),
}
