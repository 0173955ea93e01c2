import { listBranchCaps, removeBranchCap, setBranchCap } from '../../features/branch-caps/branch-caps.ts'
import { rpc, unwrap } from '../rpc-context.ts'

const { branchCaps } = rpc

export const branchCapRoutes = {
  list: branchCaps.list.handler(async ({ context: { deps, userId }, input }) =>
    unwrap(await listBranchCaps(deps.db, { userId, projectId: input.id })),
  ),
  set: branchCaps.set.handler(async ({ context: { deps, userId }, input: { id, most } }) =>
    unwrap(await setBranchCap(deps.db, { userId, generationId: id, most })),
  ),
  remove: branchCaps.remove.handler(async ({ context: { deps, userId }, input }) =>
    unwrap(await removeBranchCap(deps.db, { userId, generationId: input.id })),
  ),
}
