import { listTrash } from '../../features/trash/list-trash.ts'
import { checkOpen, rpc, unwrap } from '../rpc-context.ts'

export const trashRoutes = {
  list: rpc.trash.list.handler(async ({ context: { deps, userId }, input }) => {
    if (input.projectId !== undefined) await checkOpen(deps.db, userId, input.projectId)
    return unwrap(await listTrash(deps.db, userId, input))
  }),
}
