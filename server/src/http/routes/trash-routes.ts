import { listTrash } from '../../features/trash/list-trash.ts'
import { checkOpen, rpc } from '../rpc-context.ts'

export const trashRoutes = {
  list: rpc.trash.list.handler(async ({ context: { deps, userId }, input: { projectId } }) => {
    if (projectId !== undefined) await checkOpen(deps.db, userId, projectId)
    return { items: await listTrash(deps.db, userId, projectId), nextCursor: null }
  }),
}
